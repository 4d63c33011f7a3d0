/* Which variant of transpose/matrix in which configuration, by its input; made by assay 0.1.0 from the scenario transpose dispatch.
 *
 * For machine aaa81824e8907a66:
 *   cpu (AMD EPYC (family 25, model 17)), Linux 6.18.44-fc-v669
 * On other machines, drivers and builds the choices stay right, but may be slow.
 * A decision took 12 ns there, by the header's code as cc -O2 compiles it.
 *
 * Instances it was made from, 300 instances: the oracle's time over the choice's (geometric mean), and by how much
 * a choice takes longer (95th percentile; worst), with 95% intervals:
 *   this header            96.4% [95.3, 97.2]     25.3% [16.1, 30.2]     88.7% [40.9, 88.7]
 *   the default alone      64.1% [61.0, 67.2]     201.4% [189.0, 225.1]  348.3% [261.4, 348.3]
 *   the nearest instance   100.0% [100.0, 100.0]  0.0% [0.0, 0.0]        0.0% [0.0, 0.0]
 *
 * Instances of sizes it has not seen, 100 instances: the oracle's time over the choice's (geometric mean), and by how much
 * a choice takes longer (95th percentile; worst), with 95% intervals:
 *   this header            93.6% [91.4, 95.8]     40.2% [23.3, 48.4]     61.3% [41.4, 61.3]
 *   the default alone      69.4% [63.7, 74.6]     140.4% [100.9, 214.8]  276.6% [208.0, 276.6]
 *   the nearest instance   90.6% [87.5, 93.5]     51.3% [33.9, 110.8]    116.7% [61.3, 116.7]
 */
#ifndef ASSAY_DISPATCH_TRANSPOSE_MATRIX_H
#define ASSAY_DISPATCH_TRANSPOSE_MATRIX_H

typedef struct {
  double rows;
  double columns;
} transpose_matrix_features;

