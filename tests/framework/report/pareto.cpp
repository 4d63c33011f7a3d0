#include <algorithm>

#include "framework/report/page.hpp"
#include "tests/catch.hpp"
#include "tests/framework/compare/recorded.hpp"
#include "tests/framework/report/html.hpp"

namespace assay::test {
namespace {

TEST_CASE("a page shows fronts as a chart and a table, and only where there are any") {
  Recorded recorded;
  Recorded::Options options;
  options.stage = "search";
  for (const std::int64_t tile : {1, 2, 4}) {
    options.tile = tile;
    options.facts = {{"error", 1.0 / static_cast<double>(tile), "ulp"}};
    recorded.ok("a <b>", around(1e-3 * static_cast<double>(tile)), options);
  }
  CompareOptions choice;
  const auto ids = [](const HtmlReader& page) {
    std::vector<std::string> found;
    for (const auto& element : page.all("section")) found.push_back(element.attributes.at("id"));
    return found;
  };
  const std::string without = page_of(PageModel(recorded.store, choice), {"", "", "/**/"});
  const auto plain = ids(HtmlReader(without));
  CHECK(std::count(plain.begin(), plain.end(), "pareto") == 0);

  ParetoSpec spec;
  spec.axes = {{"error", false, ""}};
  spec.requirements = {{"error < 0.9", ""}};
  spec.instances = {{"family/problem", {}}};
  choice.pareto = {spec};
  const std::string with = page_of(PageModel(recorded.store, choice), {"", "", "/**/"});
  const HtmlReader page(with);
  const auto sections = ids(page);
  REQUIRE(std::count(sections.begin(), sections.end(), "pareto") == 1);
  const auto captions = page.all("caption");
  CHECK(std::any_of(captions.begin(), captions.end(), [](const auto& caption) {
    return caption.text.find("Pareto front of family/problem: time, lower error") == 0;
  }));
  const auto data = data_of(page);
  const auto& front = data.at("/pareto/fronts/0"_json_pointer);
  CHECK(front.at("members").size() == 2);
  CHECK(front.at("/members/1/values/0"_json_pointer) == 0.25);
  CHECK(front.at("/competitors/0"_json_pointer) == "a <b>");
  CHECK(front.at("/axes/0/unit"_json_pointer) == "ulp");
}

}  // namespace
}  // namespace assay::test
