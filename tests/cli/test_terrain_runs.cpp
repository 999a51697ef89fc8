// Runs of `solgel terrain`: the same bits however they are cut.
#include "terrain_maps.h"
