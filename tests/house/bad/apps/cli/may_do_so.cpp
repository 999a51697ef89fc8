#include "sand/fast_kernel.h"
