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

// A part of an expression of which some slots are known, as it stands among ResidualNodes. It
// stands for the value that the part of the expression has, or for having none.
//
// Booleans are the integers 0 and 1, for nothing but the result of a whole expression tells them
// apart.
struct ResidualNode {
  enum class Op : std::uint8_t {
    failure,     // has no value
    constant,    // `scalar`
    slot,        // one that is not known yet; `scalar` is its number
    sum,         // `scalar` and the terms by their factors; of integers, and never overflows
    product,     // of the terms; of integers, and never overflows
    extreme,     // `opcode` minimum or maximum of the terms; of integers
    comparison,  // `opcode` less_equal, equal or not_equal of the term with `scalar`; of integers
    operation,   // `opcode` of one or two terms
    logic,       // `opcode` and_then or or_else of terms that are 0 or 1, in this order
    choice,      // by the first term, 0 or 1: the second if 1, else the third
  };
  // What the value may be.
  static constexpr std::uint8_t integer = 1;
  static constexpr std::uint8_t real = 2;
  static constexpr std::uint8_t text = 4;

  Op op = Op::failure;
  Opcode opcode = Opcode::literal;
  std::uint8_t kinds = 0;
  bool total = false;  // there always is a value
  Scalar scalar;
  IntegerRange range;  // where it is an integer
  // Of an integer: at least 1, and no less than the magnitude of the value, of partial sums and
  // products of what it consists of, in any order, and of the factors and constants in them.
  double weight = 1;
  std::uint64_t reads = 0;  // by bits: slots it does not read are not in it, others may be
  std::uint32_t first_term = 0;
  std::uint32_t terms = 0;

  [[nodiscard]] bool is_integer() const { return kinds == integer; }
  [[nodiscard]] bool is_text() const { return kinds == text; }
  [[nodiscard]] bool may_be_text() const { return (kinds & text) != 0; }
  [[nodiscard]] bool is_zero_or_one() const { return is_integer() && range.within(0, 1); }
};

// Distinct nodes over distinct nodes: what is equal by its parts has one number.
class ResidualNodes {
 public:
  using Id = std::uint32_t;
  struct Term {
    std::int64_t factor = 1;  // of a sum
    Id node = 0;
    bool operator==(const Term&) const = default;
  };

  // The node of that `op`, `opcode`, `scalar` and terms; for a slot of these `kinds`, `range` and
  // `reads` too. The rest is found out.
  Id insert(ResidualNode node, std::span<const Term> terms);

  [[nodiscard]] std::size_t size() const { return nodes_.size(); }
  // Both until the next insertion.
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
  std::unordered_map<std::string_view, const std::string*> texts_;  // one of each
  std::vector<std::uint32_t> words_;                                // scratch
};

}  // namespace assay
