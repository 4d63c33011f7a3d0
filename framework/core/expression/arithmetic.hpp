#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <string>

#include "framework/core/expression/code.hpp"

namespace assay {

// The operators of expressions, applied to values. Borrows the expression's text, which errors show
// when an operation has no result.
class ExpressionArithmetic {
 public:
  explicit ExpressionArithmetic(const std::string& text) : text_(text) {}

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
    if (a.kind == Kind::text) fail(at, "this is a text, but a number or a boolean is expected");
    switch (at.opcode) {
      case Opcode::truth:
        return Scalar::of(truth(a));
      case Opcode::negation:
        return Scalar::of(!truth(a));
      case Opcode::power_of_two:
        return Scalar::of(is_power_of_two(a));
      case Opcode::logarithm:
        if (!(a.number() > 0)) fail(at, "log2 takes a number above 0");
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
      fail(at, "a text cannot be compared with a number or a boolean");
    }
    if (a.kind == Kind::text) return *a.text == *b.text;
    if (a.kind == Kind::real || b.kind == Kind::real) return a.number() == b.number();
    return a.integer == b.integer;
  }

  static bool truth(const Scalar& a) { return a.kind == Kind::real ? a.real != 0 : a.integer != 0; }

  [[noreturn]] void fail(const Instruction& at, const char* message) const {
    throw expression_error(text_, at.place, message);
  }

 private:
  using Kind = Scalar::Kind;

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
      fail(at, "this is a text, but a number is expected");
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
      case Opcode::power:
        return real_power(at, a, b);
      default:
        break;
    }
    if (is_of_bits(at.opcode)) fail(at, "this operator takes whole numbers");
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

  [[nodiscard]] double real_power(const Instruction& at, double a, double b) const {
    const double result = std::pow(a, b);
    if (std::isfinite(a) && std::isfinite(b) && !std::isfinite(result)) {
      fail(at, "this power is no real number, or too large");
    }
    return result;
  }

  static bool is_of_bits(Opcode opcode) {
    return opcode >= Opcode::bit_and && opcode <= Opcode::shift_right;
  }

  [[nodiscard]] std::int64_t integer_power(const Instruction& at, std::int64_t a,
                                           std::int64_t b) const {
    if (b < 0) fail(at, "the exponent is negative: write 1 / (a ** b), or the base as a real");
    if (a == 0 || a == 1) return b == 0 ? 1 : a;
    if (a == -1) return b % 2 == 0 ? 1 : -1;
    std::int64_t result = 1;
    for (; b > 0; --b) {
      if (__builtin_mul_overflow(result, a, &result)) {
        fail(at, "the result does not fit into 64 bits");
      }
    }
    return result;
  }

  [[nodiscard]] std::int64_t of_bits(const Instruction& at, std::int64_t a, std::int64_t b) const {
    constexpr std::int64_t widest = 63;
    switch (at.opcode) {
      case Opcode::bit_and:
        return a & b;
      case Opcode::bit_or:
        return a | b;
      case Opcode::bit_xor:
        return a ^ b;
      default:
        break;
    }
    if (b < 0) fail(at, "a number cannot be shifted by less than 0");
    if (at.opcode == Opcode::shift_right) return a >> std::min(b, widest);
    std::int64_t result = 0;
    const bool fits =
        a == 0 || (b < widest && !__builtin_mul_overflow(a, std::int64_t{1} << b, &result));
    if (!fits) fail(at, "the result does not fit into 64 bits");
    return result;
  }

  [[nodiscard]] std::int64_t integer(const Instruction& at, std::int64_t a, std::int64_t b) const {
    if (at.opcode == Opcode::power) return integer_power(at, a, b);
    if (is_of_bits(at.opcode)) return of_bits(at, a, b);
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
    if (overflow) fail(at, "the result does not fit into 64 bits");
    return result;
  }

  [[nodiscard]] std::int64_t quotient(const Instruction& at, std::int64_t a, std::int64_t b) const {
    if (b == 0) fail(at, "division by zero");
    if (b == -1) {  // the only divisor whose quotient may overflow, which traps
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

  const std::string& text_;
};

}  // namespace assay
