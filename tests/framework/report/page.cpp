#include "framework/report/page.hpp"

#include <algorithm>
#include <limits>
#include <string>

#include "framework/report/html_table.hpp"
#include "tests/catch.hpp"
#include "tests/framework/compare/recorded.hpp"
#include "tests/framework/report/html.hpp"

namespace assay::test {
namespace {

void record_search(Recorded& recorded) {
  recorded.rounds("slow", 4e-3);
  recorded.rounds("fast", 2e-3);
  Recorded::Options search;
  search.stage = "search";
  for (const std::int64_t tile : {1, 2, 4}) {
    search.tile = tile;
    recorded.ok("fast", around(6e-3 / static_cast<double>(tile)), search);
  }
  recorded.failed("slow", TrialStatus::timeout, "took too long");
}

std::string html_of(const Recorded& recorded, const CompareOptions& options = {}) {
  return page_of(PageModel(recorded.store, options), {"", "assay report", "/* charts */"});
}

const HtmlElement& section(const HtmlReader& page, const std::string& id) {
  const auto found =
      std::find_if(page.elements.begin(), page.elements.end(), [&](const auto& element) {
        return element.tag == "section" && element.attributes.at("id") == id;
      });
  REQUIRE(found != page.elements.end());
  return *found;
}

TEST_CASE("a page says what won, what failed, and how to have it again") {
  Recorded recorded;
  record_search(recorded);
  const std::string html = html_of(recorded);
  const HtmlReader page(html);
  CHECK_THAT(section(page, "verdict").text,
             contains("1 instance: fast wins 1 (2.00x faster than the runner-up)") &&
                 contains("1 of 24 trials failed: 1 timeout"));
  CHECK_THAT(section(page, "tuning").text, contains("took too long"));
  CHECK_THAT(section(page, "environment").text,
             contains("assay tune") && contains("assay report") && contains("build1"));
  const std::vector<std::string> order = {"verdict", "matrix",  "map",     "figures",    "roofline",
                                          "tuning",  "samples", "history", "environment"};
  std::vector<std::string> ids;
  for (const auto& element : page.all("section")) ids.push_back(element.attributes.at("id"));
  CHECK(ids == order);
  CHECK(page.all("title").at(0).text == "quick");
}

TEST_CASE("a page says what won nothing, what only agrees, and what nobody verified") {
  Recorded recorded;
  recorded.ok("f", around(1e-3));
  TrialResult agreeing = ok_result(4);
  agreeing.agrees_with = "naive";
  agreeing.verified = {1, 0, 2};
  recorded.record("g", agreeing, Interval{1e-3, 1e-3, 1e-3}, {});
  TrialResult wrong;
  wrong.status = TrialStatus::wrong_output;
  wrong.message = "element 7 is <b>";
  recorded.record("f", wrong, std::nullopt, {});
  const std::string html = html_of(recorded);
  const HtmlReader page(html);
  CHECK_THAT(section(page, "verdict").text,
             contains("g alone has a result, which agrees with naive.") &&
                 contains("1 of 1 results only agree with a competing variant") &&
                 contains("1 of 1 results contain samples that were not verified") &&
                 contains("1 configuration of f, right in some trials and wrong in others") &&
                 contains("tile=1, wrong-output in process 2 of the finals (run 1)"));
  CHECK_THAT(section(page, "matrix").text, contains("tile=1 of f is disqualified") &&
                                               contains("1 of 3 samples of g were verified"));
}

TEST_CASE("a matrix cell tells its ratio, its interval and its look") {
  Recorded recorded;
  recorded.rounds("a", 4e-3);
  recorded.rounds("b", 2e-3);
  recorded.rounds("c", 4e-3);
  CompareOptions options;
  options.reference = "a";
  const std::string html = html_of(recorded, options);
  std::map<std::string, HtmlElement> cells;
  for (const auto& cell : HtmlReader(html).all("td")) {
    if (cell.attributes.count("title") != 0) cells[cell.attributes.at("class")] = cell;
  }
  const HtmlElement& won = cells.at("cell faster winner");
  CHECK(won.text == "\u2605 \u25b2 2.00x");
  CHECK(std::stod(won.attributes.at("data-value")) == Approx(2).epsilon(0.01));
  CHECK_THAT(won.attributes.at("title"), contains("2.00x [") && contains("over a; 2.0"));
  CHECK(cells.count("cell reference") == 1);
  CHECK(cells.count("cell inconclusive") == 1);
}

TEST_CASE("numbers can be copied with all their digits") {
  Recorded recorded;
  recorded.ok("a", around(1.0 / 3));
  bool found = false;
  for (const auto& cell : HtmlReader(html_of(recorded)).all("td")) {
    const auto value = cell.attributes.find("data-value");
    if (cell.text == "333.3 ms" && value != cell.attributes.end()) {
      found = found || std::stod(value->second) == 1.0 / 3;
    }
  }
  CHECK(found);
}

TEST_CASE("no text of the store becomes markup or ends a script") {
  const std::string hostile = "</script><img src=x onerror=\"alert('1')\"><!-- &amp; \" '";
  Recorded recorded;
  recorded.run = recorded.store.begin_run(
      {hostile, hostile, "text = \"</pre>\"\n" + hostile, hostile, "{\"a\": \"</td>\"}"},
      recorded.store.machine({{{"cpu", hostile}}}));
  recorded.machine = recorded.store.machine({{{"cpu", hostile}}});
  Recorded::Options options;
  options.device = hostile;
  options.build = hostile;
  options.phases = {{hostile, 1e-4, 0}};
  options.facts = {{hostile, 1, hostile}};
  recorded.ok(hostile, around(1e-3), options);
  options.level = 6;
  recorded.ok(hostile + "2", around(1e-3), options);
  recorded.failed(hostile, TrialStatus::error, hostile);
  const std::string html = page_of(PageModel(recorded.store, {}), {hostile, hostile, "/**/"});
  const HtmlReader page(html);  // throws where a hostile text broke the markup
  CHECK(page.all("img").empty());
  for (const auto& element : page.elements) {
    for (const auto& attribute : element.attributes) CHECK(attribute.first.rfind("on", 0) != 0);
  }
  // The page's data holds the recorded texts unchanged.
  const auto data = data_of(page);
  CHECK(data.at("/problems/0/competitors/0"_json_pointer) == hostile + " (" + hostile + ")");
  CHECK(html.find("<img") == std::string::npos);
  const auto json = html.find("id=\"data\">");
  const auto end = html.find("</script", json);
  CHECK(html.substr(json + 10, end - json - 10).find('<') == std::string::npos);
}

TEST_CASE("a page asks for nothing and runs nothing but its own scripts") {
  Recorded recorded;
  record_search(recorded);
  const HtmlReader page(html_of(recorded));
  std::string policy;
  for (const auto& meta : page.all("meta")) {
    if (meta.attributes.count("http-equiv") != 0) policy = meta.attributes.at("content");
  }
  CHECK_THAT(policy, contains("default-src 'none'") && contains("script-src 'nonce-"));
  for (const auto& script : page.all("script")) {
    CHECK(script.attributes.count("src") == 0);
    if (script.attributes.count("id") == 0) {
      CHECK_THAT(policy, contains("'nonce-" + script.attributes.at("nonce") + "'"));
    }
  }
  CHECK(page.all("link").empty());
  for (const auto& element : page.elements) CHECK(element.attributes.count("style") == 0);
}

TEST_CASE("intervals without an end are said to be unbounded") {
  Recorded recorded;
  recorded.ok("a", {1e-3});
  recorded.ok("b", {2e-3});
  const std::string html = html_of(recorded);
  const HtmlReader page(html);
  CHECK_THAT(section(page, "verdict").text, contains("1 undecided"));
  CHECK(html.find("data-value=\"inf") == std::string::npos);
  CHECK(html.find("data-value=\"unbounded\"") != std::string::npos);
  CHECK(data_of(page).at("/problems/0/results/0/value/2"_json_pointer).is_null());
}

TEST_CASE("facts that are no numbers, and none at all, leave the page whole") {
  Recorded recorded;
  Recorded::Options options;
  options.facts = {{"clock", std::numeric_limits<double>::quiet_NaN(), "MHz"}};
  recorded.ok("a", around(1e-3), options);
  const HtmlReader page(html_of(recorded));
  const auto fact = data_of(page).at("/samples/0/trials/0/facts/0"_json_pointer);
  CHECK(fact.at(0) == "clock");
  CHECK(fact.at(1).is_null());
}

TEST_CASE("facts and times at the ends of what a double can hold are shown") {
  const double largest = std::numeric_limits<double>::max();
  const double smallest = std::numeric_limits<double>::denorm_min();
  Recorded recorded;
  Recorded::Options options;
  for (const double value : {1e-310, smallest, largest, -largest, -0.0, double(INFINITY)}) {
    options.facts.push_back({"fact" + std::to_string(options.facts.size()), value, "MHz"});
  }
  recorded.ok("a", around(1e-3), options);
  recorded.ok("b", around(1e-310), options);
  recorded.ok("c", around(1e300), options);
  const HtmlReader page(html_of(recorded));
  const auto facts = data_of(page).at("/samples/0/trials/0/facts"_json_pointer);
  REQUIRE(facts.size() == 6);
  CHECK(facts[0].at(1).get<double>() == Approx(1e-310));
  CHECK(facts[1].at(1).get<double>() == smallest);
  CHECK(facts[2].at(1).get<double>() == Approx(largest));
  CHECK(facts[5].at(1).is_null());
}

TEST_CASE("an empty store makes a page that says so") {
  TemporaryFolder folder;
  const Store store(folder / "s.db");
  const HtmlReader page(page_of(PageModel(store, {})));
  CHECK_THAT(section(page, "verdict").text, contains("no results that match"));
  CHECK(page.all("section").size() == 2);
  CHECK(data_of(page).at("problems").empty());
}

TEST_CASE("one entry has nobody to be compared with") {
  Recorded recorded;
  recorded.ok("alone", around(1e-3));
  const HtmlReader page(html_of(recorded));
  CHECK_THAT(section(page, "verdict").text,
             contains("1 with one variant only") && contains("alone alone has a verified result"));
}

TEST_CASE("several machines keep to themselves") {
  Recorded recorded;
  recorded.ok("v", around(1e-3));
  const auto first = recorded.store.machines().at(0).fingerprint;
  recorded.use_machine("b");
  recorded.ok("v", around(2e-3));
  const auto second = recorded.store.machines().at(1).fingerprint;
  CompareOptions options;
  options.machines = {first, second};
  const HtmlReader page(html_of(recorded, options));
  const auto problems = data_of(page).at("problems");
  REQUIRE(problems.size() == 2);
  CHECK(problems.at(0).at("label") == "family/problem on " + first);
  CHECK_THAT(section(page, "verdict").text,
             contains("On machine " + first) && contains("On machine " + second) &&
                 contains("only results of the same machine are compared"));
}

TEST_CASE("without the chart library there are tables, and a word why") {
  Recorded recorded;
  record_search(recorded);
  const PageModel model(recorded.store, {});
  const std::string text = page_of(model);
  CHECK_THAT(text, contains("because Chart.js was missing"));
  const HtmlReader page(text);
  CHECK(page.all("table").size() == HtmlReader(html_of(recorded)).all("table").size());
}

TEST_CASE("samples are drawn in order with their marks, and thinned where they are many") {
  Recorded recorded;
  Recorded::Options slowed;
  slowed.slowed = Slowed::kept;
  recorded.ok("a", around(1e-3, 5), slowed);
  recorded.ok("b", around(2e-3, 1200));
  const HtmlReader page(html_of(recorded));
  const auto samples = data_of(page).at("samples");
  REQUIRE(samples.size() == 2);
  CHECK(samples.at("/0/trials/0/marks"_json_pointer) == "wsssss");
  const auto& many = samples.at("/1/trials/0"_json_pointer);
  CHECK(many.at("samples") == 1201);
  CHECK(many.at("values").size() == many.at("marks").get<std::string>().size());
  CHECK(many.at("values").size() <= 400);
  CHECK_THAT(section(page, "samples").text, contains("more than 400 samples, an even selection"));
}

TEST_CASE("results and samples tell of each process by the same name") {
  Recorded recorded;
  recorded.rounds("a", 1e-3, {}, 12);
  const HtmlReader page(html_of(recorded));
  const auto data = data_of(page);
  const auto& processes = data.at("/problems/0/results/0/processes"_json_pointer);
  const auto& trials = data.at("/samples/0/trials"_json_pointer);
  REQUIRE(processes.size() == 12);
  REQUIRE(trials.size() == 12);
  for (std::size_t k = 0; k < trials.size(); ++k) {
    const std::string name = "run 1, round " + std::to_string(k + 1);
    CHECK(processes.at(k).at(0) == name);
    CHECK(trials.at(k).at("process") == name);
  }
  CHECK_THAT(section(page, "samples").text, contains("run 1, round 12"));
}

TEST_CASE("few instances show what their verdicts rest on, all show it when unfolded") {
  Recorded recorded;
  record_search(recorded);
  const std::string html = html_of(recorded);
  const auto dots_of = [&](const std::string& id) {
    const std::size_t begin = html.find("<section id=\"" + id);
    const std::size_t end = html.find("</section", begin);
    std::size_t count = 0;
    for (std::size_t at = html.find("<circle", begin); at < end;
         at = html.find("<circle", at + 1)) {
      ++count;
    }
    return count;
  };
  // Each of the two variants has ten rounds.
  for (const char* id : {"verdict", "matrix", "figures"}) CHECK(dots_of(id) == 20);
}

TEST_CASE("clocks stand at the samples that they followed, and nowhere where there are none") {
  Recorded recorded;
  Recorded::Options clocked;
  clocked.clocks_mhz = {1900, std::nullopt, 1755.5};
  recorded.ok("a", around(1e-3, 5), clocked);
  recorded.ok("b", around(2e-3, 5));
  const HtmlReader page(html_of(recorded));
  const auto samples = data_of(page).at("samples");
  // The first sample is a warm-up without a clock.
  CHECK(samples.at("/0/trials/0/clocks"_json_pointer) == R"([[1, 1900], [3, 1755.5]])"_json);
  CHECK_FALSE(samples.at("/1/trials/0"_json_pointer).contains("clocks"));
  CHECK_THAT(section(page, "samples").text,
             contains("lowest clock [MHz]") && contains("1755.5") && contains("1900"));
}

TEST_CASE("of clocks of samples that are not drawn none is lost") {
  Recorded recorded;
  Recorded::Options clocked;
  clocked.clocks_mhz.resize(1200);
  clocked.clocks_mhz[0] = 1900;  // the sample after the warm-up
  clocked.clocks_mhz[1] = 1700;
  clocked.clocks_mhz[2] = 1800;
  clocked.clocks_mhz[1198] = 1600;
  recorded.ok("a", around(1e-3, 1199), clocked);
  const HtmlReader page(html_of(recorded));
  const auto trial = data_of(page).at("/samples/0/trials/0"_json_pointer);
  // Every third of the 1200 samples is drawn.
  CHECK(trial.at("values").size() == 400);
  CHECK(trial.at("clocks") == R"([[0, 1700], [1, 1800], [399, 1600]])"_json);
  CHECK_THAT(section(page, "samples").text, contains("1600") && contains("1900"));
}

TEST_CASE("a long table is cut, and its summary says so") {
  Table table{{{"n", true}}, {}};
  for (std::size_t n = 0; n < most_folded_rows + 1; ++n) {
    table.rows.push_back({number_cell(static_cast<double>(n))});
  }
  Markup out;
  write_folded_table(table, "Numbers", out);
  const HtmlReader page(out.str());
  CHECK_THAT(page.all("summary").at(0).text, contains("the first 1000 of 1001 rows"));
  CHECK(page.all("td").size() == most_folded_rows);
}

TEST_CASE("drawings take the place of texts, and are cut with their rows") {
  Table table{{{"n", true}, {"drawn"}}, {}};
  Drawings drawings{1, {}};
  for (std::size_t n = 0; n < most_folded_rows + 1; ++n) {
    table.rows.push_back({number_cell(static_cast<double>(n)), number_cell(7)});
    drawings.rows.emplace_back();
    if (n != 1) drawings.rows.back().element("svg", "");
  }
  Markup out;
  write_folded_table(table, "Numbers", out, drawings);
  const HtmlReader page(out.str());
  CHECK(page.all("svg").size() == most_folded_rows - 1);
  const auto cells = page.all("td");
  CHECK(cells.at(0).text == "0");
  CHECK(cells.at(1).text.find('7') == std::string::npos);
  CHECK(cells.at(1).attributes.at("data-value") == "7");
  CHECK(cells.at(3).text == "7");  // a row without a drawing keeps its text
}

TEST_CASE("rows that continue those above them are not sorted apart") {
  const auto classes = [](const Table& table) {
    Markup out;
    write_html_table(table, "", out);
    return HtmlReader(out.str()).all("table").at(0).attributes.count("class");
  };
  CHECK(classes({{{"variant"}, {"phase"}}, {{{"a"}, {"x"}}, {{""}, {"y"}}}}) == 0);
  CHECK(classes({{{"variant"}, {"phase"}}, {{{"a"}, {"x"}}, {{"b"}, {""}}}}) == 1);
  // A column of marks is not a heading that continues in the rows below.
  CHECK(classes({{{""}, {"variant"}}, {{{"*"}, {"a"}}, {{""}, {"b"}}}}) == 1);
}

}  // namespace
}  // namespace assay::test