/* The pairs, their configurations also as macros. The first is the default. */
#define TRANSPOSE_MATRIX_PAIRS 12
typedef struct {
  const char* variant;
  const char* device;
  const char* configuration;
  const char* defines; /* for a compiler */
  const char* build;
} transpose_matrix_pair;
static const transpose_matrix_pair transpose_matrix_pairs[] = {
    {"tiles.cpu", "cpu", "threads=0 tile_columns=256 tile_rows=256", "-D threads=0 -D tile_columns=256 -D tile_rows=256", "08880ba162aca4ac"},
    {"registers.cpu", "cpu", "fetch_next=false simd_bits=256 stores=cached threads=1 tile_columns=512 tile_rows=256", "-D fetch_next=0 -D simd_bits=256 -D stores=cached -D threads=1 -D tile_columns=512 -D tile_rows=256", "08880ba162aca4ac"},
    {"registers.cpu", "cpu", "fetch_next=false simd_bits=256 stores=cached threads=0 tile_columns=256 tile_rows=256", "-D fetch_next=0 -D simd_bits=256 -D stores=cached -D threads=0 -D tile_columns=256 -D tile_rows=256", "08880ba162aca4ac"},
    {"tiles.cpu", "cpu", "threads=1 tile_columns=512 tile_rows=256", "-D threads=1 -D tile_columns=512 -D tile_rows=256", "08880ba162aca4ac"},
    {"registers.cpu", "cpu", "fetch_next=false simd_bits=512 stores=streaming threads=0 tile_columns=512 tile_rows=128", "-D fetch_next=0 -D simd_bits=512 -D stores=streaming -D threads=0 -D tile_columns=512 -D tile_rows=128", "08880ba162aca4ac"},
    {"registers.cpu", "cpu", "fetch_next=false simd_bits=512 stores=cached threads=0 tile_columns=256 tile_rows=64", "-D fetch_next=0 -D simd_bits=512 -D stores=cached -D threads=0 -D tile_columns=256 -D tile_rows=64", "08880ba162aca4ac"},
    {"registers.cpu", "cpu", "fetch_next=false simd_bits=128 stores=cached threads=0 tile_columns=64 tile_rows=512", "-D fetch_next=0 -D simd_bits=128 -D stores=cached -D threads=0 -D tile_columns=64 -D tile_rows=512", "08880ba162aca4ac"},
    {"loop.cpu", "cpu", "(none)", "", "08880ba162aca4ac"},
    {"registers.cpu", "cpu", "fetch_next=false simd_bits=128 stores=cached threads=1 tile_columns=16 tile_rows=256", "-D fetch_next=0 -D simd_bits=128 -D stores=cached -D threads=1 -D tile_columns=16 -D tile_rows=256", "08880ba162aca4ac"},
    {"registers.cpu", "cpu", "fetch_next=false simd_bits=256 stores=cached threads=0 tile_columns=64 tile_rows=512", "-D fetch_next=0 -D simd_bits=256 -D stores=cached -D threads=0 -D tile_columns=64 -D tile_rows=512", "08880ba162aca4ac"},
    {"tiles.cpu", "cpu", "threads=1 tile_columns=256 tile_rows=32", "-D threads=1 -D tile_columns=256 -D tile_rows=32", "08880ba162aca4ac"},
    {"tiles.cpu", "cpu", "threads=0 tile_columns=128 tile_rows=512", "-D threads=0 -D tile_columns=128 -D tile_rows=512", "08880ba162aca4ac"},
};
#define TRANSPOSE_MATRIX_0_threads 0
#define TRANSPOSE_MATRIX_0_tile_columns 256
#define TRANSPOSE_MATRIX_0_tile_rows 256
#define TRANSPOSE_MATRIX_1_fetch_next 0
#define TRANSPOSE_MATRIX_1_simd_bits 256
#define TRANSPOSE_MATRIX_1_stores "cached"
#define TRANSPOSE_MATRIX_1_threads 1
#define TRANSPOSE_MATRIX_1_tile_columns 512
#define TRANSPOSE_MATRIX_1_tile_rows 256
#define TRANSPOSE_MATRIX_2_fetch_next 0
#define TRANSPOSE_MATRIX_2_simd_bits 256
#define TRANSPOSE_MATRIX_2_stores "cached"
#define TRANSPOSE_MATRIX_2_threads 0
#define TRANSPOSE_MATRIX_2_tile_columns 256
#define TRANSPOSE_MATRIX_2_tile_rows 256
#define TRANSPOSE_MATRIX_3_threads 1
#define TRANSPOSE_MATRIX_3_tile_columns 512
#define TRANSPOSE_MATRIX_3_tile_rows 256
#define TRANSPOSE_MATRIX_4_fetch_next 0
#define TRANSPOSE_MATRIX_4_simd_bits 512
#define TRANSPOSE_MATRIX_4_stores "streaming"
#define TRANSPOSE_MATRIX_4_threads 0
#define TRANSPOSE_MATRIX_4_tile_columns 512
#define TRANSPOSE_MATRIX_4_tile_rows 128
#define TRANSPOSE_MATRIX_5_fetch_next 0
#define TRANSPOSE_MATRIX_5_simd_bits 512
#define TRANSPOSE_MATRIX_5_stores "cached"
#define TRANSPOSE_MATRIX_5_threads 0
#define TRANSPOSE_MATRIX_5_tile_columns 256
#define TRANSPOSE_MATRIX_5_tile_rows 64
#define TRANSPOSE_MATRIX_6_fetch_next 0
#define TRANSPOSE_MATRIX_6_simd_bits 128
#define TRANSPOSE_MATRIX_6_stores "cached"
#define TRANSPOSE_MATRIX_6_threads 0
#define TRANSPOSE_MATRIX_6_tile_columns 64
#define TRANSPOSE_MATRIX_6_tile_rows 512
#define TRANSPOSE_MATRIX_8_fetch_next 0
#define TRANSPOSE_MATRIX_8_simd_bits 128
#define TRANSPOSE_MATRIX_8_stores "cached"
#define TRANSPOSE_MATRIX_8_threads 1
#define TRANSPOSE_MATRIX_8_tile_columns 16
#define TRANSPOSE_MATRIX_8_tile_rows 256
#define TRANSPOSE_MATRIX_9_fetch_next 0
#define TRANSPOSE_MATRIX_9_simd_bits 256
#define TRANSPOSE_MATRIX_9_stores "cached"
#define TRANSPOSE_MATRIX_9_threads 0
#define TRANSPOSE_MATRIX_9_tile_columns 64
#define TRANSPOSE_MATRIX_9_tile_rows 512
#define TRANSPOSE_MATRIX_10_threads 1
#define TRANSPOSE_MATRIX_10_tile_columns 256
#define TRANSPOSE_MATRIX_10_tile_rows 32
#define TRANSPOSE_MATRIX_11_threads 0
#define TRANSPOSE_MATRIX_11_tile_columns 128
#define TRANSPOSE_MATRIX_11_tile_rows 512

