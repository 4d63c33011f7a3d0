// The compiled form of an expression: what the compiler emits and the evaluator runs.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "framework/core/error.hpp"
#include "framework/core/value.hpp"

namespace assay {

// A value during evaluation: 16 bytes, no allocation. A text is borrowed from its owner.
struct Scalar {
  enum class Kind : std::uint8_t { boolean, integer, real, text };

  Kind kind = Kind::boolean;
  union {
    std::int64_t integer = 0;  // booleans too: 0 or 1
    double real;
    const std::string* text;
  };

  static Scalar of(bool value) { return of_integer(Kind::boolean, value ? 1 : 0); }
  static Scalar of(std::int64_t value) { return of_integer(Kind::integer, value); }
  static Scalar of(double value) {
    Scalar scalar;
    scalar.kind = Kind::real;
    scalar.real = value;
    return scalar;
  }
  static Scalar of(const std::string& value) {
    Scalar scalar;
    scalar.kind = Kind::text;
    scalar.text = &value;
    return scalar;
  }
  static Scalar of(const Value& value) {
    return std::visit([](const auto& alternative) { return of(alternative); }, value);
  }

  // The value as a number; booleans count as 0 and 1. Must not be called for texts.
  [[nodiscard]] double number() const {
    return kind == Kind::real ? real : static_cast<double>(integer);
  }

 private:
  static Scalar of_integer(Kind kind, std::int64_t value) {
    Scalar scalar;
    scalar.kind = kind;
    scalar.integer = value;
    return scalar;
  }
};

enum class Opcode : std::uint8_t {
  // Push `literals[argument]`, or the value of slot number `argument`.
  literal,
  slot,
  // Replace the two topmost values by their combination.
  add,
  subtract,
  multiply,
  divide,
  floor_divide,
  modulo,
  minimum,
  maximum,
  ceil_divide,
  power,
  bit_and,
  bit_or,
  bit_xor,
  shift_left,
  shift_right,
  equal,
  not_equal,
  less,
  less_equal,
  greater,
  greater_equal,
  // Replace the topmost value.
  negate,
  absolute,
  logarithm,
  power_of_two,
  negation,
  truth,
  // Skip `argument` instructions; jumps are relative, so that code can be moved.
  jump,
  jump_if_false,  // pops the condition
  and_then,       // false on top: keep it and jump; else pop it
  or_else,        // true on top: keep it and jump; else pop it
  match,          // pops; if equal to the value below, replaces that value by true and jumps
  no_match,       // replaces the topmost value by false
};

struct Instruction {
  Opcode opcode;
  std::uint32_t argument = 0;
  std::uint32_t place = 0;  // column in the text, for messages
};

struct ExpressionCode {
  std::string text;
  std::vector<Instruction> instructions;
  std::vector<Value> literals;
  std::vector<std::size_t> slots;  // slots that the expression reads, ascending
  std::size_t stack_size = 0;      // entries that evaluation needs
};

// Compiles `text`; name k of `names` becomes slot k. Throws the usage Error of expression_error.
[[nodiscard]] ExpressionCode compile_expression(const std::string& text,
                                                const std::vector<std::string>& names);
// Compiles `text` where every name is valid: names that are not among `names` are appended to them.
[[nodiscard]] ExpressionCode compile_collecting(const std::string& text,
                                                std::vector<std::string>& names);

// An expression, or a name in one, as messages quote it: only its beginning if it is longer than a
// line.
[[nodiscard]] std::string quotable(std::string_view text);

// A usage Error that shows the expression (only the surroundings of `place` if it is long), with a
// caret under column `place`.
[[nodiscard]] Error expression_error(std::string_view text, std::size_t place,
                                     const std::string& message);

}  // namespace assay
