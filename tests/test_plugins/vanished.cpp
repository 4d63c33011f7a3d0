#include "assay/plugin.h"

extern "C" ASSAY_EXPORT int assay_test_vanished();
int assay_test_vanished() { return 1; }
