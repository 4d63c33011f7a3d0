#include "framework/core/expression.hpp"

#include <array>
#include <cmath>
#include <limits>

namespace assay {
namespace {

using Kind = Scalar::Kind;

// The arithmetic of one evaluation; knows the place to name when something has no result.
class Arithmetic {
 public:
  explicit Arithmetic(const ExpressionCode& code) : code_(code) {}

  [[nodiscard]] Scalar binary(const Instruction& at, const Scalar& a, const Scalar& b) const {
    if (at.opcode >= Opcode::equal && at.opcode <= Opcode::greater_equal) {
      return Scalar::of(compare(at, a, b));
    }
    require_numbers(at, a, b);
    if (a.kind == Kind::real || b.kind == Kind::real || at.opcode == Opcode::divide) {
      return Scalar::of(real(at, a.number(), b.number()));
    }
    return Scalar::of(integer(at, a.integer, b.integer));
  }

  [[nodiscard]] Scalar unary(const Instruction& at, const Scalar& a) const {
    if (a.kind == Kind::text) fail(at, "a text stands where a number or a boolean belongs");
    switch (at.opcode) {
      case Opcode::truth:
        return Scalar::of(truth(a));
      case Opcode::negation:
        return Scalar::of(!truth(a));
      case Opcode::power_of_two:
        return Scalar::of(is_power_of_two(a));
      case Opcode::logarithm:
        if (!(a.number() > 0)) fail(at, "log2 of a number that is not above 0");
        return Scalar::of(std::log2(a.number()));
      case Opcode::absolute:
        if (a.number() >= 0) return as_number(a);
        [[fallthrough]];
      default:
        if (a.kind == Kind::real) return Scalar::of(-a.real);
        return Scalar::of(integer({Opcode::subtract, 0, at.place}, 0, a.integer));
    }
  }

  [[nodiscard]] bool equal(const Instruction& at, const Scalar& a, const Scalar& b) const {
    if ((a.kind == Kind::text) != (b.kind == Kind::text)) {
      fail(at, "a text is compared with a number or a boolean");
    }
    if (a.kind == Kind::text) return *a.text == *b.text;
    if (a.kind == Kind::real || b.kind == Kind::real) return a.number() == b.number();
    return a.integer == b.integer;
  }

  static bool truth(const Scalar& a) { return a.kind == Kind::real ? a.real != 0 : a.integer != 0; }

  [[noreturn]] void fail(const Instruction& at, const char* message) const {
    throw expression_error(code_.text, at.place, message);
  }

 private:
  static Scalar as_number(const Scalar& a) {
    return a.kind == Kind::real ? a : Scalar::of(a.integer);
  }

  static bool is_power_of_two(const Scalar& a) {
    if (a.kind != Kind::real) return a.integer > 0 && (a.integer & (a.integer - 1)) == 0;
    int exponent = 0;
    return a.real >= 1 && std::isfinite(a.real) && std::frexp(a.real, &exponent) == 0.5;
  }

  void require_numbers(const Instruction& at, const Scalar& a, const Scalar& b) const {
    if (a.kind == Kind::text || b.kind == Kind::text) {
      fail(at, "a text stands where a number belongs");
    }
  }

  [[nodiscard]] bool compare(const Instruction& at, const Scalar& a, const Scalar& b) const {
    if (at.opcode == Opcode::equal) return equal(at, a, b);
    if (at.opcode == Opcode::not_equal) return !equal(at, a, b);
    require_numbers(at, a, b);
    if (a.kind == Kind::real || b.kind == Kind::real) return ordered(at, a.number(), b.number());
    return ordered(at, a.integer, b.integer);
  }

  template <class T>
  static bool ordered(const Instruction& at, T a, T b) {
    switch (at.opcode) {
      case Opcode::less:
        return a < b;
      case Opcode::less_equal:
        return a <= b;
      case Opcode::greater:
        return a > b;
      default:
        return a >= b;
    }
  }

  [[nodiscard]] double real(const Instruction& at, double a, double b) const {
    switch (at.opcode) {
      case Opcode::add:
        return a + b;
      case Opcode::subtract:
        return a - b;
      case Opcode::multiply:
        return a * b;
      case Opcode::minimum:
        return std::min(a, b);
      case Opcode::maximum:
        return std::max(a, b);
      default:
        break;
    }
    if (b == 0) fail(at, "division by zero");
    switch (at.opcode) {
      case Opcode::divide:
        return a / b;
      case Opcode::floor_divide:
        return std::floor(a / b);
      case Opcode::ceil_divide:
        return std::ceil(a / b);
      default: {
        const double rest = std::fmod(a, b);
        return rest != 0 && (rest < 0) != (b < 0) ? rest + b : rest;
      }
    }
  }

