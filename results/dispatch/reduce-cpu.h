/* Which variant of reduce/array in which configuration, by its input; made by assay 0.1.0 from the scenario reduce dispatch.
 *
 * For machine aaa81824e8907a66:
 *   cpu (AMD EPYC (family 25, model 17)), Linux 6.18.44-fc-v669
 * On other machines, drivers and builds the choices stay right, but may be slow.
 * A decision took 18 ns there, by the header's code as cc -O2 compiles it.
 *
 * Instances it was made from, 303 instances: the oracle's time over the choice's (geometric mean), and by how much
 * a choice takes longer (95th percentile; worst), with 95% intervals:
 *   this header            98.8% [98.4, 99.1]     6.2% [4.4, 7.1]        17.8% [10.1, 17.8]
 *   the default alone      75.1% [62.8, 87.6]     229.6% [88.7, 262.8]   325.2% [256.4, 325.2]
 *   the nearest instance   100.0% [100.0, 100.0]  0.0% [0.0, 0.0]        0.0% [0.0, 0.0]
 *
 * Instances of sizes it has not seen, 97 instances: the oracle's time over the choice's (geometric mean), and by how much
 * a choice takes longer (95th percentile; worst), with 95% intervals:
 *   this header            97.2% [94.9, 99.0]     20.3% [4.9, 26.8]      29.4% [5.9, 29.4]
 *   the default alone      68.3% [48.1, 97.7]     238.3% [13.9, 303.6]   320.4% [20.3, 320.4]
 *   the nearest instance   96.1% [94.0, 97.8]     23.7% [7.1, 26.8]      37.1% [13.6, 37.1]
 */
#ifndef ASSAY_DISPATCH_REDUCE_ARRAY_H
#define ASSAY_DISPATCH_REDUCE_ARRAY_H

typedef struct {
  double length;
  double operation; /* one of those below */
  double precision; /* one of those below */
} reduce_array_features;
#define REDUCE_ARRAY_operation_maximum 0
#define REDUCE_ARRAY_operation_sum 1
#define REDUCE_ARRAY_precision_double 0
#define REDUCE_ARRAY_precision_float 1

