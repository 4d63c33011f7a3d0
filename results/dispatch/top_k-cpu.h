/* Which variant of top-k/rows in which configuration, by its input; made by assay 0.1.0 from the scenario top-k dispatch.
 *
 * For machine aaa81824e8907a66:
 *   cpu (AMD EPYC (family 25, model 17)), Linux 6.18.44-fc-v669
 * On other machines, drivers and builds the choices stay right, but may be slow.
 * A decision took 14 ns there, by the header's code as cc -O2 compiles it.
 *
 * Instances it was made from, 300 instances: the oracle's time over the choice's (geometric mean), and by how much
 * a choice takes longer (95th percentile; worst), with 95% intervals:
 *   this header            99.4% [99.2, 99.6]     3.7% [2.9, 6.5]        11.4% [9.4, 11.4]
 *   the default alone      72.3% [67.4, 77.2]     335.7% [180.7, 515.8]  2025.3% [972.4, 2025.3]
 *   the nearest instance   100.0% [100.0, 100.0]  0.0% [0.0, 0.0]        0.0% [0.0, 0.0]
 *
 * Instances of sizes it has not seen, 100 instances: the oracle's time over the choice's (geometric mean), and by how much
 * a choice takes longer (95th percentile; worst), with 95% intervals:
 *   this header            99.2% [98.7, 99.7]     5.7% [2.1, 12.1]       18.3% [7.0, 18.3]
 *   the default alone      67.7% [55.2, 79.8]     979.5% [126.6, 3094.0] 4664.9% [1345.0, 4664.9]
 *   the nearest instance   97.7% [96.4, 98.7]     18.3% [6.9, 29.1]      40.6% [25.6, 40.6]
 */
#ifndef ASSAY_DISPATCH_TOP_K_ROWS_H
#define ASSAY_DISPATCH_TOP_K_ROWS_H

typedef struct {
  double rows;
  double columns;
  double k;
} top_k_rows_features;

/* The pairs, their configurations also as macros. The first is the default. */
#define TOP_K_ROWS_PAIRS 9
typedef struct {
  const char* variant;
  const char* device;
  const char* configuration;
  const char* defines; /* for a compiler */
  const char* build;
} top_k_rows_pair;
static const top_k_rows_pair top_k_rows_pairs[] = {
    {"threshold.cpu", "cpu", "room=2 simd_bits=128 threads=0 vectors=4", "-D room=2 -D simd_bits=128 -D threads=0 -D vectors=4", "6a4e259ada13ab87"},
    {"loop.cpu", "cpu", "(none)", "", "6a4e259ada13ab87"},
    {"threshold.cpu", "cpu", "room=2 simd_bits=128 threads=1 vectors=4", "-D room=2 -D simd_bits=128 -D threads=1 -D vectors=4", "6a4e259ada13ab87"},
    {"threshold.cpu", "cpu", "room=4 simd_bits=256 threads=0 vectors=8", "-D room=4 -D simd_bits=256 -D threads=0 -D vectors=8", "6a4e259ada13ab87"},
    {"threshold.cpu", "cpu", "room=8 simd_bits=512 threads=0 vectors=16", "-D room=8 -D simd_bits=512 -D threads=0 -D vectors=16", "6a4e259ada13ab87"},
    {"threshold.cpu", "cpu", "room=2 simd_bits=128 threads=0 vectors=2", "-D room=2 -D simd_bits=128 -D threads=0 -D vectors=2", "6a4e259ada13ab87"},
    {"threshold.cpu", "cpu", "room=2 simd_bits=256 threads=0 vectors=8", "-D room=2 -D simd_bits=256 -D threads=0 -D vectors=8", "6a4e259ada13ab87"},
    {"threshold.cpu", "cpu", "room=4 simd_bits=256 threads=1 vectors=8", "-D room=4 -D simd_bits=256 -D threads=1 -D vectors=8", "6a4e259ada13ab87"},
    {"threshold.cpu", "cpu", "room=2 simd_bits=256 threads=0 vectors=4", "-D room=2 -D simd_bits=256 -D threads=0 -D vectors=4", "6a4e259ada13ab87"},
};
#define TOP_K_ROWS_0_room 2
#define TOP_K_ROWS_0_simd_bits 128
#define TOP_K_ROWS_0_threads 0
#define TOP_K_ROWS_0_vectors 4
#define TOP_K_ROWS_2_room 2
#define TOP_K_ROWS_2_simd_bits 128
#define TOP_K_ROWS_2_threads 1
#define TOP_K_ROWS_2_vectors 4
#define TOP_K_ROWS_3_room 4
#define TOP_K_ROWS_3_simd_bits 256
#define TOP_K_ROWS_3_threads 0
#define TOP_K_ROWS_3_vectors 8
#define TOP_K_ROWS_4_room 8
#define TOP_K_ROWS_4_simd_bits 512
#define TOP_K_ROWS_4_threads 0
#define TOP_K_ROWS_4_vectors 16
#define TOP_K_ROWS_5_room 2
#define TOP_K_ROWS_5_simd_bits 128
#define TOP_K_ROWS_5_threads 0
#define TOP_K_ROWS_5_vectors 2
#define TOP_K_ROWS_6_room 2
#define TOP_K_ROWS_6_simd_bits 256
#define TOP_K_ROWS_6_threads 0
#define TOP_K_ROWS_6_vectors 8
#define TOP_K_ROWS_7_room 4
#define TOP_K_ROWS_7_simd_bits 256
#define TOP_K_ROWS_7_threads 1
#define TOP_K_ROWS_7_vectors 8
#define TOP_K_ROWS_8_room 2
#define TOP_K_ROWS_8_simd_bits 256
#define TOP_K_ROWS_8_threads 0
#define TOP_K_ROWS_8_vectors 4

