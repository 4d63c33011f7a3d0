// Adds up copies of partial sums. Constants: WORK_GROUP_SIZE and the dialect's, VECTOR_WIDTH = 1.
#include "dialect.h"

// sums[i] = sum_c partial[c][i] for i < count.
//   partial  [copies][stride]
KERNEL(WORK_GROUP_SIZE)
add_copies(GLOBAL const real* RESTRICT partial, const uint copies, const uint stride,
           const uint count, GLOBAL real* RESTRICT sums) {
  const uint i = GROUP_ID * WORK_GROUP_SIZE + LOCAL_ID;
  if (i >= count) return;
  real sum = 0;
  for (uint c = 0; c < copies; ++c) sum += partial[(size_t)c * stride + i];
  sums[i] = sum;
}
