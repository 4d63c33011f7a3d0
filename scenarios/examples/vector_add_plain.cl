// One element a work item, as plain as can be read: what the tuned kernel's outputs are compared
// with.
__kernel void vector_add_plain(__global float* c, __global const float* a, __global const float* b,
                               const int n) {
  const int i = get_global_id(0);
  if (i < n) c[i] = a[i] + b[i];
}