/* The pairs, their configurations also as macros. The first is the default. */
#define REDUCE_ARRAY_PAIRS 12
typedef struct {
  const char* variant;
  const char* device;
  const char* configuration;
  const char* defines; /* for a compiler */
  const char* build;
} reduce_array_pair;
static const reduce_array_pair reduce_array_pairs[] = {
    {"threads.cpu", "cpu", "simd_bits=256 streams=2 threads=0 vectors=8", "-D simd_bits=256 -D streams=2 -D threads=0 -D vectors=8", "2d72aa71c37a2003"},
    {"threads.cpu", "cpu", "simd_bits=256 streams=4 threads=1 vectors=4", "-D simd_bits=256 -D streams=4 -D threads=1 -D vectors=4", "2d72aa71c37a2003"},
    {"threads.cpu", "cpu", "simd_bits=512 streams=2 threads=0 vectors=4", "-D simd_bits=512 -D streams=2 -D threads=0 -D vectors=4", "2d72aa71c37a2003"},
    {"threads.cpu", "cpu", "simd_bits=256 streams=1 threads=1 vectors=8", "-D simd_bits=256 -D streams=1 -D threads=1 -D vectors=8", "2d72aa71c37a2003"},
    {"threads.cpu", "cpu", "simd_bits=256 streams=4 threads=0 vectors=8", "-D simd_bits=256 -D streams=4 -D threads=0 -D vectors=8", "2d72aa71c37a2003"},
    {"threads.cpu", "cpu", "simd_bits=256 streams=2 threads=1 vectors=4", "-D simd_bits=256 -D streams=2 -D threads=1 -D vectors=4", "2d72aa71c37a2003"},
    {"threads.cpu", "cpu", "simd_bits=128 streams=2 threads=1 vectors=4", "-D simd_bits=128 -D streams=2 -D threads=1 -D vectors=4", "2d72aa71c37a2003"},
    {"threads.cpu", "cpu", "simd_bits=256 streams=1 threads=0 vectors=8", "-D simd_bits=256 -D streams=1 -D threads=0 -D vectors=8", "2d72aa71c37a2003"},
    {"threads.cpu", "cpu", "simd_bits=512 streams=2 threads=0 vectors=2", "-D simd_bits=512 -D streams=2 -D threads=0 -D vectors=2", "2d72aa71c37a2003"},
    {"threads.cpu", "cpu", "simd_bits=512 streams=2 threads=0 vectors=8", "-D simd_bits=512 -D streams=2 -D threads=0 -D vectors=8", "2d72aa71c37a2003"},
    {"threads.cpu", "cpu", "simd_bits=256 streams=8 threads=0 vectors=8", "-D simd_bits=256 -D streams=8 -D threads=0 -D vectors=8", "2d72aa71c37a2003"},
    {"threads.cpu", "cpu", "simd_bits=256 streams=1 threads=1 vectors=1", "-D simd_bits=256 -D streams=1 -D threads=1 -D vectors=1", "2d72aa71c37a2003"},
};
#define REDUCE_ARRAY_0_simd_bits 256
#define REDUCE_ARRAY_0_streams 2
#define REDUCE_ARRAY_0_threads 0
#define REDUCE_ARRAY_0_vectors 8
#define REDUCE_ARRAY_1_simd_bits 256
#define REDUCE_ARRAY_1_streams 4
#define REDUCE_ARRAY_1_threads 1
#define REDUCE_ARRAY_1_vectors 4
#define REDUCE_ARRAY_2_simd_bits 512
#define REDUCE_ARRAY_2_streams 2
#define REDUCE_ARRAY_2_threads 0
#define REDUCE_ARRAY_2_vectors 4
#define REDUCE_ARRAY_3_simd_bits 256
#define REDUCE_ARRAY_3_streams 1
#define REDUCE_ARRAY_3_threads 1
#define REDUCE_ARRAY_3_vectors 8
#define REDUCE_ARRAY_4_simd_bits 256
#define REDUCE_ARRAY_4_streams 4
#define REDUCE_ARRAY_4_threads 0
#define REDUCE_ARRAY_4_vectors 8
#define REDUCE_ARRAY_5_simd_bits 256
#define REDUCE_ARRAY_5_streams 2
#define REDUCE_ARRAY_5_threads 1
#define REDUCE_ARRAY_5_vectors 4
#define REDUCE_ARRAY_6_simd_bits 128
#define REDUCE_ARRAY_6_streams 2
#define REDUCE_ARRAY_6_threads 1
#define REDUCE_ARRAY_6_vectors 4
#define REDUCE_ARRAY_7_simd_bits 256
#define REDUCE_ARRAY_7_streams 1
#define REDUCE_ARRAY_7_threads 0
#define REDUCE_ARRAY_7_vectors 8
#define REDUCE_ARRAY_8_simd_bits 512
#define REDUCE_ARRAY_8_streams 2
#define REDUCE_ARRAY_8_threads 0
#define REDUCE_ARRAY_8_vectors 2
#define REDUCE_ARRAY_9_simd_bits 512
#define REDUCE_ARRAY_9_streams 2
#define REDUCE_ARRAY_9_threads 0
#define REDUCE_ARRAY_9_vectors 8
#define REDUCE_ARRAY_10_simd_bits 256
#define REDUCE_ARRAY_10_streams 8
#define REDUCE_ARRAY_10_threads 0
#define REDUCE_ARRAY_10_vectors 8
#define REDUCE_ARRAY_11_simd_bits 256
#define REDUCE_ARRAY_11_streams 1
#define REDUCE_ARRAY_11_threads 1
#define REDUCE_ARRAY_11_vectors 1

