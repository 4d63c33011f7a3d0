#include "framework/dispatch/c_condition.hpp"

#include <fmt/format.h>

#include "framework/dispatch/c_expression.hpp"

namespace assay::dispatch {
namespace {

using decision::Feature;

std::string unary_condition(Opcode opcode, const std::string& value, const std::string& prefix) {
  switch (opcode) {
    case Opcode::negate:
      return fmt::format("(-{})", value);
    case Opcode::absolute:
      return fmt::format("({0} < 0 ? -{0} : {0})", value);
    case Opcode::power_of_two:
      return fmt::format("{}_is_power_of_two({})", prefix, value);
    case Opcode::negation:
      return fmt::format("(!({}))", value);
    case Opcode::truth:
      return fmt::format("(({}) != 0)", value);
    default:
      return "";
  }
}

std::string binary_condition(Opcode opcode, const std::string& a, const std::string& b,
                             const std::string& prefix) {
  const auto infix = [&](const char* name) { return fmt::format("({} {} {})", a, name, b); };
  const auto call = [&](const char* name) {
    return fmt::format("{}_{}({}, {})", prefix, name, a, b);
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
      return fmt::format("(-{}_floor_divide(-{}, {}))", prefix, a, b);
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
      return "";
  }
}

}  // namespace

std::optional<std::string> c_condition(const Expression& condition,
                                       const std::vector<Feature>& features,
                                       const std::string& prefix) {
  const CDialect dialect{[&](Opcode opcode, const std::vector<std::string>& operands) {
    return operands.size() == 1 ? unary_condition(opcode, operands[0], prefix)
                                : binary_condition(opcode, operands[0], operands[1], prefix);
  }};
  return c_expression(condition, c_members(features), dialect);
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
