// The physics of a droplet (erosion/droplet.h) written plainly, one droplet after the other: what the fast scheme is
// tested against.
#pragma once

#include "erosion/droplet.h"
#include "erosion/ground.h"

namespace solgel::erosion {

enum class Fate { flows, left, ended };

// One step. After `left` the droplet still holds what it carries off; after `ended` it has laid its mass down.
Fate step(const Ground& ground, const Rules& rules, Droplet& d, Ledger& ledger);

// Steps until the droplet has left or ended; what it carries off is entered in the ledger.
void run(const Ground& ground, const Rules& rules, Droplet d, Ledger& ledger);

}  // namespace solgel::erosion