/* The number of the leaf that decides; -1 outside of what was measured. */
static inline int top_k_rows_leaf(const top_k_rows_features* input) {
  if (!(input->rows >= 1.0 && input->rows <= 4058.0)) return -1;
  if (!(input->columns >= 16.0 && input->columns <= 973781.0)) return -1;
  if (!(input->k >= 1.0 && input->k <= 16.0)) return -1;
  if (input->rows * input->columns <= 1923.0) {
    if (input->rows * input->columns <= 1082.0) {
      if (input->rows * input->k <= 163.0) {
        if (input->columns <= 747.0) {
          if (input->rows * input->columns * input->k <= 12288.0) {
            return 0; /* 33 instances */
          } else {
            return 1; /* 3 instances */
          }
        } else {
          return 2; /* 2 instances */
        }
      } else {
        return 3; /* 5 instances */
      }
    } else {
      if (input->columns * input->k <= 115.0) {
        return 4; /* 5 instances */
      } else {
        if (input->rows * input->k <= 35.0) {
          return 5; /* 5 instances */
        } else {
          if (input->rows * input->columns <= 1511.0) {
            return 6; /* 4 instances */
          } else {
            return 7; /* 0 instances */
          }
        }
      }
    }
  } else {
    if (input->columns / input->k <= 43.90614991091795) {
      if (input->k <= 2.0) {
        if (input->rows * input->columns <= 2510.0) {
          return 8; /* 0 instances */
        } else {
          return 9; /* 5 instances */
        }
      } else {
        if (input->rows / input->columns <= 0.6836971993983274) {
          return 10; /* 19 instances */
        } else {
          if (input->rows / input->columns <= 78.90332719686187) {
            if (input->columns / input->k <= 1.155827625556683) {
              if (input->rows / input->columns <= 27.847800631288642) {
                return 11; /* 1 instances */
              } else {
                return 12; /* 0 instances */
              }
            } else {
              return 13; /* 42 instances */
            }
          } else {
            return 14; /* 3 instances */
          }
        }
      }
    } else {
      if (input->rows <= 1.0) {
        if (input->columns / input->k <= 17827.418818835988) {
          if (input->rows / input->k <= 0.3535533905932738) {
            if (input->columns <= 128310.0) {
              return 15; /* 14 instances */
            } else {
              return 16; /* 1 instances */
            }
          } else {
            return 17; /* 3 instances */
          }
        } else {
          if (input->columns <= 93308.0) {
            return 18; /* 2 instances */
          } else {
            if (input->columns / input->k <= 35143.29617215423) {
              return 19; /* 1 instances */
            } else {
              return 20; /* 1 instances */
            }
          }
        }
      } else {
        if (input->columns / input->k <= 7622.4680704070515) {
          if (input->rows * input->k <= 21.0) {
            if (input->rows * input->columns <= 29262.0) {
              return 21; /* 8 instances */
            } else {
              return 22; /* 4 instances */
            }
          } else {
            if (input->columns / input->k <= 360.0) {
              if (input->rows / input->k <= 8.343691479195524) {
                if (input->rows <= 3.0) {
                  return 23; /* 0 instances */
                } else {
                  if (input->columns <= 560.0) {
                    return 24; /* 3 instances */
                  } else {
                    return 25; /* 16 instances */
                  }
                }
              } else {
                if (input->k <= 11.0) {
                  if (input->rows <= 35.0) {
                    return 26; /* 1 instances */
                  } else {
                    return 27; /* 26 instances */
                  }
                } else {
                  if (input->columns <= 1494.0) {
                    return 28; /* 5 instances */
                  } else {
                    return 29; /* 3 instances */
                  }
                }
              }
            } else {
              if (input->columns / input->k <= 4568.0) {
                if (input->columns <= 467.0) {
                  return 30; /* 2 instances */
                } else {
                  return 31; /* 47 instances */
                }
              } else {
                return 32; /* 5 instances */
              }
            }
          }
        } else {
          if (input->rows * input->columns <= 49373.0) {
            return 33; /* 3 instances */
          } else {
            if (input->columns / input->k <= 11310.0) {
              return 34; /* 4 instances */
            } else {
              return 35; /* 24 instances */
            }
          }
        }
      }
    }
  }
}