  [[nodiscard]] std::int64_t integer(const Instruction& at, std::int64_t a, std::int64_t b) const {
    std::int64_t result = 0;
    bool overflow = false;
    switch (at.opcode) {
      case Opcode::add:
        overflow = __builtin_add_overflow(a, b, &result);
        break;
      case Opcode::subtract:
        overflow = __builtin_sub_overflow(a, b, &result);
        break;
      case Opcode::multiply:
        overflow = __builtin_mul_overflow(a, b, &result);
        break;
      case Opcode::minimum:
        return std::min(a, b);
      case Opcode::maximum:
        return std::max(a, b);
      default:
        return quotient(at, a, b);
    }
    if (overflow) fail(at, "the result needs more than 64 bits");
    return result;
  }

  [[nodiscard]] std::int64_t quotient(const Instruction& at, std::int64_t a, std::int64_t b) const {
    if (b == 0) fail(at, "division by zero");
    if (b == -1) {  // the one quotient that may overflow, and traps
      if (at.opcode == Opcode::modulo) return 0;
      return integer({Opcode::subtract, 0, at.place}, 0, a);
    }
    const std::int64_t rest = a % b;
    const bool same_sign = (rest < 0) == (b < 0);
    switch (at.opcode) {
      case Opcode::floor_divide:
        return a / b - (rest != 0 && !same_sign ? 1 : 0);
      case Opcode::ceil_divide:
        return a / b + (rest != 0 && same_sign ? 1 : 0);
      default:
        return rest != 0 && !same_sign ? rest + b : rest;
    }
  }

  const ExpressionCode& code_;
};

Scalar run(const ExpressionCode& code, std::span<const Scalar> slots, Scalar* stack) {
  const Arithmetic arithmetic(code);
  Scalar* top = stack - 1;
  const Instruction* const end = code.instructions.data() + code.instructions.size();
  for (const Instruction* at = code.instructions.data(); at < end; ++at) {
    switch (at->opcode) {
      case Opcode::literal:
        *++top = Scalar::of(code.literals[at->argument]);
        break;
      case Opcode::slot:
        *++top = slots[at->argument];
        break;
      case Opcode::jump:
        at += at->argument;
        break;
      case Opcode::jump_if_false:
        if (top->kind == Kind::text) arithmetic.fail(*at, "the condition is a text");
        if (!Arithmetic::truth(*top--)) at += at->argument;
        break;
      case Opcode::and_then:
      case Opcode::or_else:
        if (Arithmetic::truth(*top) == (at->opcode == Opcode::or_else)) {
          at += at->argument;
        } else {
          --top;
        }
        break;
      case Opcode::match:
        --top;
        if (arithmetic.equal(*at, top[0], top[1])) {
          *top = Scalar::of(true);
          at += at->argument;
        }
        break;
      case Opcode::no_match:
        *top = Scalar::of(false);
        break;
      case Opcode::negate:
      case Opcode::absolute:
      case Opcode::logarithm:
      case Opcode::power_of_two:
      case Opcode::negation:
      case Opcode::truth:
        *top = arithmetic.unary(*at, *top);
        break;
      default:
        --top;
        *top = arithmetic.binary(*at, top[0], top[1]);
        break;
    }
  }
  return *top;
}

}  // namespace

Expression Expression::parse(const std::string& text, const std::vector<std::string>& names) {
  return Expression(compile_expression(text, names));
}

Expression Expression::parse_collecting(const std::string& text, std::vector<std::string>& names) {
  return Expression(compile_collecting(text, names));
}

Scalar Expression::evaluate(std::span<const Scalar> slots) const {
  std::array<Scalar, 16> usual;
  if (code_.stack_size <= usual.size()) return run(code_, slots, usual.data());
  std::vector<Scalar> large(code_.stack_size);
  return run(code_, slots, large.data());
}

bool Expression::holds(std::span<const Scalar> slots) const {
  const Scalar result = evaluate(slots);
  if (result.kind == Kind::text) {
    throw expression_error(code_.text, 0, "this is a text, not something true or false");
  }
  return Arithmetic::truth(result);
}

}  // namespace assay