/* The number of the leaf that decides; -1 outside of what was measured. */
static inline int reduce_array_leaf(const reduce_array_features* input) {
  if (!(input->length >= 101.0 && input->length <= 9947999.0)) return -1;
  if (!(input->operation >= 0.0 && input->operation <= 1.0)) return -1;
  if (!(input->precision >= 0.0 && input->precision <= 1.0)) return -1;
  if (input->length <= 14411.0) {
    if (input->precision <= 0.0) {
      if (input->length <= 479.0) {
        return 0; /* 13 instances */
      } else {
        if (input->operation <= 0.0) {
          if (input->length <= 11510.0) {
            if (input->length <= 623.0) {
              if ((long long)input->length % 4 <= 1.0) {
                return 1; /* 0 instances */
              } else {
                return 2; /* 2 instances */
              }
            } else {
              if (input->length <= 703.0) {
                return 3; /* 2 instances */
              } else {
                if (input->length <= 7506.0) {
                  return 4; /* 16 instances */
                } else {
                  if ((long long)input->length % 8 <= 4.0) {
                    return 5; /* 3 instances */
                  } else {
                    return 6; /* 2 instances */
                  }
                }
              }
            }
          } else {
            if ((long long)input->length % 8 <= 4.0) {
              return 7; /* 1 instances */
            } else {
              return 8; /* 0 instances */
            }
          }
        } else {
          if ((long long)input->length % 8 <= 3.0) {
            if (input->length <= 613.0) {
              return 9; /* 2 instances */
            } else {
              if ((long long)input->length % 4 <= 2.0) {
                if (input->length <= 6549.0) {
                  return 10; /* 5 instances */
                } else {
                  return 11; /* 6 instances */
                }
              } else {
                return 12; /* 2 instances */
              }
            }
          } else {
            return 13; /* 7 instances */
          }
        }
      }
    } else {
      if (input->length <= 308.0) {
        if (input->length <= 232.0) {
          return 14; /* 6 instances */
        } else {
          return 15; /* 4 instances */
        }
      } else {
        if (input->length <= 458.0) {
          if (input->operation <= 0.0) {
            return 16; /* 1 instances */
          } else {
            return 17; /* 4 instances */
          }
        } else {
          if (input->length <= 1984.0) {
            if (input->operation <= 0.0) {
              if (input->length <= 1360.0) {
                return 18; /* 9 instances */
              } else {
                return 19; /* 6 instances */
              }
            } else {
              if ((long long)input->length % 8 <= 6.0) {
                return 20; /* 11 instances */
              } else {
                return 21; /* 1 instances */
              }
            }
          } else {
            if (input->operation <= 0.0) {
              return 22; /* 9 instances */
            } else {
              return 23; /* 12 instances */
            }
          }
        }
      }
    }
  } else {
    if (input->operation <= 0.0) {
      if (input->length <= 61546.0) {
        if (input->length <= 19219.0) {
          return 24; /* 5 instances */
        } else {
          if (input->length <= 20593.0) {
            return 25; /* 1 instances */
          } else {
            if (input->precision <= 0.0) {
              return 26; /* 4 instances */
            } else {
              if (input->length <= 28585.0) {
                return 27; /* 2 instances */
              } else {
                return 28; /* 2 instances */
              }
            }
          }
        }
      } else {
        if (input->length <= 897276.0) {
          return 29; /* 32 instances */
        } else {
          if (input->length <= 2860413.0) {
            return 30; /* 21 instances */
          } else {
            if ((long long)input->length % 2 <= 0.0) {
              return 31; /* 13 instances */
            } else {
              if (input->length <= 9070806.0) {
                return 32; /* 6 instances */
              } else {
                if (input->precision <= 0.0) {
                  return 33; /* 2 instances */
                } else {
                  return 34; /* 0 instances */
                }
              }
            }
          }
        }
      }
    } else {
      if (input->length <= 9226032.0) {
        if (input->length <= 20780.0) {
          if (input->precision <= 0.0) {
            return 35; /* 3 instances */
          } else {
            return 36; /* 3 instances */
          }
        } else {
          if (input->length <= 2279460.0) {
            if (input->precision <= 0.0) {
              return 37; /* 31 instances */
            } else {
              if (input->length <= 32282.0) {
                if ((long long)input->length % 2 <= 0.0) {
                  return 38; /* 2 instances */
                } else {
                  return 39; /* 1 instances */
                }
              } else {
                return 40; /* 25 instances */
              }
            }
          } else {
            if ((long long)input->length % 8 <= 5.0) {
              if ((long long)input->length % 8 <= 3.0) {
                return 41; /* 10 instances */
              } else {
                if (input->length <= 3944849.0) {
                  return 42; /* 4 instances */
                } else {
                  return 43; /* 2 instances */
                }
              }
            } else {
              if (input->length <= 6273691.0) {
                return 44; /* 4 instances */
              } else {
                return 45; /* 4 instances */
              }
            }
          }
        }
      } else {
        return 46; /* 2 instances */
      }
    }
  }
}

