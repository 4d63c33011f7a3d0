/* Which variant of softmax/rows in which configuration, by its input; made by assay 0.1.0 from the scenario softmax dispatch.
 *
 * For machine aaa81824e8907a66:
 *   cpu (AMD EPYC (family 25, model 17)), Linux 6.18.44-fc-v669
 * On other machines, drivers and builds the choices stay right, but may be slow.
 * A decision took 2 ns there, by the header's code as cc -O2 compiles it.
 *
 * Instances it was made from, 300 instances: the oracle's time over the choice's (geometric mean), and by how much
 * a choice takes longer (95th percentile; worst), with 95% intervals:
 *   this header            99.3% [98.5, 99.7]     2.6% [1.5, 3.1]        56.1% [5.6, 56.1]
 *   the default alone      83.5% [76.5, 90.1]     175.1% [101.0, 435.4]  1236.1% [371.7, 1236.1]
 *   the nearest instance   100.0% [100.0, 100.0]  0.0% [0.0, 0.0]        0.0% [0.0, 0.0]
 *
 * Instances of sizes it has not seen, 100 instances: the oracle's time over the choice's (geometric mean), and by how much
 * a choice takes longer (95th percentile; worst), with 95% intervals:
 *   this header            99.3% [98.3, 99.9]     1.8% [0.5, 25.6]       32.5% [2.7, 32.5]
 *   the default alone      87.1% [74.5, 97.0]     128.8% [16.2, 505.2]   651.2% [63.5, 651.2]
 *   the nearest instance   98.5% [97.6, 99.3]     10.2% [2.7, 25.6]      27.8% [11.4, 27.8]
 */
#ifndef ASSAY_DISPATCH_SOFTMAX_ROWS_H
#define ASSAY_DISPATCH_SOFTMAX_ROWS_H

typedef struct {
  double rows;
  double columns;
} softmax_rows_features;

/* The pairs, their configurations also as macros. The first is the default. */
#define SOFTMAX_ROWS_PAIRS 5
typedef struct {
  const char* variant;
  const char* device;
  const char* configuration;
  const char* defines; /* for a compiler */
  const char* build;
} softmax_rows_pair;
static const softmax_rows_pair softmax_rows_pairs[] = {
    {"online.cpu", "cpu", "block=16 simd_bits=512 threads=0", "-D block=16 -D simd_bits=512 -D threads=0", "77ea2230178d9dc9"},
    {"online.cpu", "cpu", "block=16 simd_bits=512 threads=1", "-D block=16 -D simd_bits=512 -D threads=1", "77ea2230178d9dc9"},
    {"loop.cpu", "cpu", "(none)", "", "77ea2230178d9dc9"},
    {"online.cpu", "cpu", "block=64 simd_bits=512 threads=0", "-D block=64 -D simd_bits=512 -D threads=0", "77ea2230178d9dc9"},
    {"online.cpu", "cpu", "block=32 simd_bits=512 threads=1", "-D block=32 -D simd_bits=512 -D threads=1", "77ea2230178d9dc9"},
};
#define SOFTMAX_ROWS_0_block 16
#define SOFTMAX_ROWS_0_simd_bits 512
#define SOFTMAX_ROWS_0_threads 0
#define SOFTMAX_ROWS_1_block 16
#define SOFTMAX_ROWS_1_simd_bits 512
#define SOFTMAX_ROWS_1_threads 1
#define SOFTMAX_ROWS_3_block 64
#define SOFTMAX_ROWS_3_simd_bits 512
#define SOFTMAX_ROWS_3_threads 0
#define SOFTMAX_ROWS_4_block 32
#define SOFTMAX_ROWS_4_simd_bits 512
#define SOFTMAX_ROWS_4_threads 1

/* The number of the leaf that decides; -1 outside of what was measured. */
static inline int softmax_rows_leaf(const softmax_rows_features* input) {
  if (!(input->rows >= 1.0 && input->rows <= 40190.0)) return -1;
  if (!(input->columns >= 16.0 && input->columns <= 431998.0)) return -1;
  if (input->rows * input->columns <= 5621.0) {
    if (input->rows * input->columns <= 144.0) {
      return 0; /* 14 instances */
    } else {
      if (input->rows / input->columns <= 3.570714214271425) {
        return 1; /* 59 instances */
      } else {
        return 2; /* 5 instances */
      }
    }
  } else {
    if (input->rows <= 1.0) {
      return 3; /* 17 instances */
    } else {
      return 4; /* 205 instances */
    }
  }
}

static inline double softmax_rows_least(double a, double b) { return b < a ? b : a; }
static inline double softmax_rows_most(double a, double b) { return b > a ? b : a; }
static inline double softmax_rows_floor_divide(double a, double b) {
  const double ratio = a / b;
  if (b == 0) return ratio - ratio; /* no number */
  if (ratio > 4e15 || ratio < -4e15) return ratio;
  return (double)(long long)ratio > ratio ? (double)(long long)ratio - 1
                                          : (double)(long long)ratio;
}
static inline double softmax_rows_modulo(double a, double b) {
  return a - b * softmax_rows_floor_divide(a, b);
}
static inline int softmax_rows_is_power_of_two(double a) {
  const long long whole = (long long)a;
  return a == (double)whole && whole > 0 && (whole & (whole - 1)) == 0;
}

/* Whether the constraints of a pair's variant admit this input. */
static inline int softmax_rows_admits(int pair, const softmax_rows_features* input) {
  (void)input;
  switch (pair) {
    default:
      return 1;
  }
}

/* The number of the pair for this input: the first that admits it, of those that the tree
 * prefers and then of all. */
static inline int softmax_rows_choose(softmax_rows_features input) {
  static const int pairs_of_leaf[][1] = {{2}, {1}, {3}, {1}, {0}};
  const int leaf = softmax_rows_leaf(&input);
  int k;
  for (k = 0; leaf >= 0 && k < 1; ++k) {
    if (softmax_rows_admits(pairs_of_leaf[leaf][k], &input)) return pairs_of_leaf[leaf][k];
  }
  for (k = 0; k < 5; ++k) {
    if (softmax_rows_admits(k, &input)) return k;
  }
  return leaf < 0 ? 0 : pairs_of_leaf[leaf][0];
}

/* The conditions by which that pair is chosen. */
static inline const char* softmax_rows_why(softmax_rows_features input) {
  static const char* const path_of_leaf[] = {
      "rows * columns <= 144",
      "rows * columns <= 5621 and rows * columns > 144 and rows / columns <= 3.57071",
      "rows * columns <= 5621 and rows * columns > 144 and rows / columns > 3.57071",
      "rows * columns > 5621 and rows <= 1",
      "rows * columns > 5621 and rows > 1",
  };
  const int leaf = softmax_rows_leaf(&input);
  return leaf < 0 ? "outside of what was measured: the default" : path_of_leaf[leaf];
}

#endif
