// The physics of erosion/droplet.h on tiles: eight droplets in lock step inside a tile, tiles side by side in parallel.
//
// The map is cut into tiles of fixed size, coloured like a 2 x 2 pattern. A round lets the tiles of one colour after
// the other work off their queues; tiles of a colour lie so far apart that what one reads no other writes. A droplet
// that leaves its tile waits in the queue of the next. Between rounds new droplets fall, in the order of their numbers,
// until `in flight` is reached. Tiles, order and numbers depend on the map alone, so the result depends on neither
// threads nor machine.
//
// More droplets in flight leave fewer lanes idle, and let one tile work ahead of its neighbours: with a 32nd of the
// cells the change is as far from the reference scheme's as docs/terrain.md says.
#pragma once

#include <cstdint>
#include <vector>

#include "erosion/droplet.h"
#include "erosion/ground.h"
#include "erosion/tile_task.h"

namespace solgel::erosion {

class FastScheme {
 public:
  FastScheme(const Land& land, Border border);

  // Droplets that should be in flight at the beginning of a round.
  std::int64_t capacity() const { return capacity_; }
  std::int64_t in_flight() const { return in_flight_; }

  // Puts a droplet that lies on the map into its tile's queue.
  void add(const Droplet& d);
  // Every droplet in flight runs until it ends, leaves the map or leaves its tile.
  void round(const Ground& ground, const Rules& rules, Ledger& ledger);

  // For checkpoints: all droplets, in an order from which add() makes the same queues again.
  std::vector<Droplet> droplets() const;

 private:
  struct Axis {
    std::vector<std::int32_t> edge;  // tiles + 1
    std::vector<std::uint16_t> tile_of;
    int tiles() const { return static_cast<int>(edge.size()) - 1; }
  };
  static constexpr int kSight = 2;  // cells that a patch reaches beyond the droplet's own
  static Axis cut(int cells, int tile, Border border);
  std::size_t tile_of(const Droplet& d) const;
  bool sees_wall(const Land& land, std::size_t tx, std::size_t ty) const;
  void run_colour(int colour, const Ground& ground, const Rules& rules, Ledger& ledger);

  Axis x_, y_;
  std::vector<std::vector<Droplet>> queue_;
  std::vector<std::uint8_t> has_walls_;  // by tile: a wall within kSight cells
  std::int64_t capacity_ = 0, in_flight_ = 0;
};

}  // namespace solgel::erosion
