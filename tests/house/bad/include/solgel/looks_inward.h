// A public header may not know the engine.
#ifndef SOLGEL_LOOKS_INWARD_H
#define SOLGEL_LOOKS_INWARD_H

#include "core/grid.h"

#endif