static inline double reduce_array_least(double a, double b) { return b < a ? b : a; }
static inline double reduce_array_most(double a, double b) { return b > a ? b : a; }
static inline double reduce_array_floor_divide(double a, double b) {
  const double ratio = a / b;
  if (b == 0) return ratio - ratio; /* no number */
  if (ratio > 4e15 || ratio < -4e15) return ratio;
  return (double)(long long)ratio > ratio ? (double)(long long)ratio - 1
                                          : (double)(long long)ratio;
}
static inline double reduce_array_modulo(double a, double b) {
  return a - b * reduce_array_floor_divide(a, b);
}
static inline int reduce_array_is_power_of_two(double a) {
  const long long whole = (long long)a;
  return a == (double)whole && whole > 0 && (whole & (whole - 1)) == 0;
}

/* Whether the constraints of a pair's variant admit this input. */
static inline int reduce_array_admits(int pair, const reduce_array_features* input) {
  (void)input;
  switch (pair) {
    default:
      return 1;
  }
}

/* The number of the pair for this input: the first that admits it, of those that the tree
 * prefers and then of all. */
static inline int reduce_array_choose(reduce_array_features input) {
  static const int pairs_of_leaf[][1] = {{5}, {3}, {1}, {3}, {3}, {0}, {3}, {4}, {3}, {3}, {5}, {2}, {1}, {3}, {11}, {6}, {1}, {6}, {1}, {5}, {5}, {1}, {3}, {1}, {7}, {3}, {7}, {3}, {0}, {4}, {0}, {4}, {0}, {4}, {0}, {7}, {1}, {2}, {8}, {1}, {8}, {9}, {2}, {8}, {2}, {9}, {7}};
  const int leaf = reduce_array_leaf(&input);
  int k;
  for (k = 0; leaf >= 0 && k < 1; ++k) {
    if (reduce_array_admits(pairs_of_leaf[leaf][k], &input)) return pairs_of_leaf[leaf][k];
  }
  for (k = 0; k < 12; ++k) {
    if (reduce_array_admits(k, &input)) return k;
  }
  return leaf < 0 ? 0 : pairs_of_leaf[leaf][0];
}