/* The number of the leaf that decides; -1 outside of what was measured. */
static inline int transpose_matrix_leaf(const transpose_matrix_features* input) {
  if (!(input->rows >= 1.0 && input->rows <= 92823.0)) return -1;
  if (!(input->columns >= 1.0 && input->columns <= 99480.0)) return -1;
  if (input->rows * input->columns <= 9325.0) {
    if (input->columns <= 1448.0) {
      if (input->columns <= 15.0) {
        if (input->columns <= 3.0) {
          if (input->rows * input->columns <= 10.0) {
            return 0; /* 8 instances */
          } else {
            if (input->rows <= 240.0) {
              if (input->rows / input->columns <= 8.0) {
                return 1; /* 5 instances */
              } else {
                return 2; /* 14 instances */
              }
            } else {
              return 3; /* 13 instances */
            }
          }
        } else {
          if (input->rows <= 23.0) {
            return 4; /* 11 instances */
          } else {
            return 5; /* 20 instances */
          }
        }
      } else {
        if (input->rows <= 23.0) {
          return 6; /* 40 instances */
        } else {
          return 7; /* 14 instances */
        }
      }
    } else {
      return 8; /* 7 instances */
    }
  } else {
    if (input->rows <= 43.0) {
      if (input->rows / input->columns <= 0.001669321724468242) {
        return 9; /* 26 instances */
      } else {
        if (input->rows <= 27.0) {
          return 10; /* 9 instances */
        } else {
          if (input->rows * input->columns <= 21516.0) {
            return 11; /* 1 instances */
          } else {
            return 12; /* 4 instances */
          }
        }
      }
    } else {
      if (input->columns <= 7.0) {
        if ((long long)input->columns % 8 <= 3.0) {
          if (input->rows <= 9306.0) {
            return 13; /* 2 instances */
          } else {
            return 14; /* 10 instances */
          }
        } else {
          if (input->rows / input->columns <= 519.8175111497873) {
            return 15; /* 1 instances */
          } else {
            return 16; /* 5 instances */
          }
        }
      } else {
        if (input->rows * input->columns <= 1520840.0) {
          if (input->rows * input->columns <= 30008.0) {
            if (input->columns <= 15.0) {
              return 17; /* 3 instances */
            } else {
              return 18; /* 8 instances */
            }
          } else {
            if (input->rows <= 552.0) {
              if (input->rows <= 178.0) {
                return 19; /* 17 instances */
              } else {
                if (input->rows <= 322.0) {
                  if (input->columns <= 3114.0) {
                    return 20; /* 4 instances */
                  } else {
                    return 21; /* 1 instances */
                  }
                } else {
                  return 22; /* 7 instances */
                }
              }
            } else {
              if (input->rows / input->columns <= 47.687870400942394) {
                if (input->rows * input->columns <= 1234387.0) {
                  if (input->rows <= 6202.0) {
                    if (input->rows <= 2522.0) {
                      return 23; /* 19 instances */
                    } else {
                      if (input->rows * input->columns <= 710403.0) {
                        return 24; /* 4 instances */
                      } else {
                        return 25; /* 1 instances */
                      }
                    }
                  } else {
                    return 26; /* 1 instances */
                  }
                } else {
                  return 27; /* 1 instances */
                }
              } else {
                return 28; /* 27 instances */
              }
            }
          }
        } else {
          if (input->rows <= 148.0) {
            return 29; /* 2 instances */
          } else {
            if (input->rows / input->columns <= 2134.9344013245895) {
              return 30; /* 13 instances */
            } else {
              return 31; /* 2 instances */
            }
          }
        }
      }
    }
  }
}

static inline double transpose_matrix_least(double a, double b) { return b < a ? b : a; }
static inline double transpose_matrix_most(double a, double b) { return b > a ? b : a; }
static inline double transpose_matrix_floor_divide(double a, double b) {
  const double ratio = a / b;
  if (b == 0) return ratio - ratio; /* no number */
  if (ratio > 4e15 || ratio < -4e15) return ratio;
  return (double)(long long)ratio > ratio ? (double)(long long)ratio - 1
                                          : (double)(long long)ratio;
}
static inline double transpose_matrix_modulo(double a, double b) {
  return a - b * transpose_matrix_floor_divide(a, b);
}
static inline int transpose_matrix_is_power_of_two(double a) {
  const long long whole = (long long)a;
  return a == (double)whole && whole > 0 && (whole & (whole - 1)) == 0;
}

/* Whether the constraints of a pair's variant admit this input. */
static inline int transpose_matrix_admits(int pair, const transpose_matrix_features* input) {
  (void)input;
  switch (pair) {
    default:
      return 1;
  }
}

/* The number of the pair for this input: the first that admits it, of those that the tree
 * prefers and then of all. */
