// Scores of splits as integers: sums are identical in any order of summation, and whether two
// scores are equal does not depend on the hardware.
//
// n draws of which c_k have label k are divided into sides s of n_s draws, c_sk of label k.
//
//   Gini     greatest  S_l / n_l + S_r / n_r,  S_s = sum over k of c_sk^2: a fraction whose
//            numerator S_l n_r + S_r n_l is at most n^3 / 4, hence below 2^64 for n below 2^22.
//            Fractions are compared by their cross products in 128 bits.
//   entropy  least  T(n_l) + T(n_r) - sum over k of (T(c_lk) + T(c_rk)), T(c) = c log2 c as a
//            number of 36 binary places: below 2^63 for n below 2^22.
//
// Both are affine in the mean impurity of the sides weighted by their draws (Breiman, Friedman,
// Olshen, Stone 1984, "Classification and regression trees"), with n the same for all splits.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

namespace forest {

// T(c) for c = 0 .. largest: c times log2 c, with log2 c truncated to 36 binary places. Computed
// bit by bit of the logarithm in integer arithmetic only (Knuth, The Art of Computer Programming,
// section 1.2.2, exercise 25), so that it is identical on every machine. Takes about 0.1 us for
// each count.
class CountTable {
 public:
  static constexpr int places = 36;

  explicit CountTable(std::uint32_t largest);

  [[nodiscard]] std::int64_t operator[](std::uint32_t count) const { return values_[count]; }
  [[nodiscard]] std::span<const std::int64_t> values() const { return values_; }

 private:
  std::vector<std::int64_t> values_;
};

// Both scans below follow the samples of a node: they begin with all samples on the right, move
// them one value after another to the left, and give the score in between. `all` counts the node's
// draws of each label; `left` must be zeros at the begin and is cleared by the caller. Both are
// borrowed.

// The scan of a node by Gini's index.
class GiniScan {
 public:
  struct Score {
    std::uint64_t numerator;
    std::uint64_t denominator;  // n_l n_r
    bool operator==(const Score&) const = default;
  };

  GiniScan(const CountTable& /*table*/, std::span<const std::uint32_t> all,
           std::span<std::uint32_t> left, std::uint32_t draws)
      : all_(all.data()), left_(left.data()), right_draws_(draws) {}

  // The sum of squares over all labels is the same for all scans of a node; this is one label's
  // term.
  [[nodiscard]] static std::int64_t sum(const CountTable& /*table*/, std::uint32_t count) {
    return static_cast<std::int64_t>(std::uint64_t{count} * count);
  }
  void begin(std::int64_t sum_of_all) { right_ = static_cast<std::uint64_t>(sum_of_all); }

  void move(std::uint32_t label, std::uint32_t draws) {
    const std::uint64_t on_left = left_[label];
    const std::uint64_t on_right = all_[label] - on_left;
    left_sum_ += draws * (2 * on_left + draws);
    right_ -= draws * (2 * on_right - draws);
    left_[label] += draws;
    left_draws_ += draws;
    right_draws_ -= draws;
  }
  [[nodiscard]] Score score() const {
    return {left_sum_ * right_draws_ + right_ * left_draws_, left_draws_ * right_draws_};
  }
  [[nodiscard]] static bool better(const Score& a, const Score& b) {
    __extension__ using Wide = unsigned __int128;
    return Wide{a.numerator} * b.denominator > Wide{b.numerator} * a.denominator;
  }

 private:
  const std::uint32_t* all_;
  std::uint32_t* left_;
  std::uint64_t left_sum_ = 0;
  std::uint64_t right_ = 0;
  std::uint64_t left_draws_ = 0;
  std::uint64_t right_draws_;
};

// The scan of a node by entropy.
class EntropyScan {
 public:
  using Score = std::int64_t;

  EntropyScan(const CountTable& table, std::span<const std::uint32_t> all,
              std::span<std::uint32_t> left, std::uint32_t draws)
      : table_(table.values().data()), all_(all.data()), left_(left.data()), right_draws_(draws) {}

  [[nodiscard]] static std::int64_t sum(const CountTable& table, std::uint32_t count) {
    return table[count];
  }
  void begin(std::int64_t sum_of_all) { sums_ = sum_of_all; }

  void move(std::uint32_t label, std::uint32_t draws) {
    const std::uint32_t on_left = left_[label];
    const std::uint32_t on_right = all_[label] - on_left;
    sums_ +=
        table_[on_left + draws] - table_[on_left] + table_[on_right - draws] - table_[on_right];
    left_[label] = on_left + draws;
    left_draws_ += draws;
    right_draws_ -= draws;
  }
  [[nodiscard]] Score score() const { return table_[left_draws_] + table_[right_draws_] - sums_; }
  [[nodiscard]] static bool better(Score a, Score b) { return a < b; }

 private:
  const std::int64_t* table_;
  const std::uint32_t* all_;
  std::uint32_t* left_;
  std::int64_t sums_ = 0;  // sum of T over the labels of both sides
  std::uint32_t left_draws_ = 0;
  std::uint32_t right_draws_;
};

}  // namespace forest
