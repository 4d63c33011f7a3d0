// C = A B for square matrices of n rows, row-major. A work group computes a tile of TILE x TILE
// elements, each work item ROWS of them, one below the other.
#ifndef TILE
#define TILE 16
#endif
#ifndef ROWS
#define ROWS 1
#endif

__kernel void matmul(__global const float* a, __global const float* b, __global float* c, int n) {
  __local float tile_a[TILE][TILE];
  __local float tile_b[TILE][TILE];
  const int x = get_local_id(0), y = get_local_id(1) * ROWS;
  const int column = get_group_id(0) * TILE + x;
  const int row = get_group_id(1) * TILE + y;
  float sum[ROWS];
  for (int r = 0; r < ROWS; ++r) sum[r] = 0;
  for (int t = 0; t < n; t += TILE) {
    for (int r = 0; r < ROWS; ++r) {
      tile_a[y + r][x] = row + r < n && t + x < n ? a[(row + r) * n + t + x] : 0;
      tile_b[y + r][x] = t + y + r < n && column < n ? b[(t + y + r) * n + column] : 0;
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    for (int k = 0; k < TILE; ++k) {
      for (int r = 0; r < ROWS; ++r) sum[r] += tile_a[y + r][k] * tile_b[k][x];
    }
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  for (int r = 0; r < ROWS; ++r) {
    if (row + r < n && column < n) c[(row + r) * n + column] = sum[r];
  }
}

// The same without tiles: what the tiled one is compared with.
__kernel void matmul_plain(__global const float* a, __global const float* b, __global float* c,
                           int n) {
  const int column = get_global_id(0), row = get_global_id(1);
  if (column >= n || row >= n) return;
  float sum = 0;
  for (int k = 0; k < n; ++k) sum += a[row * n + k] * b[k * n + column];
  c[row * n + column] = sum;
}