/* The conditions by which that pair is chosen. */
static inline const char* reduce_array_why(reduce_array_features input) {
  static const char* const path_of_leaf[] = {
      "precision is double and length <= 479",
      "precision is double and length > 479 and operation is maximum and length <= 623 and length % 4 <= 1",
      "precision is double and length > 479 and operation is maximum and length <= 623 and length % 4 > 1",
      "precision is double and operation is maximum and length > 623 and length <= 703",
      "precision is double and operation is maximum and length > 703 and length <= 7506",
      "precision is double and operation is maximum and length <= 11510 and length > 7506 and length % 8 <= 4",
      "precision is double and operation is maximum and length <= 11510 and length > 7506 and length % 8 > 4",
      "length <= 14411 and precision is double and operation is maximum and length > 11510 and length % 8 <= 4",
      "length <= 14411 and precision is double and operation is maximum and length > 11510 and length % 8 > 4",
      "precision is double and length > 479 and operation is sum and length % 8 <= 3 and length <= 613",
      "precision is double and operation is sum and length % 8 <= 3 and length > 613 and length % 4 <= 2 and length <= 6549",
      "length <= 14411 and precision is double and operation is sum and length % 8 <= 3 and length % 4 <= 2 and length > 6549",
      "length <= 14411 and precision is double and operation is sum and length % 8 <= 3 and length > 613 and length % 4 > 2",
      "length <= 14411 and precision is double and length > 479 and operation is sum and length % 8 > 3",
      "precision is float and length <= 232",
      "precision is float and length <= 308 and length > 232",
      "precision is float and length > 308 and length <= 458 and operation is maximum",
      "precision is float and length > 308 and length <= 458 and operation is sum",
      "precision is float and length > 458 and operation is maximum and length <= 1360",
      "precision is float and length <= 1984 and operation is maximum and length > 1360",
      "precision is float and length > 458 and length <= 1984 and operation is sum and length % 8 <= 6",
      "precision is float and length > 458 and length <= 1984 and operation is sum and length % 8 > 6",
      "length <= 14411 and precision is float and length > 1984 and operation is maximum",
      "length <= 14411 and precision is float and length > 1984 and operation is sum",
      "length > 14411 and operation is maximum and length <= 19219",
      "operation is maximum and length > 19219 and length <= 20593",
      "operation is maximum and length <= 61546 and length > 20593 and precision is double",
      "operation is maximum and length > 20593 and precision is float and length <= 28585",
      "operation is maximum and length <= 61546 and precision is float and length > 28585",
      "operation is maximum and length > 61546 and length <= 897276",
      "operation is maximum and length > 897276 and length <= 2.86041e+06",
      "operation is maximum and length > 2.86041e+06 and length % 2 <= 0",
      "operation is maximum and length > 2.86041e+06 and length % 2 > 0 and length <= 9.07081e+06",
      "operation is maximum and length % 2 > 0 and length > 9.07081e+06 and precision is double",
      "operation is maximum and length % 2 > 0 and length > 9.07081e+06 and precision is float",
      "length > 14411 and operation is sum and length <= 20780 and precision is double",
      "length > 14411 and operation is sum and length <= 20780 and precision is float",
      "operation is sum and length > 20780 and length <= 2.27946e+06 and precision is double",
      "operation is sum and length > 20780 and precision is float and length <= 32282 and length % 2 <= 0",
      "operation is sum and length > 20780 and precision is float and length <= 32282 and length % 2 > 0",
      "operation is sum and length <= 2.27946e+06 and precision is float and length > 32282",
      "operation is sum and length <= 9.22603e+06 and length > 2.27946e+06 and length % 8 <= 3",
      "operation is sum and length > 2.27946e+06 and length % 8 <= 5 and length % 8 > 3 and length <= 3.94485e+06",
      "operation is sum and length <= 9.22603e+06 and length % 8 <= 5 and length % 8 > 3 and length > 3.94485e+06",
      "operation is sum and length > 2.27946e+06 and length % 8 > 5 and length <= 6.27369e+06",
      "operation is sum and length <= 9.22603e+06 and length % 8 > 5 and length > 6.27369e+06",
      "operation is sum and length > 9.22603e+06",
  };
  const int leaf = reduce_array_leaf(&input);
  return leaf < 0 ? "outside of what was measured: the default" : path_of_leaf[leaf];
}

#endif
