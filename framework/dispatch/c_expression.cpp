#include "framework/dispatch/c_expression.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <variant>

#include "framework/compare/winner_constants.hpp"
#include "framework/core/error.hpp"
#include "framework/core/expression/arithmetic.hpp"
#include "framework/dispatch/member_name.hpp"

namespace assay::dispatch {
namespace {

using decision::Feature;

// What the stack of an expression's evaluation would hold, as text.
struct Operand {
  std::string c;
  const Feature* text_feature = nullptr;  // whose texts the value numbers
  const std::string* text = nullptr;      // of a literal
  std::vector<std::string> matches = {};  // comparisons of `x in [...]` so far
  std::optional<Scalar> constant = {};    // of a number, in an exact dialect
  bool may_be_real = false;
};

struct Unsupported {};

// Whole numbers below it are the same as reals.
constexpr double exact_below = 0x1p53;

bool is_of_bits(Opcode opcode) {
  return opcode >= Opcode::bit_and && opcode <= Opcode::shift_right;
}

class Translator {
 public:
  Translator(const ExpressionCode& code, const std::vector<CName>& names, const CDialect& dialect)
      : code_(code), names_(names), dialect_(dialect), arithmetic_(code.text) {}

  std::string translate() { return translate(0, code_.instructions.size()).c; }

 private:
  // The instructions from `at` to before `end`, which leave one value.
  Operand translate(std::size_t at, std::size_t end) {
    std::vector<Operand> stack;
    while (at < end) at = step(at, stack);
    if (stack.size() != 1) throw Unsupported();
    static_cast<void>(number(stack.back()));
    return stack.back();
  }

  // Returns the position of what follows.
  std::size_t step(std::size_t at, std::vector<Operand>& stack) {
    const Instruction& now = code_.instructions[at];
    const std::size_t next = at + 1;
    const std::size_t behind = next + now.argument;
    switch (now.opcode) {
      case Opcode::literal:
        stack.push_back(literal(code_.literals[now.argument]));
        return next;
      case Opcode::slot:
        stack.push_back({names_[now.argument].c, names_[now.argument].text_feature});
        return next;
      case Opcode::and_then:
      case Opcode::or_else: {
        const char* name = now.opcode == Opcode::and_then ? "&&" : "||";
        const std::string left = pop(stack).c;
        stack.push_back({fmt::format("({} {} {})", left, name, translate(next, behind).c)});
        return behind;
      }
      case Opcode::jump_if_false: {
        // The first alternative ends with the jump over the second.
        const std::size_t jump = behind - 1;
        const std::size_t end = behind + code_.instructions[jump].argument;
        stack.push_back(choice(pop(stack), translate(next, jump), translate(behind, end)));
        return end;
      }
      case Opcode::match: {
        const Operand one = pop(stack);
        stack.back().matches.push_back(equality(stack.back(), one, "=="));
        return next;
      }
      case Opcode::no_match: {
        Operand& sought = stack.back();
        sought = {fmt::format("({})", fmt::join(sought.matches, " || "))};
        return next;
      }
      case Opcode::negate:
      case Opcode::absolute:
      case Opcode::power_of_two:
      case Opcode::negation:
      case Opcode::truth:
      case Opcode::logarithm:
        stack.push_back(unary(now, pop(stack)));
        return next;
      default: {
        const Operand right = pop(stack);
        const Operand left = pop(stack);
        stack.push_back(binary(now, left, right));
        return next;
      }
    }
  }

  static Operand pop(std::vector<Operand>& stack) {
    if (stack.empty()) throw Unsupported();
    Operand top = std::move(stack.back());
    stack.pop_back();
    return top;
  }

  [[nodiscard]] Operand literal(const Value& value) const {
    if (const auto* text = std::get_if<std::string>(&value)) return {"", nullptr, text};
    return dialect_.exact ? constant(Scalar::of(value)) : Operand{literal_text(value)};
  }

