#include "framework/core/expression/expression.hpp"

#include <algorithm>
#include <array>

#include "framework/core/expression/arithmetic.hpp"

namespace assay {
namespace {

Scalar run(const ExpressionCode& code, std::span<const Scalar> slots, Scalar* stack) {
  const ExpressionArithmetic arithmetic(code.text);
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
        if (top->kind == Scalar::Kind::text)
          arithmetic.fail(*at, "the condition is a text, not true or false");
        if (!ExpressionArithmetic::truth(*top--)) at += at->argument;
        break;
      case Opcode::and_then:
      case Opcode::or_else:
        if (ExpressionArithmetic::truth(*top) == (at->opcode == Opcode::or_else)) {
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

Expression Expression::parse(const std::string& text, const std::vector<std::string>& names,
                             std::span<const std::size_t> slots) {
  ExpressionCode code = compile_expression(text, names);
  for (Instruction& instruction : code.instructions) {
    if (instruction.opcode != Opcode::slot) continue;
    instruction.argument = static_cast<std::uint32_t>(slots[instruction.argument]);
  }
  for (std::size_t& slot : code.slots) slot = slots[slot];
  std::sort(code.slots.begin(), code.slots.end());
  return Expression(std::move(code));
}

// The code is what the compiler makes of `slot == value and (...)` or `slot != value or (...)`.
Expression Expression::only_where(std::size_t slot, const Value& value, bool otherwise) const {
  ExpressionCode code = code_;
  const auto literal = static_cast<std::uint32_t>(code.literals.size());
  code.literals.push_back(value);
  const auto skipped = static_cast<std::uint32_t>(code.instructions.size() + 1);
  code.instructions.insert(code.instructions.begin(),
                           {{Opcode::slot, static_cast<std::uint32_t>(slot)},
                            {Opcode::literal, literal},
                            {otherwise ? Opcode::not_equal : Opcode::equal},
                            {Opcode::truth},
                            {otherwise ? Opcode::or_else : Opcode::and_then, skipped}});
  code.instructions.push_back({Opcode::truth});
  const auto at = std::lower_bound(code.slots.begin(), code.slots.end(), slot);
  if (at == code.slots.end() || *at != slot) code.slots.insert(at, slot);
  code.stack_size = std::max<std::size_t>(code.stack_size, 2);
  return Expression(std::move(code));
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
  if (result.kind == Scalar::Kind::text) {
    throw expression_error(code_.text, 0, "this is a text, not a condition");
  }
  return ExpressionArithmetic::truth(result);
}

}  // namespace assay
