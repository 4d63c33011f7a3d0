// Takes a time proportional to STEPS, and converges to 1 for any number of steps.
extern "C" __global__ void steps(float* c, const float* a, int n) {
  const int i = blockIdx.x * block_size_x + threadIdx.x;
  if (i >= n) return;
  float x = a[i];
  for (int k = 0; k < STEPS; ++k) x = x * 0.5f + 0.5f;
  c[i] = x;
}
