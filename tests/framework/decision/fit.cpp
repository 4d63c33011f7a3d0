#include "framework/decision/fit.hpp"

#include "framework/core/error.hpp"
#include "tests/catch.hpp"
#include "tests/framework/decision/sample.hpp"

using namespace assay;
using namespace assay::decision;

namespace {

Decision sample() { return decision_from_json(test::sample_tree().dump()); }

// What the sample's dispatcher fits.
Catalog sample_catalog() {
  Catalog catalog;
  ProblemDescription problem;
  problem.name = "some/problem";
  problem.arguments = {{"rows", "", std::int64_t{10}, {}}, {"type", "", std::string("float"), {}}};
  catalog.problems = {problem};
  for (const char* name : {"a.cuda", "b.cuda", "c.cuda"}) {
    VariantDescription& variant = catalog.variants.emplace_back();
    variant.name = name;
    variant.problem = problem.name;
    variant.backend = "cuda";
    variant.build_id = std::to_string(catalog.variants.size());
  }
  catalog.variants[1].parameters = {
      {"tile", "", {std::int64_t{8}, std::int64_t{16}}, std::int64_t{8}, ""}};
  return catalog;
}

void refuses(const Catalog& catalog, const std::vector<std::string>& parts) {
  try {
    require_fit(sample(), catalog);
    FAIL("accepted");
  } catch (const Error& error) {
    CHECK(error.kind() == ErrorKind::usage);
    for (const auto& part : parts) CHECK_THAT(error.what(), contains(part));
  }
}

}  // namespace

TEST_CASE("a decision fits what it was made with") {
  CHECK_NOTHROW(require_fit(sample(), sample_catalog()));
  CHECK(other_builds(sample(), sample_catalog()).empty());
}

TEST_CASE("a decision that does not fit says what is missing, with the nearest name") {
  Catalog catalog = sample_catalog();
  catalog.problems[0].name = "some/problems";
  refuses(catalog, {"there is no problem 'some/problem'", "some/problems"});

  catalog = sample_catalog();
  catalog.problems[0].arguments[0].name = "row";
  refuses(catalog, {"'rows', which is no argument of the problem 'some/problem'", "'row'"});

  catalog = sample_catalog();
  catalog.problems[0].arguments[1].default_value = 1.0;
  refuses(catalog, {"by 'type' as a text", "takes it as a number"});

  catalog = sample_catalog();
  catalog.variants[2].name = "c2.cuda";
  refuses(catalog, {"no variant 'c.cuda'", "did you mean"});

  catalog = sample_catalog();
  catalog.variants[2].backend = "cpu";
  refuses(catalog, {"the pair c.cuda is for cuda:0, but the variant runs on cpu"});

  catalog = sample_catalog();
  catalog.variants[1].parameters[0].name = "tiles";
  refuses(catalog, {"the pair b.cuda tile=16", "has no parameter 'tile'", "'tiles'"});

  catalog = sample_catalog();
  catalog.variants[1].parameters[0].values = {std::int64_t{8}};
  refuses(catalog, {"the pair b.cuda tile=16", "cannot be 16", "8"});

  catalog = sample_catalog();
  catalog.variants[0].parameters = catalog.variants[1].parameters;
  refuses(catalog, {"the pair a.cuda", "'tile'"});
}

TEST_CASE("other builds than the dispatcher was made with are told") {
  Catalog catalog = sample_catalog();
  catalog.variants[1].build_id = "new";
  const auto lines = other_builds(sample(), catalog);
  REQUIRE(lines.size() == 1);
  CHECK_THAT(lines[0], contains("b.cuda was of build 2") && contains("build new now"));
  catalog.variants.push_back(catalog.variants[1]);
  catalog.variants.back().build_id = "2";
  CHECK(other_builds(sample(), catalog).empty());
}
