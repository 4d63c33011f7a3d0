#include "framework/dispatch/c_formula.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace assay::dispatch {
namespace {

// The function of an operator; "" if there is none.
const char* function_of(Opcode opcode) {
  switch (opcode) {
    case Opcode::add:
      return "sum";
    case Opcode::subtract:
      return "difference";
    case Opcode::multiply:
      return "product";
    case Opcode::divide:
      return "quotient";
    case Opcode::floor_divide:
      return "quotient_down";
    case Opcode::ceil_divide:
      return "quotient_up";
    case Opcode::modulo:
      return "rest";
    case Opcode::minimum:
      return "lesser";
    case Opcode::maximum:
      return "greater";
    case Opcode::absolute:
      return "magnitude";
    case Opcode::power_of_two:
      return "is_power";
    case Opcode::shift_left:
      return "shifted_up";
    case Opcode::shift_right:
      return "shifted_down";
    default:
      return "";
  }
}

// Between two numbers; "" if C has no such operator.
const char* infix_of(Opcode opcode) {
  switch (opcode) {
    case Opcode::less:
      return "<";
    case Opcode::less_equal:
      return "<=";
    case Opcode::greater:
      return ">";
    case Opcode::greater_equal:
      return ">=";
    case Opcode::bit_and:
      return "&";
    case Opcode::bit_or:
      return "|";
    case Opcode::bit_xor:
      return "^";
    default:
      return "";
  }
}

std::string exact_operation(Opcode opcode, const std::vector<std::string>& operands,
                            const std::string& prefix) {
  if (const std::string name = function_of(opcode); !name.empty()) {
    return fmt::format("{}_exact_{}({}, wrong)", prefix, name, fmt::join(operands, ", "));
  }
  if (opcode == Opcode::negate) return fmt::format("(-{})", operands[0]);
  if (opcode == Opcode::negation) return fmt::format("(!({}))", operands[0]);
  if (opcode == Opcode::truth) return fmt::format("(({}) != 0)", operands[0]);
  const std::string infix = infix_of(opcode);
  if (infix.empty()) return "";
  const bool of_bits = opcode >= Opcode::bit_and && opcode <= Opcode::shift_right;
  if (!of_bits) return fmt::format("({} {} {})", operands[0], infix, operands[1]);
  return fmt::format("(double)({0}_exact_whole({1}, wrong) {2} {0}_exact_whole({3}, wrong))",
                     prefix, operands[0], infix, operands[1]);
}

}  // namespace

std::optional<std::string> c_formula(const Expression& formula, const std::vector<CName>& names,
                                     const std::string& prefix) {
  return c_expression(formula, names,
                      {[&](Opcode opcode, const std::vector<std::string>& operands) {
                         return exact_operation(opcode, operands, prefix);
                       },
                       true});
}

std::string c_formula_functions(const std::string& prefix) {
  constexpr const char* functions = R"(
/* Arithmetic of whole numbers below 2^53, where doubles are exact; beyond, it is wrong. */
static inline double {0}_exact(double a, int* wrong) {{
  if (a > -9007199254740992.0 && a < 9007199254740992.0) return a;
  *wrong = 1;
  return 1;
}}
static inline long long {0}_exact_whole(double a, int* wrong) {{
  const long long whole = (long long){0}_exact(a, wrong);
  if ((double)whole != a) *wrong = 1;
  return whole;
}}
static inline double {0}_exact_sum(double a, double b, int* wrong) {{
  return {0}_exact(a + b, wrong);
}}
static inline double {0}_exact_difference(double a, double b, int* wrong) {{
  return {0}_exact(a - b, wrong);
}}
static inline double {0}_exact_product(double a, double b, int* wrong) {{
  return {0}_exact(a * b, wrong);
}}
static inline double {0}_exact_quotient(double a, double b, int* wrong) {{
  if (b == 0) *wrong = 1;
  return {0}_exact(b == 0 ? 1 : a / b, wrong);
}}
static inline double {0}_exact_quotient_down(double a, double b, int* wrong) {{
  const double ratio = {0}_exact_quotient(a, b, wrong);
  const double whole = (double)(long long)ratio;
  return whole > ratio ? whole - 1 : whole;
}}
static inline double {0}_exact_quotient_up(double a, double b, int* wrong) {{
  const double ratio = {0}_exact_quotient(a, b, wrong);
  const double whole = (double)(long long)ratio;
  return whole < ratio ? whole + 1 : whole;
}}
static inline double {0}_exact_rest(double a, double b, int* wrong) {{
  const double down = {0}_exact_quotient_down(a, b, wrong);
  return (double){0}_exact_whole(a, wrong) - (double){0}_exact_whole(b, wrong) * down;
}}
static inline double {0}_exact_lesser(double a, double b, int* wrong) {{
  (void)wrong;
  return b < a ? b : a;
}}
static inline double {0}_exact_greater(double a, double b, int* wrong) {{
  (void)wrong;
  return b > a ? b : a;
}}
static inline double {0}_exact_magnitude(double a, int* wrong) {{
  (void)wrong;
  return a < 0 ? -a : a;
}}
static inline double {0}_exact_is_power(double a, int* wrong) {{
  const long long whole = (long long){0}_exact(a, wrong);
  return a == (double)whole && whole > 0 && (whole & (whole - 1)) == 0;
}}
static inline double {0}_exact_shifted_up(double a, double b, int* wrong) {{
  const long long by = {0}_exact_whole(b, wrong);
  const long long whole = {0}_exact_whole(a, wrong);
  if (by < 0 || (by > 52 && whole != 0)) *wrong = 1;
  return {0}_exact((double)whole * (double)(1LL << (by < 0 || by > 52 ? 0 : by)), wrong);
}}
static inline double {0}_exact_shifted_down(double a, double b, int* wrong) {{
  const long long by = {0}_exact_whole(b, wrong);
  if (by < 0) *wrong = 1;
  return (double)({0}_exact_whole(a, wrong) >> (by < 0 ? 0 : by > 62 ? 62 : by));
}}
)";
  return fmt::format(fmt::runtime(functions), prefix);
}

}  // namespace assay::dispatch
