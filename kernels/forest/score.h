// Scores of splits in integers: plugins/forest/library/score.hpp defines them and explains why they
// fit into their types. One source for OpenCL C, CUDA and the tests' C++; needs FUNCTION, GLOBAL,
// uint and ulong.
//
// Compile-time constant: CRITERION, 0 Gini or 1 entropy.
#ifndef FOREST_SCORE_H
#define FOREST_SCORE_H

// The upper half of a product of 128 bits.
#ifdef __OPENCL_VERSION__
#define UPPER_PRODUCT(a, b) mul_hi((ulong)(a), (ulong)(b))
#elif defined(__CUDACC__)
#define UPPER_PRODUCT(a, b) __umul64hi(a, b)
#else
#define UPPER_PRODUCT(a, b) (__extension__(ulong)(((unsigned __int128)(a) * (b)) >> 64))
#endif

// ---- sums over labels. A side of a split is summarised by its draws, n, and by the sum over all
// labels of TERM(c), where c of its draws have the label: c^2 for Gini, c log2 c for entropy.
// `table` has CountTable's values, as unsigned numbers, up to the draws of the root; Gini does not
// read it.

FUNCTION ulong label_term(GLOBAL const ulong* table, const uint count) {
#if CRITERION == 0
  (void)table;
  return (ulong)count * count;
#else
  return table[count];
#endif
}

// Returns the increase of a side's sum when `draws` draws of a label join `count` of it. If they
// leave a side with `count`, its sum decreases by label_gain(table, count - draws, draws).
FUNCTION ulong label_gain(GLOBAL const ulong* table, const uint count, const uint draws) {
#if CRITERION == 0
  (void)table;
  return draws * (2 * (ulong)count + draws);
#else
  return table[count + draws] - table[count];
#endif
}

// ---- scores

typedef struct score_t {
#if CRITERION == 0
  ulong numerator;    // the greatest fraction is the best
  ulong denominator;  // n_l n_r; 0, with a numerator of 0: no score
#else
  ulong value;  // the least value is the best
#endif
} score_t;

// Returns the score of a split into sides of so many draws, both more than 0.
FUNCTION score_t score_of(GLOBAL const ulong* table, const ulong left_sum, const ulong right_sum,
                          const uint left_draws, const uint right_draws) {
  score_t score;
#if CRITERION == 0
  (void)table;
  score.numerator = left_sum * right_draws + right_sum * left_draws;
  score.denominator = (ulong)left_draws * right_draws;
#else
  score.value = table[left_draws] + table[right_draws] - (left_sum + right_sum);
#endif
  return score;
}

// Returns more than 0 if a is better than b, 0 if they are equal, else less than 0. Exact.
FUNCTION int compare_scores(const score_t a, const score_t b) {
#if CRITERION == 0
  const ulong a_upper = UPPER_PRODUCT(a.numerator, b.denominator);
  const ulong b_upper = UPPER_PRODUCT(b.numerator, a.denominator);
  const ulong a_lower = a.numerator * b.denominator;
  const ulong b_lower = b.numerator * a.denominator;
  if (a_upper != b_upper) return a_upper > b_upper ? 1 : -1;
  return a_lower == b_lower ? 0 : a_lower > b_lower ? 1 : -1;
#else
  return a.value == b.value ? 0 : a.value < b.value ? 1 : -1;
#endif
}

// ---- candidates for a node's split

#define NO_ATTRIBUTE 0xffffffffu

// A cut between two codes (ranks or bins) of one attribute that are neighbours in the node: codes
// <= low go left.
typedef struct candidate_t {
  score_t score;
  uint attribute;  // NO_ATTRIBUTE: no candidate, other members are unused
  uint low;
  uint high;
  uint left_draws;
} candidate_t;

FUNCTION candidate_t no_candidate(void) {
  candidate_t none;
#if CRITERION == 0
  none.score.numerator = 0;
  none.score.denominator = 0;
#else
  none.score.value = 0;
#endif
  none.attribute = NO_ATTRIBUTE;
  none.low = 0;
  none.high = 0;
  none.left_draws = 0;
  return none;
}

// Whether `a` is to replace `b`: by score, then the lower attribute, then the lower threshold. A
// strict order, so that candidates may be compared in any sequence.
FUNCTION bool is_better(const candidate_t a, const candidate_t b) {
  if (a.attribute == NO_ATTRIBUTE) return false;
  if (b.attribute == NO_ATTRIBUTE) return true;
  const int order = compare_scores(a.score, b.score);
  if (order != 0) return order > 0;
  return a.attribute != b.attribute ? a.attribute < b.attribute : a.low < b.low;
}

#endif
