/* Which variant of scan/array in which configuration, by its input; made by assay 0.1.0 from the scenario scan dispatch.
 *
 * For machine 8f736716268f39e3:
 *   cuda:0 (NVIDIA H200), driver driver 580.159.04, CUDA 13.0, NVRTC 13.0
 * On other machines, drivers and builds the choices stay right, but may be slow.
 *
 * Instances it was made from, 155 instances: the oracle's time over the choice's (geometric mean), and by how much
 * a choice takes longer (95th percentile; worst), with 95% intervals:
 *   this header            98.6% [97.8, 99.4]     10.1% [4.3, 13.3]      19.0% [10.4, 19.0]
 *   the default alone      92.5% [88.2, 96.5]     26.5% [17.2, 29.8]     39.0% [29.2, 39.0]
 *   the nearest instance   100.0% [100.0, 100.0]  0.0% [0.0, 0.0]        0.0% [0.0, 0.0]
 *
 * Instances of sizes it has not seen, 95 instances: the oracle's time over the choice's (geometric mean), and by how much
 * a choice takes longer (95th percentile; worst), with 95% intervals:
 *   this header            99.3% [98.6, 99.9]     5.8% [0.7, 7.9]        13.3% [3.9, 13.3]
 *   the default alone      89.9% [88.4, 91.7]     20.2% [17.5, 23.6]     30.4% [21.0, 30.4]
 *   the nearest instance   99.0% [98.3, 99.7]     7.8% [3.5, 9.0]        21.0% [7.9, 21.0]
 */
#ifndef ASSAY_DISPATCH_SCAN_ARRAY_H
#define ASSAY_DISPATCH_SCAN_ARRAY_H

typedef struct {
  double length;
  double precision; /* one of those below */
} scan_array_features;
#define SCAN_ARRAY_precision_double 0
#define SCAN_ARRAY_precision_float 1

/* The pairs, their configurations also as macros. The first is the default. */
#define SCAN_ARRAY_PAIRS 6
typedef struct {
  const char* variant;
  const char* device;
  const char* configuration;
  const char* defines; /* for a compiler */
  const char* build;
} scan_array_pair;
static const scan_array_pair scan_array_pairs[] = {
    {"scan.cub", "cuda:0", "sums=own", "-D sums=own", "980c9f6954d22be9"},
    {"look-back.cuda", "cuda:0", "load_bytes=16 look_back=32 packs_per_item=4 work_group_size=256", "-D load_bytes=16 -D look_back=32 -D packs_per_item=4 -D work_group_size=256", "f9224918b56325dc"},
    {"look-back.cuda", "cuda:0", "load_bytes=8 look_back=32 packs_per_item=2 work_group_size=32", "-D load_bytes=8 -D look_back=32 -D packs_per_item=2 -D work_group_size=32", "f9224918b56325dc"},
    {"look-back.cuda", "cuda:0", "load_bytes=8 look_back=8 packs_per_item=1 work_group_size=32", "-D load_bytes=8 -D look_back=8 -D packs_per_item=1 -D work_group_size=32", "f9224918b56325dc"},
    {"reduce-then-scan.cuda", "cuda:0", "load_bytes=16 packs_per_item=4 work_group_size=256", "-D load_bytes=16 -D packs_per_item=4 -D work_group_size=256", "f9224918b56325dc"},
    {"look-back.cuda", "cuda:0", "load_bytes=8 look_back=1 packs_per_item=8 work_group_size=32", "-D load_bytes=8 -D look_back=1 -D packs_per_item=8 -D work_group_size=32", "f9224918b56325dc"},
};
#define SCAN_ARRAY_0_sums "own"
#define SCAN_ARRAY_1_load_bytes 16
#define SCAN_ARRAY_1_look_back 32
#define SCAN_ARRAY_1_packs_per_item 4
#define SCAN_ARRAY_1_work_group_size 256
#define SCAN_ARRAY_2_load_bytes 8
#define SCAN_ARRAY_2_look_back 32
#define SCAN_ARRAY_2_packs_per_item 2
#define SCAN_ARRAY_2_work_group_size 32
#define SCAN_ARRAY_3_load_bytes 8
#define SCAN_ARRAY_3_look_back 8
#define SCAN_ARRAY_3_packs_per_item 1
#define SCAN_ARRAY_3_work_group_size 32
#define SCAN_ARRAY_4_load_bytes 16
#define SCAN_ARRAY_4_packs_per_item 4
#define SCAN_ARRAY_4_work_group_size 256
#define SCAN_ARRAY_5_load_bytes 8
#define SCAN_ARRAY_5_look_back 1
#define SCAN_ARRAY_5_packs_per_item 8
#define SCAN_ARRAY_5_work_group_size 32

/* The number of the leaf that decides; -1 outside of what was measured. */
static inline int scan_array_leaf(const scan_array_features* input) {
  if (!(input->length >= 104.0 && input->length <= 29829152.0)) return -1;
  if (!(input->precision >= 0.0 && input->precision <= 1.0)) return -1;
  if (input->length <= 486177.0) {
    return 0; /* 73 instances */
  } else {
    return 1; /* 82 instances */
  }
}

/* The number of the pair for this input. */
static inline int scan_array_choose(scan_array_features input) {
  static const int pair_of_leaf[] = {1, 0};
  const int leaf = scan_array_leaf(&input);
  return leaf < 0 ? 0 : pair_of_leaf[leaf];
}

/* The conditions by which that pair is chosen. */
static inline const char* scan_array_why(scan_array_features input) {
  static const char* const path_of_leaf[] = {
      "length <= 486177",
      "length > 486177",
  };
  const int leaf = scan_array_leaf(&input);
  return leaf < 0 ? "outside of what was measured: the default" : path_of_leaf[leaf];
}

#endif
