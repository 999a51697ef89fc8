// The one macro of the engine: a broken precondition is a bug of the caller and stops a debug build.
#pragma once

#include <cassert>

#define SOLGEL_ASSERT(condition) assert(condition)
