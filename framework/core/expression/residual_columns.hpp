#pragma once

#include <cstdint>
#include <span>
#include <unordered_map>
#include <variant>
#include <vector>

#include "framework/core/expression/residual_nodes.hpp"

namespace assay {

// Evaluates nodes for all combinations of the values of their slots, one operator after the other:
// a loop over numbers of one kind costs far less than as many evaluations of the whole node.
class ResidualColumns {
 public:
  using Id = ResidualNodes::Id;

  // A slot: its values, and the variable whose index selects one of them.
  struct Slot {
    std::size_t variable;
    std::span<const Scalar> values;
  };

  // Element k of `slots` is slot number k of the nodes. The first slots are those of the variables
  // 0, 1, ...; others may follow. The nodes and the values are borrowed.
  ResidualColumns(const ResidualNodes& nodes, std::vector<Slot> slots)
      : nodes_(nodes), slots_(std::move(slots)) {}

  // Whether a node can be evaluated here: it and its parts always have values, and each of them
  // has only integers, or only real numbers.
  [[nodiscard]] bool can_evaluate(Id id);
  // Writes the value of a node that is 0 or 1 for each combination of indices of the variables,
  // the last of which varies fastest. Requires can_evaluate(id), and that the node reads slots of
  // these variables only.
  void evaluate(Id id, std::span<const std::size_t> variables, std::vector<std::uint8_t>& results);

 private:
  using Term = ResidualNodes::Term;
  using Integers = std::vector<std::int64_t>;
  using Reals = std::vector<double>;
  using Column = std::variant<Integers, Reals>;

  void begin(std::span<const std::size_t> variables);
  [[nodiscard]] std::size_t size_of(std::size_t variable) const;
  const Column& column(Id id);
  const Integers& integers(Id id) { return std::get<Integers>(column(id)); }
  Column compute(Id id);
  [[nodiscard]] Column constant(const Scalar& value) const;
  [[nodiscard]] Column slot(const Slot& slot) const;
  Integers sum(const ResidualNode& node, std::span<const Term> terms);
  Integers folded(const ResidualNode& node, std::span<const Term> terms);
  Column operation(const ResidualNode& node, const Column& a, const Column& b) const;
  Column choice(std::span<const Term> terms);

  const ResidualNodes& nodes_;
  std::vector<Slot> slots_;
  std::vector<std::int8_t> can_evaluate_;  // for each node: 1 yes, -1 no, 0 not known yet
  // The columns that are known over all combinations of `variables_`. They are kept, because the
  // residuals that follow have most of their parts in common.
  std::vector<std::size_t> variables_;
  std::size_t rows_ = 1;
  std::unordered_map<Id, Column> columns_;
};

}  // namespace assay
