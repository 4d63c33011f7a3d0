#include "common.h"
#define PARTS 3
