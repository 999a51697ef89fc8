#include "sand/fast_kernel.h"
#include "sand/track.h"
