// Terrain under rain: droplets erode a height map and lay down what they carry.
//
// The step is that of erosion/droplet.h; schemes, borders and depressions are those of erosion/params.h. The same
// input, parameters and seed give the same bits on any number of threads, with every compiler, and in WebAssembly,
// however the run is cut into calls of advance(). Mass is exact: what was eroded is what was deposited, carried off and
// is in flight, to the last quantum (not in the text scheme, which leaks and whose balance is reported as it is).
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "core/grid.h"
#include "core/result.h"
#include "erosion/depressions.h"
#include "erosion/droplet.h"
#include "erosion/fast_scheme.h"
#include "erosion/ground.h"
#include "erosion/params.h"

namespace solgel::erosion {

class TextScheme;

// What the run starts from. Grids of one size; null: none. Masks are 0 to 1.
struct Input {
  const Grid<double>* height = nullptr;         // row 0 in the south
  const Grid<std::uint8_t>* missing = nullptr;  // 1: no ground; droplets do not enter
  MapScale scale;
  const Grid<float>* rainfall = nullptr;    // share of the rain that falls here
  const Grid<float>* hardness = nullptr;    // 1: nothing erodes
  const Grid<float>* protection = nullptr;  // 1: nothing changes
};

// Volumes in height values times cells.
struct Balance {
  double eroded = 0, deposited = 0, carried_off = 0, in_flight = 0;
  double error = 0;                      // |eroded - deposited - carried off - in flight| / eroded
  double filled = 0, breached = 0;       // by what was done to depressions before the rain
  double slid = 0;                       // by thermal erosion
  double sum_before = 0, sum_after = 0;  // of all heights of ground: input and now
};

class Terrain {
 public:
  // Copies the heights. Fails on sizes that do not fit, maps smaller than 3 x 3 or larger than 2^28 cells, heights that
  // are not finite, no ground at all, masks out of range, and combinations that cannot be had (a text scheme with
  // masks, missing cells or a periodic border; thermal erosion with protection, or on cells that are not square).
  static Result<Terrain> create(const Params& params, const Options& options, const Input& input);

  Terrain(Terrain&&) noexcept;
  Terrain& operator=(Terrain&&) noexcept;
  ~Terrain();

  // Lets rain fall until at least `ended` droplets have run their course, or all; then, once, slopes slide. False when
  // nothing is left to do. The state after it depends on `ended` only through how far it got: cutting a run differently
  // gives the same end.
  bool advance(std::uint64_t ended);
  bool is_done() const { return stage_ == Stage::done; }

  std::uint64_t droplets() const { return droplets_; }  // in all
  std::uint64_t ended() const { return ledger_.ended + dry_; }
  std::uint64_t aged() const { return ledger_.aged; }    // ended by age, not by evaporation
  std::uint64_t fallen() const { return next_ - dry_; }  // rain that the rainfall mask did not hold back
  int nx() const;
  int ny() const;
  double quantum() const { return land_.quantum(); }  // of heights, in height values

  // The map now: the input plus the change; cells that nothing touched have their input bits.
  Grid<double> height() const;
  Grid<float> change() const;  // height values
  // Maps over cells, with Options::with_maps; empty without. Flow: water passed, in volumes of a droplet (one droplet
  // that crosses the cell straight adds its volume). Moisture: volume times model time. Velocity: their ratio, units
  // per time. Erosion and deposition: gross, height values.
  struct Maps {
    Grid<float> flow, velocity, moisture, erosion, deposition;
  };
  Maps maps() const;
  Grid<float> flow() const;  // the one of them that a picture shows

  Balance balance() const;
  Pits pits() const;  // of the map now; cost: a sort of the cells, seconds for 4096^2
  const Pits& pits_before() const { return pits_before_; }  // only known when depressions were treated

  // Simulation (core/simulation.h). Steps are droplet steps; time is model time of rain, dt cs each.
  const Params& params() const { return params_; }
  const Options& options() const { return options_; }
  std::uint64_t steps() const { return ledger_.steps; }
  double time() const;
  std::uint64_t hash() const;

  // Bytes from which a Terrain of the same input, parameters and options goes on to the same bits.
  std::vector<std::byte> save() const;
  Status restore(std::span<const std::byte> bytes);

 private:
  enum class Stage : std::uint8_t { rain, slide, done };
  Terrain();
  std::optional<Droplet> droplet(std::uint64_t number) const;  // nothing where the rainfall mask holds it back
  Ground ground();
  void rain_fast();
  void rain_serial();
  void slide();
  void treat_depressions();
  std::int32_t start_height(int i, int j) const;
  double sum_of_input() const;
  Status restore_land(std::span<const std::byte> bytes);

  Params params_;
  Options options_;
  MapScale scale_;
  Rules rules_{};
  Stage stage_ = Stage::rain;
  Grid<double> input_;
  Land land_;
  std::optional<FastScheme> fast_;
  std::unique_ptr<TextScheme> text_;
  Grid<float> rainfall_, softness_, licence_;
  Account account_;
  Rim rim_;
  Ledger ledger_;
  std::uint64_t droplets_ = 0, next_ = 0, dry_ = 0;
  std::int64_t filled_ = 0, breached_ = 0, slid_ = 0;
  std::int64_t start_sum_ = 0;  // of the ground when the rain begins
  Pits pits_before_;
};

}  // namespace solgel::erosion
