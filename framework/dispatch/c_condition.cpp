#include "framework/dispatch/c_condition.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <variant>

#include "framework/compare/winner_constants.hpp"
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
};

struct Unsupported {};

class Translator {
 public:
  Translator(const ExpressionCode& code, const std::vector<Feature>& features,
             const std::string& prefix)
      : code_(code), features_(features), prefix_(prefix) {}

  std::string translate() { return translate(0, code_.instructions.size()); }

 private:
  // The instructions from `at` to before `end`, which leave one value.
  std::string translate(std::size_t at, std::size_t end) {
    std::vector<Operand> stack;
    while (at < end) at = step(at, stack);
    if (stack.size() != 1 || stack.back().text_feature != nullptr) throw Unsupported();
    return stack.back().c;
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
        stack.push_back(feature(now.argument));
        return next;
      case Opcode::and_then:
      case Opcode::or_else: {
        const char* name = now.opcode == Opcode::and_then ? "&&" : "||";
        const std::string left = pop(stack).c;
        stack.push_back({fmt::format("({} {} {})", left, name, translate(next, behind))});
        return behind;
      }
      case Opcode::jump_if_false: {
        // The first alternative ends with the jump over the second.
        const std::size_t jump = behind - 1;
        const std::size_t end = behind + code_.instructions[jump].argument;
        const std::string condition = pop(stack).c;
        stack.push_back({fmt::format("({} ? {} : {})", condition, translate(next, jump),
                                     translate(behind, end))});
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
        stack.push_back({unary(now.opcode, number(pop(stack)))});
        return next;
      default: {
        const Operand right = pop(stack);
        const Operand left = pop(stack);
        stack.push_back({binary(now.opcode, left, right)});
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

  [[nodiscard]] Operand feature(std::size_t slot) const {
    const Feature& found = features_[slot];
    return {"input->" + member_name(features_, slot), found.texts.empty() ? nullptr : &found};
  }

  static Operand literal(const Value& value) {
    if (const auto* text = std::get_if<std::string>(&value)) return {"", nullptr, text};
    if (const auto* flag = std::get_if<bool>(&value)) return {*flag ? "1.0" : "0.0"};
    if (const auto* whole = std::get_if<std::int64_t>(&value)) return {fmt::format("{}.0", *whole)};
    return {c_literal(value)};
  }

  static const std::string& number(const Operand& term) {
    if (term.text != nullptr || term.text_feature != nullptr) throw Unsupported();
    return term.c;
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

  [[nodiscard]] std::string unary(Opcode opcode, const std::string& value) const {
    switch (opcode) {
      case Opcode::negate:
        return fmt::format("(-{})", value);
      case Opcode::absolute:
        return fmt::format("({0} < 0 ? -{0} : {0})", value);
      case Opcode::power_of_two:
        return fmt::format("{}_is_power_of_two({})", prefix_, value);
      case Opcode::negation:
        return fmt::format("(!({}))", value);
      default:
        return fmt::format("(({}) != 0)", value);
    }
  }

  [[nodiscard]] std::string binary(Opcode opcode, const Operand& left, const Operand& right) const {
    if (opcode == Opcode::equal) return equality(left, right, "==");
    if (opcode == Opcode::not_equal) return equality(left, right, "!=");
    const std::string& a = number(left);
    const std::string& b = number(right);
    const auto infix = [&](const char* name) { return fmt::format("({} {} {})", a, name, b); };
    const auto call = [&](const char* name) {
      return fmt::format("{}_{}({}, {})", prefix_, name, a, b);
    };
    const auto of_bits = [&](const char* name) {
      return fmt::format("(double)((long long){} {} (long long){})", a, name, b);
    };
    switch (opcode) {
      case Opcode::add:
        return infix("+");
      case Opcode::subtract:
        return infix("-");
      case Opcode::multiply:
        return infix("*");
      case Opcode::divide:
        return infix("/");
      case Opcode::less:
        return infix("<");
      case Opcode::less_equal:
        return infix("<=");
      case Opcode::greater:
        return infix(">");
      case Opcode::greater_equal:
        return infix(">=");
      case Opcode::minimum:
        return call("least");
      case Opcode::maximum:
        return call("most");
      case Opcode::floor_divide:
        return call("floor_divide");
      case Opcode::modulo:
        return call("modulo");
      case Opcode::ceil_divide:
        return fmt::format("(-{}_floor_divide(-{}, {}))", prefix_, a, b);
      case Opcode::bit_and:
        return of_bits("&");
      case Opcode::bit_or:
        return of_bits("|");
      case Opcode::bit_xor:
        return of_bits("^");
      case Opcode::shift_left:
        return of_bits("<<");
      case Opcode::shift_right:
        return of_bits(">>");
      default:
        throw Unsupported();
    }
  }

  const ExpressionCode& code_;
  const std::vector<Feature>& features_;
  const std::string& prefix_;
};

}  // namespace

std::optional<std::string> c_condition(const Expression& condition,
                                       const std::vector<Feature>& features,
                                       const std::string& prefix) {
  try {
    return Translator(condition.code(), features, prefix).translate();
  } catch (const Unsupported&) {
    return std::nullopt;
  }
}

std::string c_condition_functions(const std::string& prefix) {
  constexpr const char* functions = R"(
static inline double {0}_least(double a, double b) {{ return b < a ? b : a; }}
static inline double {0}_most(double a, double b) {{ return b > a ? b : a; }}
static inline double {0}_floor_divide(double a, double b) {{
  const double ratio = a / b;
  if (b == 0) return ratio - ratio; /* no number */
  if (ratio > 4e15 || ratio < -4e15) return ratio;
  return (double)(long long)ratio > ratio ? (double)(long long)ratio - 1
                                          : (double)(long long)ratio;
}}
static inline double {0}_modulo(double a, double b) {{
  return a - b * {0}_floor_divide(a, b);
}}
static inline int {0}_is_power_of_two(double a) {{
  const long long whole = (long long)a;
  return a == (double)whole && whole > 0 && (whole & (whole - 1)) == 0;
}}
)";
  return fmt::format(fmt::runtime(functions), prefix);
}

}  // namespace assay::dispatch
