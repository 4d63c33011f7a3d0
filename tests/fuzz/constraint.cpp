// Feeds constraints to search spaces: a space counts as many configurations as the evaluation of
// each one admits.
#include <array>
#include <map>

#include "framework/core/expression/expression.hpp"
#include "framework/core/space/requirements.hpp"
#include "framework/core/space/space.hpp"
#include "tests/fuzz/target.hpp"

namespace assay::fuzz {
namespace {

std::vector<Parameter> constrained_parameters() {
  using I = std::int64_t;
  return {{"a", "", {I{0}, I{1}, I{2}, I{3}, I{-7}}, I{0}, ""},
          {"b", "", {false, true}, false, ""},
          {"c", "", {0.5, 2.0, -1e300}, 0.5, ""},
          {"d", "", {std::string("x"), std::string("z-order")}, std::string("x"), ""}};
}

const Value& constant_of_constraints() {
  static const Value constant = std::int64_t{64};
  return constant;
}

// The number of configurations that satisfy the expression; std::nullopt if it has no value for one
// of them.
std::optional<std::uint64_t> count_one_by_one(const Expression& expression,
                                              const std::vector<Parameter>& parameters) {
  std::vector<Scalar> slots;
  for (const Parameter& parameter : parameters) slots.push_back(Scalar::of(parameter.values[0]));
  slots.push_back(Scalar::of(constant_of_constraints()));
  std::uint64_t count = 0;
  bool total = true;
  const auto bind = [&](auto&& self, std::size_t slot) -> void {
    if (slot == parameters.size()) {
      total = accepts([&] { count += expression.holds(slots) ? 1 : 0; }) && total;
      return;
    }
    for (const Value& value : parameters[slot].values) {
      slots[slot] = Scalar::of(value);
      self(self, slot + 1);
    }
  };
  bind(bind, 0);
  return total ? std::optional(count) : std::nullopt;
}

void read_constraint(std::string_view input) {
  const std::string text(input);
  const auto parameters = constrained_parameters();
  const Expression expression = Expression::parse(text, {"a", "b", "c", "d", "n"});
  const auto expected = count_one_by_one(expression, parameters);
  std::optional<std::uint64_t> counted;
  try {
    counted =
        SearchSpace(parameters, {{text, "so it is"}}, {{"n", constant_of_constraints()}}).size();
  } catch (const EmptySpace&) {
    counted = 0;
  } catch (const Error& error) {
    require_presentable(error.what());
  }
  require(counted == expected, "a space counts otherwise than its constraint admits");
}

const Target constraint("constraint", read_constraint);

}  // namespace
}  // namespace assay::fuzz
