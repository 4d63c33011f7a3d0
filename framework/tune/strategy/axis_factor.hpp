#pragma once

#include <cstdint>
#include <vector>

#include "framework/tune/strategy/axes.hpp"

namespace assay {

// The factor of a parameter in the covariance of a Gaussian process (gaussian_process.hpp), between
// any two of its values. Stored as a table where the values are few, otherwise computed on demand,
// so that a parameter of a million values costs no more than the values in use.
class AxisFactor {
 public:
  struct Logarithms {
    double length = 0;      // log l
    double importance = 0;  // logit a
    double kinship = 0;     // logit w
  };
  // Derivatives divided by the factor: d log factor / d ...
  struct Slopes {
    double by_length;
    double by_importance;
    double by_kinship;
  };

  explicit AxisFactor(Axis axis);
  void set(const Logarithms& theta);

  [[nodiscard]] double value(std::uint32_t a, std::uint32_t b) const {
    return table_.empty() ? at(a, b).value : table_[a * axis_.size() + b].value;
  }
  [[nodiscard]] Slopes slopes(std::uint32_t a, std::uint32_t b) const {
    return table_.empty() ? at(a, b).slopes : table_[a * axis_.size() + b].slopes;
  }

 private:
  struct Entry {
    double value;
    Slopes slopes;
  };
  [[nodiscard]] Entry at(std::size_t a, std::size_t b) const;

  Axis axis_;
  double length_ = 1;
  double importance_ = 1;
  double share_ = 0;
  std::vector<Entry> table_;  // [value][value], or empty
};

}  // namespace assay