static inline double top_k_rows_least(double a, double b) { return b < a ? b : a; }
static inline double top_k_rows_most(double a, double b) { return b > a ? b : a; }
static inline double top_k_rows_floor_divide(double a, double b) {
  const double ratio = a / b;
  if (b == 0) return ratio - ratio; /* no number */
  if (ratio > 4e15 || ratio < -4e15) return ratio;
  return (double)(long long)ratio > ratio ? (double)(long long)ratio - 1
                                          : (double)(long long)ratio;
}
static inline double top_k_rows_modulo(double a, double b) {
  return a - b * top_k_rows_floor_divide(a, b);
}
static inline int top_k_rows_is_power_of_two(double a) {
  const long long whole = (long long)a;
  return a == (double)whole && whole > 0 && (whole & (whole - 1)) == 0;
}

/* Whether the constraints of a pair's variant admit this input. */
static inline int top_k_rows_admits(int pair, const top_k_rows_features* input) {
  (void)input;
  switch (pair) {
    default:
      return 1;
  }
}

/* The number of the pair for this input: the first that admits it, of those that the tree
 * prefers and then of all. */
static inline int top_k_rows_choose(top_k_rows_features input) {
  static const int pairs_of_leaf[][1] = {{1}, {7}, {2}, {7}, {1}, {2}, {7}, {3}, {1}, {5}, {3}, {7}, {3}, {4}, {3}, {2}, {8}, {7}, {7}, {8}, {6}, {2}, {8}, {2}, {3}, {0}, {2}, {5}, {3}, {5}, {5}, {0}, {8}, {7}, {8}, {6}};
  const int leaf = top_k_rows_leaf(&input);
  int k;
  for (k = 0; leaf >= 0 && k < 1; ++k) {
    if (top_k_rows_admits(pairs_of_leaf[leaf][k], &input)) return pairs_of_leaf[leaf][k];
  }
  for (k = 0; k < 9; ++k) {
    if (top_k_rows_admits(k, &input)) return k;
  }
  return leaf < 0 ? 0 : pairs_of_leaf[leaf][0];
}

