#include "framework/report/dispatch_page.hpp"

#include <cmath>
#include <sstream>

#include "framework/dispatch/training.hpp"
#include "framework/report/choice_map.hpp"
#include "tests/catch.hpp"
#include "tests/framework/dispatch/made_matrix.hpp"
#include "tests/framework/report/html.hpp"

using namespace assay;
using namespace assay::dispatch;

namespace {

// A dispatcher whose pairs are crossed at a million elements, with texts that would be markup.
Dispatcher made() {
  auto matrix = test::made_matrix(200, 2, 1, 0.01, [](std::size_t j, double rows, double columns) {
    return (rows * columns <= 1e6) == (j == 0) ? 1.0 : 3.0;
  });
  matrix.features.push_back({"type", {"<b>double", "half"}});
  for (std::size_t i = 0; i < matrix.instances(); ++i) {
    matrix.points[i].push_back(static_cast<double>(i % 2));
    matrix.labels[i] = "rows=" + std::to_string(i) + " </td><script>";
  }
  Dispatcher dispatcher{{"some/problem",
                         matrix.features,
                         {{"a.cuda", "cuda:0", {{"mode", "</svg>&"}}}, {"b.cuda", "cuda:0", {}}},
                         {"b1", "b2"},
                         train(matrix).tree},
                        "a scenario",
                        {"", ""},
                        {0.3, 0},
                        {4e-8, "the header"},
                        {},
                        {},
                        {},
                        "machine",
                        {"cuda:0 (card)"},
                        "0"};
  dispatcher.seen = regret_table(matrix, dispatcher, matrix);
  dispatcher.outcomes = outcomes_of(matrix, dispatcher, false);
  return dispatcher;
}

std::string page_of(const Dispatcher& dispatcher) {
  std::ostringstream out;
  write_dispatch_page(dispatcher, out);
  return out.str();
}

std::size_t count(const std::string& text, const std::string& part) {
  std::size_t found = 0;
  for (std::size_t at = text.find(part); at != std::string::npos; at = text.find(part, at + 1)) {
    ++found;
  }
  return found;
}

}  // namespace

TEST_CASE("a dispatcher's page has a map for each text, and an instance for each circle") {
  const Dispatcher dispatcher = made();
  const std::string page = page_of(dispatcher);
  CHECK(count(page, "<circle ") == 2 * dispatcher.outcomes.size());
  CHECK(count(page, "<h3>Choices by ") == 2);
  CHECK_THAT(page, contains("Choices by columns and rows, type = half") &&
                       contains(colour_of_pair(0)) && contains(colour_of_pair(1)) &&
                       contains("rows * columns &lt;= ") && contains("a.cuda mode=&lt;/svg&gt;"));
}

TEST_CASE("no text of a dispatcher becomes markup, and every element of the page is closed") {
  const std::string page = page_of(made());
  CHECK(count(page, "<script") == 0);
  CHECK(count(page, "<b>") == 0);
  CHECK_NOTHROW(test::HtmlReader(page));
}

TEST_CASE("instances on which a choice is wrong stand on the page, the worst first") {
  Dispatcher dispatcher = made();
  for (auto& outcome : dispatcher.outcomes) outcome.regret = 0;
  dispatcher.outcomes[5].regret = std::log(1.25);
  dispatcher.outcomes[9].regret = std::log(1.5);
  dispatcher.outcomes[9].held_out = true;
  const std::string page = page_of(dispatcher);
  CHECK_THAT(page, contains("On 2 of 200 instances"));
  CHECK(page.rfind("50.0%") < page.rfind("25.0%"));
  CHECK(count(page, "<path ") == 4);  // a cross on each of two maps for both
}

TEST_CASE("a dispatcher by one number has a map, too") {
  CostMatrix matrix{{{"n", {}}}, {}, {}, {}};
  for (int n = 1; n <= 40; ++n) {
    matrix.points.push_back({static_cast<double>(n)});
    matrix.labels.push_back("n=" + std::to_string(n));
    matrix.costs.push_back(n <= 10 ? std::vector<double>{1, 2} : std::vector<double>{2, 1});
  }
  Dispatcher dispatcher = made();
  dispatcher.features = matrix.features;
  dispatcher.tree = train(matrix).tree;
  dispatcher.seen = regret_table(matrix, dispatcher, matrix);
  dispatcher.outcomes = outcomes_of(matrix, dispatcher, false);
  CHECK_THAT(page_of(dispatcher), contains("Choices by n<") && contains("<circle "));
}
