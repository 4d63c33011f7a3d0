#define COMMON 1
#include "family/deep.h"
