// The physics of a droplet (erosion/droplet.h) written plainly, one droplet after the other: what the fast scheme is
// tested against.
#pragma once

#include "erosion/droplet.h"
#include "erosion/ground.h"
#include "erosion/patch.h"

namespace solgel::erosion {

// One step; see conclude() for what it enters in the ledger at the droplet's end.
Fate step(const Ground& ground, const Rules& rules, Droplet& d, Ledger& ledger);

// Steps until the droplet has left or ended.
void run(const Ground& ground, const Rules& rules, Droplet d, Ledger& ledger);

}  // namespace solgel::erosion
