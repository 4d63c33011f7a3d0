#include "framework/core/binding.hpp"

#include "framework/core/error.hpp"
#include "tests/catch.hpp"

using namespace assay;
using namespace std::string_literals;

namespace {

Value whole(std::int64_t value) { return value; }

const std::string owner = "variant 'tiled.cpu'";
const std::vector<Parameter> parameters = {
    {"tile", "", {whole(8), whole(16)}, whole(16), ""},
    {"share", "", {0.5, 1.0}, 0.5, ""},
    {"skew", "", {whole(0), whole(1)}, whole(0), "tile > 8"}};

ProblemDescription problem() {
  ProblemDescription problem;
  problem.name = "test/scale";
  problem.arguments = {{"size", "", whole(10), {}},
                       {"factor", "", 2.0, {}},
                       {"precision", "", "double"s, {"float"s, "double"s}}};
  return problem;
}

template <class Bind>
void refuses(Bind bind, const std::string& message) {
  try {
    static_cast<void>(bind());
    FAIL("accepted, instead of: " << message);
  } catch (const Error& error) {
    CHECK(error.kind() == ErrorKind::usage);
    CHECK(error.what() == message);
  }
}

}  // namespace

TEST_CASE("arguments are bound in declared order, with defaults, integers as the reals declared") {
  CHECK(bind_arguments(problem(), {{"precision", "float"s}, {"factor", whole(3)}}) ==
        Bindings{{"size", whole(10)}, {"factor", 3.0}, {"precision", "float"s}});
}

TEST_CASE("arguments that do not fit are refused by name, with what would") {
  const auto bind = [](const Bindings& given) {
    return [given] { return bind_arguments(problem(), given); };
  };
  refuses(bind({{"sise", whole(3)}}),
          "problem 'test/scale' has no argument 'sise'; did you mean 'size'?");
  refuses(bind({{"size", "big"s}}),
          "argument 'size' of problem 'test/scale' must be an integer, not a text (big)");
  refuses(bind({{"size", 1.5}}),
          "argument 'size' of problem 'test/scale' must be an integer, not a number (1.5)");
  refuses(bind({{"precision", "half"s}}),
          "argument 'precision' of problem 'test/scale' cannot be half; choose one of: float, "
          "double");
}

TEST_CASE("parameters that are left out have their defaults, and any value of the kind will do") {
  CHECK(bind_parameters(owner, parameters, {{"share", whole(3)}}) ==
        Bindings{{"tile", whole(16)}, {"share", 3.0}, {"skew", whole(0)}});
  refuses(
      [] {
        return bind_parameters(owner, parameters, {{"tiel", whole(8)}});
      },
      "variant 'tiled.cpu' has no parameter 'tiel'; did you mean 'tile'?");
  refuses(
      [] {
        return bind_parameters(owner, parameters, {{"tile", true}});
      },
      "parameter 'tile' of variant 'tiled.cpu' must be an integer, not a boolean (true)");
}

TEST_CASE("a configuration may leave out only parameters with a condition") {
  CHECK(bind_configuration(owner, parameters, {{"share", 1.0}, {"tile", whole(7)}}) ==
        Bindings{{"tile", whole(7)}, {"share", 1.0}, {"skew", whole(0)}});
  refuses(
      [] {
        return bind_configuration(owner, parameters, {{"tile", whole(8)}});
      },
      "parameter 'share' of variant 'tiled.cpu' is not bound; only one with a condition may be "
      "left out");
}

TEST_CASE("values that are to be among those listed are bound alone, and refused with the list") {
  CHECK(bind_listed(owner, parameters, {{"share", whole(1)}}) == Bindings{{"share", 1.0}});
  CHECK(bind_listed(owner, parameters, {}).empty());
  refuses(
      [] {
        return bind_listed(owner, parameters, {{"tile", whole(9)}});
      },
      "parameter 'tile' of variant 'tiled.cpu' cannot be 9; choose one of: 8, 16");
}