static inline int transpose_matrix_choose(transpose_matrix_features input) {
  static const int pairs_of_leaf[][1] = {{10}, {7}, {3}, {7}, {7}, {8}, {3}, {1}, {0}, {0}, {11}, {1}, {2}, {7}, {0}, {8}, {6}, {8}, {1}, {2}, {9}, {2}, {5}, {5}, {4}, {5}, {2}, {2}, {2}, {0}, {4}, {9}};
  const int leaf = transpose_matrix_leaf(&input);
  int k;
  for (k = 0; leaf >= 0 && k < 1; ++k) {
    if (transpose_matrix_admits(pairs_of_leaf[leaf][k], &input)) return pairs_of_leaf[leaf][k];
  }
  for (k = 0; k < 12; ++k) {
    if (transpose_matrix_admits(k, &input)) return k;
  }
  return leaf < 0 ? 0 : pairs_of_leaf[leaf][0];
}

/* The conditions by which that pair is chosen. */
static inline const char* transpose_matrix_why(transpose_matrix_features input) {
  static const char* const path_of_leaf[] = {
      "columns <= 3 and rows * columns <= 10",
      "rows * columns <= 9325 and columns <= 3 and rows * columns > 10 and rows <= 240 and rows / columns <= 8",
      "rows * columns <= 9325 and columns <= 3 and rows * columns > 10 and rows <= 240 and rows / columns > 8",
      "rows * columns <= 9325 and columns <= 3 and rows * columns > 10 and rows > 240",
      "rows * columns <= 9325 and columns <= 15 and columns > 3 and rows <= 23",
      "rows * columns <= 9325 and columns <= 15 and columns > 3 and rows > 23",
      "rows * columns <= 9325 and columns <= 1448 and columns > 15 and rows <= 23",
      "rows * columns <= 9325 and columns <= 1448 and columns > 15 and rows > 23",
      "rows * columns <= 9325 and columns > 1448",
      "rows * columns > 9325 and rows <= 43 and rows / columns <= 0.00166932",
      "rows * columns > 9325 and rows / columns > 0.00166932 and rows <= 27",
      "rows * columns > 9325 and rows <= 43 and rows / columns > 0.00166932 and rows > 27 and rows * columns <= 21516",
      "rows <= 43 and rows / columns > 0.00166932 and rows > 27 and rows * columns > 21516",
      "rows * columns > 9325 and rows > 43 and columns <= 7 and columns % 8 <= 3 and rows <= 9306",
      "rows * columns > 9325 and columns <= 7 and columns % 8 <= 3 and rows > 9306",
      "rows * columns > 9325 and rows > 43 and columns <= 7 and columns % 8 > 3 and rows / columns <= 519.818",
      "rows * columns > 9325 and rows > 43 and columns <= 7 and columns % 8 > 3 and rows / columns > 519.818",
      "rows * columns > 9325 and rows > 43 and columns > 7 and rows * columns <= 30008 and columns <= 15",
      "rows * columns > 9325 and rows > 43 and rows * columns <= 30008 and columns > 15",
      "rows > 43 and columns > 7 and rows * columns <= 1.52084e+06 and rows * columns > 30008 and rows <= 178",
      "columns > 7 and rows * columns <= 1.52084e+06 and rows * columns > 30008 and rows > 178 and rows <= 322 and columns <= 3114",
      "rows * columns <= 1.52084e+06 and rows * columns > 30008 and rows > 178 and rows <= 322 and columns > 3114",
      "columns > 7 and rows * columns <= 1.52084e+06 and rows * columns > 30008 and rows <= 552 and rows > 322",
      "columns > 7 and rows * columns > 30008 and rows > 552 and rows / columns <= 47.6879 and rows * columns <= 1.23439e+06 and rows <= 2522",
      "columns > 7 and rows * columns > 30008 and rows / columns <= 47.6879 and rows <= 6202 and rows > 2522 and rows * columns <= 710403",
      "columns > 7 and rows / columns <= 47.6879 and rows * columns <= 1.23439e+06 and rows <= 6202 and rows > 2522 and rows * columns > 710403",
      "columns > 7 and rows * columns > 30008 and rows / columns <= 47.6879 and rows * columns <= 1.23439e+06 and rows > 6202",
      "columns > 7 and rows * columns <= 1.52084e+06 and rows > 552 and rows / columns <= 47.6879 and rows * columns > 1.23439e+06",
      "columns > 7 and rows * columns <= 1.52084e+06 and rows * columns > 30008 and rows > 552 and rows / columns > 47.6879",
      "rows > 43 and columns > 7 and rows * columns > 1.52084e+06 and rows <= 148",
      "columns > 7 and rows * columns > 1.52084e+06 and rows > 148 and rows / columns <= 2134.93",
      "columns > 7 and rows * columns > 1.52084e+06 and rows > 148 and rows / columns > 2134.93",
  };
  const int leaf = transpose_matrix_leaf(&input);
  return leaf < 0 ? "outside of what was measured: the default" : path_of_leaf[leaf];
}

#endif
