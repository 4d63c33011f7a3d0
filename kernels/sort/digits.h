// The common part of the radix sorts: a group sorts up to ELEMENTS * WORK_GROUP_SIZE elements by
// one digit of their ranks, stably. Each warp counts its digits; prefix sums over digits and warps
// give the place of the first element of a digit in a warp; and then each warp, row by row, finds
// which of its lanes have equal digits (Merrill and Garland 2016; Adinets and Merrill 2022,
// "Onesweep"). Since places are known before elements move, no place of an element has to be kept.
// CUDA only.
//
// Constants in addition to those of pairs.h: WORK_GROUP_SIZE, a multiple of 32, and
//   ELEMENTS    held by a work item, one in each row of its warp
//   DIGIT_BITS  of a digit; the last digit may be shorter
//   MATCH       how equal digits are found: 0 by a vote for each bit, 1 by one instruction
#ifndef SORT_DIGITS_H
#define SORT_DIGITS_H

#include "sort/pairs.h"

#define DIGITS (1u << DIGIT_BITS)
#define PASSES ((31 + DIGIT_BITS) / DIGIT_BITS)
#define WARPS (WORK_GROUP_SIZE / 32)
#define WARP_ID (LOCAL_ID / 32)
#define LANE_ID (LOCAL_ID % 32)
#define ALL_LANES 0xffffffffu
// The digits for which a work item computes sums: consecutive ones.
#define OWN_DIGITS ((DIGITS + WORK_GROUP_SIZE - 1) / WORK_GROUP_SIZE)

// Returns the digit of a rank; `shift` is a multiple of DIGIT_BITS.
FUNCTION uint digit_of(const uint rank, const uint shift) {
#if DIGIT_BITS == 8
  return __byte_perm(rank, 0, 0x4440 + shift / 8);  // one instruction
#else
  return rank >> shift & (DIGITS - 1);
#endif
}

// The local memory of a group for counting and placing digits.
typedef struct {
  LOCAL_SPACE uint* counts;  // [WARPS][DIGITS]: first counts, then places
  LOCAL_SPACE uint* sums;    // [WARPS]
} digit_counts_t;
#define COUNT_WORDS (WARPS * DIGITS + WARPS)

FUNCTION digit_counts_t digit_counts_in(LOCAL_SPACE uint* const words) {
  digit_counts_t counts;
  counts.counts = words;
  counts.sums = words + WARPS * DIGITS;
  return counts;
}

// Returns the place of this lane's element in row `row` of its warp, in a group whose warps have
// `rows` rows.
FUNCTION uint place_of_row(const uint row, const uint rows) {
  return (WARP_ID * rows + row) * 32 + LANE_ID;
}

// Counts the digits of the first `rows` rows of each warp. A barrier must follow before counts are
// read.
FUNCTION void count_digits(const digit_counts_t counts, const uint* const rank, const uint shift,
                           const uint rows) {
  LOCAL_SPACE uint* const own = counts.counts + WARP_ID * DIGITS;
#pragma unroll
  for (uint digit = LANE_ID; digit < DIGITS; digit += 32) own[digit] = 0;
  __syncwarp();
#pragma unroll
  for (uint i = 0; i < ELEMENTS; ++i) {
    if (i >= rows) break;
    atomicAdd(own + digit_of(rank[i], shift), 1u);
  }
}

// Returns the sum of `value` over all work items before this one.
FUNCTION uint sum_before(LOCAL_SPACE uint* const sums, const uint value) {
  uint sum = value;
#pragma unroll
  for (uint distance = 1; distance < 32; distance *= 2) {
    const uint other = __shfl_up_sync(ALL_LANES, sum, distance);
    sum += LANE_ID >= distance ? other : 0;
  }
  if (LANE_ID == 31) sums[WARP_ID] = sum;
  BARRIER();
  // Warps without digits add nothing.
  const uint of_digits = (DIGITS / OWN_DIGITS + 31) / 32;
#pragma unroll
  for (uint warp = 0; warp < of_digits && warp < WARPS; ++warp) {
    sum += warp < WARP_ID ? sums[warp] : 0;
  }
  return sum - value;
}

