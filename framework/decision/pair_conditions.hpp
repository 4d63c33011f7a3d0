#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "framework/core/expression/expression.hpp"
#include "framework/decision/feature.hpp"
#include "framework/decision/pair.hpp"

namespace assay::decision {

// What the constraints of pairs' variants ask of an input, as far as its features say it: a pair
// whose groups keep a row of 2,048 elements asks for "columns <= 2048". A pair is never chosen for
// an input that it does not admit while another pair does.
class PairConditions {
 public:
  // Every pair admits every input.
  PairConditions() = default;
  // texts[j]: what pair j asks for, expressions over the features' names, all of which must hold.
  // Throws the usage Error of Expression::parse.
  PairConditions(std::vector<Feature> features, const std::vector<std::vector<std::string>>& texts);

  // An input on which a condition has no value, as a division by zero, is not admitted.
  [[nodiscard]] bool admits(std::size_t pair, const FeatureValues& values) const;
  // The first pair of `preferred` that admits the input; else the first one of all, and where none
  // does, the first of `preferred`, which has one.
  [[nodiscard]] std::size_t admitted(const Preference& preferred,
                                     const FeatureValues& values) const;

  // The conditions of a pair.
  [[nodiscard]] std::vector<Expression> of(std::size_t pair) const;

 private:
  std::vector<Feature> features_;
  std::vector<std::vector<Expression>> conditions_;  // of each pair; empty: nothing is asked
};

}  // namespace assay::decision
