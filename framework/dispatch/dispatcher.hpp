// A dispatcher: which variant and which configuration for the input at hand.
#pragma once

#include <cstddef>
#include <iosfwd>
#include <optional>
#include <string>
#include <vector>

#include "framework/decision/decision.hpp"
#include "framework/dispatch/cost_matrix.hpp"
#include "framework/dispatch/pair_kernel.hpp"
#include "framework/dispatch/regret.hpp"

namespace assay::dispatch {

using decision::Decision;
using decision::DecisionTree;
using decision::FeatureRange;
using decision::Term;
using decision::TreeNode;

// How a dispatcher did on instances, beside what else could have been done.
struct RegretTable {
  RegretSummary tree;
  RegretSummary single;   // the default, everywhere
  RegretSummary nearest;  // what was best on the nearest instance of the training
};

// What a decision chose on one measured instance.
struct Outcome {
  std::string instance;  // its arguments, for people
  FeatureValues point;
  std::size_t chosen = 0;
  std::size_t best = 0;
  double regret = 0;  // the logarithm of the choice's cost over the best one's
  bool held_out = false;
};

// What one choice takes.
struct DecisionTime {
  double seconds = 0;
  std::string by;  // what chose, for people
};

// A decision, and how it was made.
struct Dispatcher : Decision {
  std::string scenario;
  std::vector<std::string> defines;     // of each pair: its configuration for a compiler
  std::vector<double> cover;            // with the first pairs: the mean regret of the best of them
  DecisionTime decision_time;           // on the machine that made it
  RegretTable seen;                     // the instances of the training
  std::optional<RegretTable> held_out;  // instances of sizes that the training did not see
  std::vector<Outcome> outcomes;        // on all instances of both
  std::string machine;                  // its fingerprint
  std::vector<std::string> devices;     // names and drivers
  std::string assay_version;
  // Of each pair whose variant is a kernel file; may be empty if none is.
  std::vector<std::optional<PairKernel>> kernels = {};
};

// What `matrix` says of choices by a decision whose training had `seen`. The matrices have the same
// pairs, the default first.
[[nodiscard]] RegretTable regret_table(const CostMatrix& matrix, const Decision& decision,
                                       const CostMatrix& seen);

// What a decision chooses on the instances of `matrix`.
[[nodiscard]] std::vector<Outcome> outcomes_of(const CostMatrix& matrix, const Decision& decision,
                                               bool held_out);

// A term's text in C and for people, each feature's name after `before`: "rows * columns". With a
// `before` it is one for C, whose features are of type double.
[[nodiscard]] std::string text_of(const Term& term, const std::vector<Feature>& features,
                                  const std::string& before);

// The conditions on the way to a leaf, as in "rows <= 64 and type is float": "" at the root.
[[nodiscard]] std::string path_to(const Dispatcher& dispatcher, std::size_t leaf);

// Writes a header for C99 and C++ that needs no library: a struct of the features, the pairs with
// macros for their parameters, NAME_choose(features), which returns the number of a pair, and
// NAME_why(features), which says by which conditions. If variants are kernel files,
// NAME_launches(pair, features, ...) tells the launches of a pair for an input. NAME is the prefix,
// or the problem's name.
void write_header(const Dispatcher& dispatcher, const std::string& prefix, std::ostream& out);
// Writes the same as JSON.
void write_json(const Dispatcher& dispatcher, std::ostream& out);

}  // namespace assay::dispatch
