#include "core/grid.h"
#include "sand/params.h"
