#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "framework/core/expression/code.hpp"
#include "framework/core/expression/integer_range.hpp"
#include "framework/core/number_table.hpp"

namespace assay {

// A part of an expression some of whose slots are known, as an element of ResidualNodes. It stands
// for the value of that part of the expression, or for its having none.
//
// Booleans are the integers 0 and 1, because only the result of a whole expression distinguishes
// booleans from integers.
struct ResidualNode {
  enum class Op : std::uint8_t {
    failure,     // has no value
    constant,    // `scalar`
    slot,        // a slot that is not known yet; `scalar` is its number
    sum,         // `scalar` plus the terms times their factors; of integers, never overflows
    product,     // product of the terms; of integers, never overflows
    extreme,     // minimum or maximum (`opcode`) of the terms; of integers
    comparison,  // less_equal, equal or not_equal (`opcode`) of the term and `scalar`; integers
    operation,   // `opcode` of one or two terms
    logic,       // and_then or or_else (`opcode`) of terms that are 0 or 1, in this order
    choice,      // the second term if the first is 1, the third if it is 0
  };
  // The bits of `kinds`, which say what the value may be.
  static constexpr std::uint8_t integer = 1;
  static constexpr std::uint8_t real = 2;
  static constexpr std::uint8_t text = 4;

  Op op = Op::failure;
  Opcode opcode = Opcode::literal;
  std::uint8_t kinds = 0;
  bool total = false;  // there always is a value
  Scalar scalar;
  IntegerRange range;  // of the value, if it is an integer
  // For integers: at least 1, and no less than the magnitudes of the value, of the partial sums and
  // products of its parts, in any order, and of the factors and constants in them.
  double weight = 1;
  std::uint64_t reads = 0;  // bit set: slots whose bit is clear are not read; the others may be
  std::uint32_t first_term = 0;
  std::uint32_t terms = 0;

  [[nodiscard]] bool is_integer() const { return kinds == integer; }
  [[nodiscard]] bool is_text() const { return kinds == text; }
  [[nodiscard]] bool may_be_text() const { return (kinds & text) != 0; }
  [[nodiscard]] bool is_zero_or_one() const { return is_integer() && range.within(0, 1); }
};

// A store of distinct nodes: nodes with equal parts are one node, which has one number.
class ResidualNodes {
 public:
  using Id = std::uint32_t;
  struct Term {
    std::int64_t factor = 1;  // used by sums only
    Id node = 0;
    bool operator==(const Term&) const = default;
  };

  // Returns the node with this `op`, `opcode`, `scalar` and terms (and, for a slot, with these
  // `kinds`, `range` and `reads`), inserted if it is new. The other members are derived.
  Id insert(ResidualNode node, std::span<const Term> terms);

  [[nodiscard]] std::size_t size() const { return nodes_.size(); }
  // The references and spans that these two functions return are valid until the next insertion.
  [[nodiscard]] const ResidualNode& operator[](Id id) const { return nodes_[id]; }
  [[nodiscard]] std::span<const Term> terms(Id id) const {
    return std::span(terms_).subspan(nodes_[id].first_term, nodes_[id].terms);
  }

 private:
  [[nodiscard]] std::uint64_t hash(const ResidualNode& node, std::span<const Term> terms);
  void describe(ResidualNode& node, std::span<const Term> terms) const;
  void describe_combination(ResidualNode& node, std::span<const Term> terms) const;
  void describe_operation(ResidualNode& node, std::span<const Term> terms) const;
  void describe_arithmetic(ResidualNode& node, const ResidualNode& a, const ResidualNode& b) const;

  std::vector<ResidualNode> nodes_;
  std::vector<Term> terms_;
  NumberTable numbers_;
  std::unordered_map<std::string_view, const std::string*> texts_;  // one copy of each text
  std::vector<std::uint32_t> words_;                                // scratch
};

}  // namespace assay
