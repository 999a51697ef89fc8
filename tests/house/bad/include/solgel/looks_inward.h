// A public header may not know the engine.
#pragma once

#include "core/grid.h"