// Computes how many elements have each of the work item's own digits.
FUNCTION void total_of_digits(const digit_counts_t counts, uint* const total) {
#pragma unroll
  for (uint d = 0; d < OWN_DIGITS; ++d) {
    const uint digit = LOCAL_ID * OWN_DIGITS + d;
    total[d] = 0;
    if (digit >= DIGITS) continue;
#pragma unroll
    for (uint warp = 0; warp < WARPS; ++warp) total[d] += counts.counts[warp * DIGITS + digit];
  }
}

// Replaces counts by places: that of the first element of a digit in a warp. `total`, the counts of
// the own digits, becomes the first place of each. All work items must call it, with barriers
// before and after.
FUNCTION void place_digits(const digit_counts_t counts, uint* const total) {
  uint sum = 0;
#pragma unroll
  for (uint d = 0; d < OWN_DIGITS; ++d) sum += total[d];
  uint place = sum_before(counts.sums, sum);
#pragma unroll
  for (uint d = 0; d < OWN_DIGITS; ++d) {
    const uint digit = LOCAL_ID * OWN_DIGITS + d;
    uint next = place;
    place += total[d];
    total[d] = next;
    if (digit >= DIGITS) continue;
#pragma unroll
    for (uint warp = 0; warp < WARPS; ++warp) {
      LOCAL_SPACE uint* const count = counts.counts + warp * DIGITS + digit;
      const uint of_warp = *count;
      *count = next;
      next += of_warp;
    }
  }
}

// Returns those of all lanes whose digit has the same bit as this lane's. A few instructions; the
// same code in C++ compiles to twice as many.
FUNCTION uint lanes_of_bit(const uint digit, const uint bit) {
  uint votes;
  asm volatile(
      "{\n"
      "  .reg .pred is_set;\n"
      "  and.b32 %0, %1, %2;\n"
      "  setp.ne.u32 is_set, %0, 0;\n"
      "  vote.sync.ballot.b32 %0, is_set, 0xffffffff;\n"
      "  @!is_set not.b32 %0, %0;\n"
      "}"
      : "=r"(votes)
      : "r"(digit), "r"(1u << bit));
  return votes;
}

// Returns the lanes whose digit equals this lane's. All lanes must call it.
FUNCTION uint lanes_of_digit(const uint digit) {
#if MATCH == 1
  return __match_any_sync(ALL_LANES, digit);
#else
  uint same = DIGIT_BITS % 2 == 0 ? ALL_LANES : lanes_of_bit(digit, DIGIT_BITS - 1);
#pragma unroll
  for (uint bit = 0; bit + 1 < DIGIT_BITS; bit += 2) {
    const uint low = lanes_of_bit(digit, bit);
    const uint high = lanes_of_bit(digit, bit + 1);
    asm("lop3.b32 %0, %0, %1, %2, 0x80;" : "+r"(same) : "r"(low), "r"(high));  // all three
  }
  return same;
#endif
}

// Moves the first `rows` rows of pairs to their places in local memory.
FUNCTION void scatter_by_digit(const digit_counts_t counts, const uint* const rank,
                               const carried_t* const carried, uint shift, const uint rows,
                               LOCAL_SPACE uint* const to_ranks,
                               LOCAL_SPACE carried_t* const to_carried) {
  LOCAL_SPACE uint* const next = counts.counts + WARP_ID * DIGITS;
  const uint below = (1u << LANE_ID) - 1;
  // Otherwise the compiler would keep the counted digits in registers, which would then run short.
  asm volatile("" : "+r"(shift));
  uint digit = digit_of(rank[0], shift);
  uint same = lanes_of_digit(digit);
#pragma unroll
  for (uint i = 0; i < ELEMENTS; ++i) {
    if (i >= rows) break;
    const uint first = next[digit];
    const uint before = __popc(same & below);
    // The match of the next row hides the latency of memory.
    const uint i_after = i + 1 < ELEMENTS ? i + 1 : i;
    const uint digit_after = digit_of(rank[i_after], shift);
    const uint same_after = i_after > i ? lanes_of_digit(digit_after) : 0;
    __syncwarp();
    if (before == 0) next[digit] = first + __popc(same);
    __syncwarp();
    to_ranks[first + before] = rank[i];
    to_carried[first + before] = carried[i];
    digit = digit_after;
    same = same_after;
  }
}

#endif