/* The conditions by which that pair is chosen. */
static inline const char* top_k_rows_why(top_k_rows_features input) {
  static const char* const path_of_leaf[] = {
      "rows * columns <= 1082 and rows * k <= 163 and columns <= 747 and rows * columns * k <= 12288",
      "rows * columns <= 1082 and rows * k <= 163 and columns <= 747 and rows * columns * k > 12288",
      "rows * columns <= 1082 and rows * k <= 163 and columns > 747",
      "rows * columns <= 1082 and rows * k > 163",
      "rows * columns <= 1923 and rows * columns > 1082 and columns * k <= 115",
      "rows * columns <= 1923 and rows * columns > 1082 and columns * k > 115 and rows * k <= 35",
      "rows * columns > 1082 and columns * k > 115 and rows * k > 35 and rows * columns <= 1511",
      "rows * columns <= 1923 and columns * k > 115 and rows * k > 35 and rows * columns > 1511",
      "rows * columns > 1923 and columns / k <= 43.9061 and k <= 2 and rows * columns <= 2510",
      "columns / k <= 43.9061 and k <= 2 and rows * columns > 2510",
      "rows * columns > 1923 and columns / k <= 43.9061 and k > 2 and rows / columns <= 0.683697",
      "rows * columns > 1923 and k > 2 and rows / columns > 0.683697 and columns / k <= 1.15583 and rows / columns <= 27.8478",
      "rows * columns > 1923 and k > 2 and rows / columns <= 78.9033 and columns / k <= 1.15583 and rows / columns > 27.8478",
      "rows * columns > 1923 and columns / k <= 43.9061 and k > 2 and rows / columns > 0.683697 and rows / columns <= 78.9033 and columns / k > 1.15583",
      "rows * columns > 1923 and columns / k <= 43.9061 and k > 2 and rows / columns > 78.9033",
      "rows * columns > 1923 and columns / k > 43.9061 and rows <= 1 and columns / k <= 17827.4 and rows / k <= 0.353553 and columns <= 128310",
      "rows * columns > 1923 and columns / k > 43.9061 and rows <= 1 and columns / k <= 17827.4 and rows / k <= 0.353553 and columns > 128310",
      "rows * columns > 1923 and columns / k > 43.9061 and rows <= 1 and columns / k <= 17827.4 and rows / k > 0.353553",
      "rows * columns > 1923 and rows <= 1 and columns / k > 17827.4 and columns <= 93308",
      "rows * columns > 1923 and rows <= 1 and columns / k > 17827.4 and columns > 93308 and columns / k <= 35143.3",
      "rows * columns > 1923 and rows <= 1 and columns > 93308 and columns / k > 35143.3",
      "rows * columns > 1923 and columns / k > 43.9061 and rows > 1 and columns / k <= 7622.47 and rows * k <= 21 and rows * columns <= 29262",
      "columns / k > 43.9061 and rows > 1 and columns / k <= 7622.47 and rows * k <= 21 and rows * columns > 29262",
      "rows * columns > 1923 and columns / k > 43.9061 and rows > 1 and rows * k > 21 and columns / k <= 360 and rows / k <= 8.34369 and rows <= 3",
      "rows * columns > 1923 and columns / k > 43.9061 and rows * k > 21 and columns / k <= 360 and rows / k <= 8.34369 and rows > 3 and columns <= 560",
      "rows * columns > 1923 and columns / k > 43.9061 and rows * k > 21 and columns / k <= 360 and rows / k <= 8.34369 and rows > 3 and columns > 560",
      "rows * columns > 1923 and columns / k > 43.9061 and rows > 1 and rows * k > 21 and columns / k <= 360 and rows / k > 8.34369 and k <= 11 and rows <= 35",
      "rows * columns > 1923 and columns / k > 43.9061 and rows * k > 21 and columns / k <= 360 and rows / k > 8.34369 and k <= 11 and rows > 35",
      "rows * columns > 1923 and columns / k > 43.9061 and rows > 1 and rows * k > 21 and columns / k <= 360 and rows / k > 8.34369 and k > 11 and columns <= 1494",
      "rows * columns > 1923 and columns / k > 43.9061 and rows > 1 and rows * k > 21 and columns / k <= 360 and rows / k > 8.34369 and k > 11 and columns > 1494",
      "rows * columns > 1923 and rows > 1 and rows * k > 21 and columns / k > 360 and columns / k <= 4568 and columns <= 467",
      "rows * columns > 1923 and rows > 1 and rows * k > 21 and columns / k > 360 and columns / k <= 4568 and columns > 467",
      "rows * columns > 1923 and rows > 1 and columns / k <= 7622.47 and rows * k > 21 and columns / k > 4568",
      "rows * columns > 1923 and rows > 1 and columns / k > 7622.47 and rows * columns <= 49373",
      "rows > 1 and columns / k > 7622.47 and rows * columns > 49373 and columns / k <= 11310",
      "rows > 1 and rows * columns > 49373 and columns / k > 11310",
  };
  const int leaf = top_k_rows_leaf(&input);
  return leaf < 0 ? "outside of what was measured: the default" : path_of_leaf[leaf];
}

#endif
