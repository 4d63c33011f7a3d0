#pragma once

#include <string>
#include <vector>

#include "framework/core/value.hpp"

namespace assay::decision {

// A number that a program knows of its input before it computes. Texts are numbered in the order
// of `texts`.
struct Feature {
  std::string name;
  std::vector<std::string> texts = {};  // empty: a number
  bool is_fact = false;  // of an instance, which its problem tells; else an argument of the problem
};

// Values of all features, in their order.
using FeatureValues = std::vector<double>;

// The features' values of an instance, by its arguments and facts. What is missing, and a text that
// the feature does not list, is no number (NaN).
[[nodiscard]] FeatureValues values_of(const std::vector<Feature>& features,
                                      const Bindings& arguments, const Bindings& facts);

}  // namespace assay::decision
