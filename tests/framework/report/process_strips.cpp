#include "framework/report/process_strips.hpp"

#include <algorithm>
#include <cmath>

#include "tests/catch.hpp"
#include "tests/framework/compare/recorded.hpp"
#include "tests/framework/report/html.hpp"

namespace assay::test {
namespace {

// The elements of the variant's strip of processes; reading them checks that they are well-formed.
HtmlReader strip_of(const InstanceComparison& instance, const std::string& variant) {
  for (const Entry& entry : instance.entries) {
    if (entry.label == variant) return HtmlReader(ProcessStrips(instance).draw(*entry.best).str());
  }
  throw std::runtime_error("no such variant: " + variant);
}

double number(const HtmlElement& element, const char* attribute) {
  return std::stod(element.attributes.at(attribute));
}

std::vector<double> places(const HtmlReader& strip) {
  std::vector<double> found;
  for (const auto& dot : strip.all("circle")) found.push_back(number(dot, "cx"));
  return found;
}

TEST_CASE("a strip has a dot for each process, which tells its round and its median") {
  Recorded recorded;
  recorded.rounds("a", 1e-3, {}, 40);
  recorded.rounds("b", 1.2e-3, {}, 12);
  const InstanceComparison instance = recorded.only();
  CHECK(strip_of(instance, "b").all("circle").size() == 12);
  const HtmlReader strip = strip_of(instance, "a");
  const auto dots = strip.all("circle");
  REQUIRE(dots.size() == 40);
  const auto& processes = instance.entries.at(0).best->processes;
  REQUIRE(processes.size() == 40);
  for (std::size_t k = 0; k < dots.size(); ++k) {
    CHECK(processes[k].number == k);
    CHECK_THAT(dots[k].text, contains("round " + std::to_string(k + 1) + ": "));
    for (std::size_t other = 0; other < k; ++other) {
      if (processes[k].median > processes[other].median) {
        CHECK(number(dots[k], "cx") >= number(dots[other], "cx"));
      }
    }
  }
  CHECK(strip.all("rect").size() == 1);
  CHECK(strip.all("line").size() == 1);
}

TEST_CASE("rows of an instance share one axis, on which equal distances are equal ratios") {
  Recorded recorded;
  recorded.ok("a", {1e-3});
  recorded.ok("b", {1e-2});
  recorded.ok("c", {1e-1});
  const InstanceComparison instance = recorded.only();
  CHECK(places(strip_of(instance, "a")).at(0) == Approx(0));
  CHECK(places(strip_of(instance, "b")).at(0) == Approx(50));
  CHECK(places(strip_of(instance, "c")).at(0) == Approx(100));
  CHECK(ProcessStrips(instance).range() == "1.000 ms to 100.0 ms");
}

TEST_CASE("the bar of an interval and its tick stand among the dots that they are of") {
  Recorded recorded;
  recorded.rounds("a", 1e-3, {}, 40);
  const InstanceComparison instance = recorded.only();
  const HtmlReader strip = strip_of(instance, "a");
  std::vector<double> dots = places(strip);
  std::sort(dots.begin(), dots.end());
  const auto bar = strip.all("rect").at(0);
  const double left = number(bar, "x");
  const double right = left + number(bar, "width");
  const double median = number(strip.all("line").at(0), "x1");
  CHECK(left >= dots.front());
  CHECK(right <= dots.back() + 0.1);
  CHECK((left < median && median < right));
  // The median tick has half of the dots on either side.
  const auto below =
      std::count_if(dots.begin(), dots.end(), [&](double dot) { return dot < median - 0.05; });
  CHECK(below <= 20);
}

TEST_CASE("one process alone is one dot without interval and without tick") {
  Recorded recorded;
  recorded.ok("a", around(1e-3));
  recorded.rounds("b", 2e-3, {}, 3);
  const InstanceComparison instance = recorded.only();
  const HtmlReader one = strip_of(instance, "a");
  CHECK(one.all("circle").size() == 1);
  CHECK(one.all("rect").empty());
  CHECK(one.all("line").empty());
  CHECK_THAT(one.all("svg").at(0).attributes.at("aria-label"), contains("1 process, median 1.0"));
  // Three processes give no interval, but a median.
  const HtmlReader three = strip_of(instance, "b");
  CHECK(three.all("circle").size() == 3);
  CHECK(three.all("rect").empty());
  CHECK(three.all("line").size() == 1);
}

TEST_CASE("dots of like values lie apart, at the same places each time") {
  Recorded recorded;
  for (int round = 0; round < 300; ++round) recorded.ok("a", {1e-3});
  const InstanceComparison instance = recorded.only();
  const auto dots = strip_of(instance, "a").all("circle");
  REQUIRE(dots.size() == 300);
  for (std::size_t k = 1; k < dots.size(); ++k) {
    CHECK(std::abs(number(dots[k], "cy") - number(dots[k - 1], "cy")) > 3);
    CHECK(number(dots[k], "cx") == Approx(50));
  }
  const auto [least, most] = std::minmax_element(
      dots.begin(), dots.end(),
      [](const HtmlElement& x, const HtmlElement& y) { return number(x, "cy") < number(y, "cy"); });
  CHECK(number(*least, "cy") >= 2);
  CHECK(number(*most, "cy") <= 18);
  CHECK(ProcessStrips(instance).draw(*instance.entries[0].best).str() ==
        ProcessStrips(instance).draw(*instance.entries[0].best).str());
}

TEST_CASE("what was measured in no rounds is named by its trial") {
  Recorded recorded;
  Recorded::Options search;
  search.stage = "search";
  const std::int64_t trial = recorded.ok("a", around(1e-3), search);
  const Measurement best = *recorded.only().entries.at(0).best;
  CHECK(process_name(best, best.processes.at(0)) == "trial " + std::to_string(trial));
}

TEST_CASE("a time of zero has no place on the axis") {
  Recorded recorded;
  recorded.ok("none", {0});
  CHECK(ProcessStrips(recorded.only()).range().empty());
  CHECK(ProcessStrips(recorded.only()).draw(*recorded.only().entries.at(0).best).str().empty());
  recorded.ok("some", {1e-3});
  CHECK(strip_of(recorded.only(), "some").all("circle").size() == 1);
  CHECK(strip_of(recorded.only(), "none").all("circle").empty());
}

TEST_CASE("the table of results has strips where there are results, and numbers to copy") {
  Recorded recorded;
  recorded.rounds("a", 1e-3);
  recorded.rounds("b", 2e-3);
  recorded.failed("c", TrialStatus::crash, "");
  Markup out;
  write_results(recorded.only(), 0.95, "Results", out);
  const HtmlReader page(out.str());
  CHECK(page.all("svg").size() == 2);
  CHECK(page.all("circle").size() == 20);
  const auto heads = page.all("th");
  CHECK(heads.at(2).text == "median");
  CHECK_THAT(heads.at(3).text, contains("processes, ") && contains(" to "));
  const auto cells = page.all("td");
  CHECK(cells.at(3).attributes.at("data-value") == "10");
  CHECK(cells.at(2 * heads.size() + 2).text == "no result");
  CHECK(cells.at(2 * heads.size() + 3).text.empty());
}

}  // namespace
}  // namespace assay::test
