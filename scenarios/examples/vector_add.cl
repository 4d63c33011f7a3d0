__kernel void vector_add(__global float* c, __global const float* a, __global const float* b,
                         const int n) {
  const int begin = get_global_id(0) * work_per_item;
  for (int k = begin; k < min(begin + work_per_item, n); ++k) c[k] = a[k] + b[k];
}
