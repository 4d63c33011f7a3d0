// Thresholds between two values of a column: plugins/forest/library/thresholds.hpp. Needs double
// precision, as the host computes them.
#ifndef FOREST_THRESHOLD_H
#define FOREST_THRESHOLD_H

#ifdef __OPENCL_VERSION__
#pragma OPENCL EXTENSION cl_khr_fp64 : enable
#endif

// A threshold t between v < w, v <= t < w: their midpoint rounded to float, but v where that is w.
FUNCTION float midpoint(const float v, const float w) {
  const float middle = (float)(((double)v + (double)w) / 2);
  return (middle < w ? middle : v) + 0.0f;
}

#endif
