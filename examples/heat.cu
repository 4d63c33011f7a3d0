// A step of heat conduction on a square: each thread computes `rows` points of a column.
__global__ void heat(float* to, const float* from, const float rate, const int n) {
  const int x = blockIdx.x * blockDim.x + threadIdx.x;
  const int first = (blockIdx.y * blockDim.y + threadIdx.y) * rows;
  if (x >= n) return;
  for (int y = first; y < min(first + rows, n); ++y) {
    const float here = from[y * n + x];
    const float sides = from[y * n + max(x - 1, 0)] + from[y * n + min(x + 1, n - 1)];
    const float ends = from[max(y - 1, 0) * n + x] + from[min(y + 1, n - 1) * n + x];
    to[y * n + x] = here + rate * (sides + ends - 4 * here);
  }
}
