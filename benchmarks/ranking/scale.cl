// Each item scales WORK consecutive elements.
__kernel void scale(__global float* c, __global const float* a, int n) {
  for (int r = 0; r < WORK; ++r) {
    int i = get_global_id(0) * WORK + r;
    if (i < n) {
      float x = a[i];
      for (int k = 0; k < 20; ++k) x = x * 0.99f + 0.01f;
      c[i] = x;
    }
  }
}