  static std::string literal_text(const Value& value) {
    if (const auto* flag = std::get_if<bool>(&value)) return *flag ? "1.0" : "0.0";
    if (const auto* whole = std::get_if<std::int64_t>(&value)) return fmt::format("{}.0", *whole);
    return c_literal(value);
  }

  static Operand constant(const Scalar& scalar) {
    const double value = scalar.number();
    if (!(std::abs(value) < exact_below)) throw Unsupported();
    const bool real = scalar.kind == Scalar::Kind::real;
    const std::string text = literal_text(real ? Value(value) : Value(scalar.integer));
    return {value < 0 && !real ? "(" + text + ")" : text, nullptr, nullptr, {}, scalar, real};
  }

  static const std::string& number(const Operand& term) {
    if (term.text != nullptr || term.text_feature != nullptr) throw Unsupported();
    return term.c;
  }

  static Operand choice(const Operand& condition, const Operand& yes, const Operand& no) {
    Operand chosen{fmt::format("({} ? {} : {})", number(condition), yes.c, no.c)};
    chosen.may_be_real = yes.may_be_real || no.may_be_real;
    return chosen;
  }

  // The number of a literal text among a feature's.
  static std::string side(const Operand& one, const Operand& other) {
    if (one.text == nullptr) return one.c;
    if (other.text_feature == nullptr) throw Unsupported();
    const auto& texts = other.text_feature->texts;
    const auto found = std::ranges::find(texts, *one.text);
    return found == texts.end() ? "-1" : std::to_string(found - texts.begin());
  }

  static std::string equality(const Operand& left, const Operand& right, const char* name) {
    const bool is_text = left.text_feature != nullptr || right.text_feature != nullptr;
    if (is_text && left.text == nullptr && right.text == nullptr) throw Unsupported();
    return fmt::format("({} {} {})", side(left, right), name, side(right, left));
  }

  [[nodiscard]] std::string operation(Opcode opcode,
                                      const std::vector<std::string>& operands) const {
    std::string c = dialect_.operation(opcode, operands);
    if (c.empty()) throw Unsupported();
    return c;
  }

  [[nodiscard]] Operand unary(const Instruction& at, const Operand& value) const {
    if (value.constant) return constant(arithmetic_.unary(at, *value.constant));
    Operand result{operation(at.opcode, {number(value)})};
    result.may_be_real = value.may_be_real;
    return result;
  }

  [[nodiscard]] Operand binary(const Instruction& at, const Operand& left,
                               const Operand& right) const {
    if (left.constant && right.constant) {
      return constant(arithmetic_.binary(at, *left.constant, *right.constant));
    }
    if (at.opcode == Opcode::equal) return {equality(left, right, "==")};
    if (at.opcode == Opcode::not_equal) return {equality(left, right, "!=")};
    const bool real = left.may_be_real || right.may_be_real || at.opcode == Opcode::divide;
    if (dialect_.exact && real && is_of_bits(at.opcode)) throw Unsupported();
    Operand result{operation(at.opcode, {number(left), number(right)})};
    result.may_be_real = real && (at.opcode < Opcode::less || at.opcode > Opcode::greater_equal);
    return result;
  }

  const ExpressionCode& code_;
  const std::vector<CName>& names_;
  const CDialect& dialect_;
  ExpressionArithmetic arithmetic_;
};

}  // namespace

std::vector<CName> c_members(const std::vector<Feature>& features) {
  std::vector<CName> names;
  for (std::size_t k = 0; k < features.size(); ++k) {
    names.push_back(
        {"input->" + member_name(features, k), features[k].texts.empty() ? nullptr : &features[k]});
  }
  return names;
}

std::optional<std::string> c_expression(const Expression& expression,
                                        const std::vector<CName>& names, const CDialect& dialect) {
  try {
    return Translator(expression.code(), names, dialect).translate();
  } catch (const Unsupported&) {
    return std::nullopt;
  } catch (const Error&) {
    return std::nullopt;  // an operator of constants that has no result
  }
}

}  // namespace assay::dispatch
