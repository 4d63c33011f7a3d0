// Tests of the parameters of a part under the names that a composed variant gives them.
#include "assay/parameters.hpp"

#include "tests/catch.hpp"

using assay::sdk::Configuration;
using assay::sdk::ParameterSet;

namespace {

ParameterSet part() {
  ParameterSet set;
  set.parameters = {{"form", "", {"plain", "tile"}},
                    {"tile", "", {0, 16}, 16, "form != 'tile' and tile_limit > 3"}};
  set.constraints = {{"tile * 2 <= local_bytes or form == \"tile\"", "why"}};
  return set;
}

}  // namespace

TEST_CASE("A part keeps its names, conditions and constraints where nothing is asked") {
  ParameterSet whole;
  whole.add(part());
  CHECK(whole.parameters[1].name == "tile");
  CHECK(whole.parameters[0].condition == "");
  CHECK(whole.parameters[1].condition == part().parameters[1].condition);
  CHECK(whole.constraints[0].expression == part().constraints[0].expression);
}

TEST_CASE("A prefix goes to the part's own names and nowhere else") {
  ParameterSet whole;
  whole.add(part(), "a_");
  CHECK(whole.parameters[0].name == "a_form");
  CHECK(whole.parameters[1].name == "a_tile");
  CHECK(whole.parameters[1].condition == "a_form != 'tile' and tile_limit > 3");
  CHECK(whole.constraints[0].expression == "a_tile * 2 <= local_bytes or a_form == \"tile\"");
}

TEST_CASE("A condition holds for every parameter and frees every constraint") {
  ParameterSet whole;
  whole.parameters = {{"tile", "", {1, 2}}};
  whole.add(part(), "a_", "tile == 1");
  REQUIRE(whole.parameters.size() == 3);
  CHECK(whole.parameters[1].condition == "tile == 1");
  CHECK(whole.parameters[2].condition == "(tile == 1) and (a_form != 'tile' and tile_limit > 3)");
  CHECK(whole.constraints[0].expression ==
        "not (tile == 1) or (a_tile * 2 <= local_bytes or a_form == \"tile\")");
}

TEST_CASE("Parts of parts add their prefixes up, and are read by their own names") {
  ParameterSet inner;
  inner.add(part(), "b_");
  ParameterSet whole;
  whole.add(inner, "a_");
  CHECK(whole.parameters[1].condition == "a_b_form != 'tile' and tile_limit > 3");

  const assay_value value{ASSAY_INTEGER, 16, 0, nullptr};
  const assay_binding binding{"a_b_tile", value};
  const Configuration all(assay::sdk::Bindings(&binding, 1));
  CHECK(all.part("a_").part("b_").size("tile") == 16);
  CHECK(all.size("a_b_tile") == 16);
}

TEST_CASE("Another default is given to a parameter that there is") {
  ParameterSet whole;
  whole.add(part());
  whole.set_default("tile", 0);
  REQUIRE(whole.parameters[1].default_value);
  CHECK(whole.parameters[1].default_value->view().integer == 0);
  CHECK_THROWS_AS(whole.set_default("tiles", 0), assay::sdk::Error);
}
