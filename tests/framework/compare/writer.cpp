#include <nlohmann/json.hpp>

#include "framework/core/error.hpp"
#include "tests/catch.hpp"
#include "tests/framework/compare/recorded.hpp"

namespace assay::test {
namespace {

// Records what every format must show: a winner, a reference, a failure, phases, peaks.
void fill(Recorded& recorded) {
  Recorded::Options options;
  options.tile = 32;
  options.phases = {{"scan", 0.75e-3, 0}};
  recorded.rounds("subspace.cpu", 1e-3, options);
  recorded.rounds("streaming.cpu", 8e-3);
  recorded.failed("broken.cpu", TrialStatus::wrong_output, "off by\n3");
  recorded.store.save_peaks(recorded.machine, "cpu", {1e6, 1e6, 1e6});
}

// Parses RFC 4180 into rows of fields.
std::vector<std::vector<std::string>> parse_csv(const std::string& text) {
  std::vector<std::vector<std::string>> rows(1, {""});
  bool inside = false;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    if (inside) {
      if (c == '"' && text.compare(i, 2, "\"\"") == 0) {
        rows.back().back() += text[++i];
      } else if (c == '"') {
        inside = false;
      } else {
        rows.back().back() += c;
      }
    } else if (c == '"') {
      inside = true;
    } else if (c == ',') {
      rows.back().emplace_back();
    } else if (text.compare(i, 2, "\r\n") == 0) {
      ++i;
      rows.push_back({""});
    } else {
      rows.back().back() += c;
    }
  }
  REQUIRE(rows.back().size() == 1);  // the last line is terminated
  rows.pop_back();
  return rows;
}

TEST_CASE("the terminal shows winner, interval, speed-up, floor, configuration, phases, failures") {
  Recorded recorded;
  fill(recorded);
  const std::string text = written(compare(recorded.store), "terminal");
  const std::string expected = "machine " + recorded.store.machines()[0].fingerprint +
                               R"(: cpu a, cores 2
measured: time warm

family/problem

  points 11, utilisation 0.5 %

    variant            median   95% interval     speed-up over streaming.cpu   of floor      samples
  * subspace.cpu     1.029 ms   [1.001, 1.060]   7.99x [7.98, 8.00]            19% memory    210 in 10
    streaming.cpu    8.230 ms   [7.997, 8.472]   reference                     2.4% memory   210 in 10
    broken.cpu      no result

  subspace.cpu is 7.99x [7.98, 8.00] faster than streaming.cpu.

  variant         best configuration
  subspace.cpu    tile=32
  streaming.cpu   tile=1

  variant        phase                host
  subspace.cpu   scan             750.0 us
                 outside phases   278.8 us
                 whole sample     1.029 ms

  failed broken.cpu: 1 wrong-output: off by 3 at tile=1

)";
  CHECK(text == expected);
}

TEST_CASE("what the compiler said is shown whole where a variant has no result for it") {
  Recorded recorded;
  recorded.rounds("good.cpu", 1e-3);
  recorded.failed("good.cpu", TrialStatus::compile_error, "k.cl:1: good\nits second line");
  recorded.failed("broken.cpu", TrialStatus::compile_error, "k.cl:1: broken\nits second \033[line");
  const std::string text = written(compare(recorded.store), "terminal");
  CHECK_THAT(text, contains("failed broken.cpu: 1 compile-error") &&
                       contains("\nk.cl:1: broken\nits second ?[line\n"));
  CHECK_THAT(text, contains("failed good.cpu: 1 compile-error") && !contains("\nk.cl:1: good"));
}

TEST_CASE("colour adds escape sequences and nothing else") {
  Recorded recorded;
  fill(recorded);
  const Comparison comparison = compare(recorded.store);
  std::string coloured = written(comparison, "terminal", true);
  CHECK(coloured.find("\033[1;32m*") != std::string::npos);
  for (auto at = coloured.find('\033'); at != std::string::npos; at = coloured.find('\033')) {
    coloured.erase(at, coloured.find('m', at) - at + 1);
  }
  CHECK(coloured == written(comparison, "terminal"));
}

TEST_CASE("Markdown holds the same tables") {
  Recorded recorded;
  fill(recorded);
  const std::string text = written(compare(recorded.store), "markdown");
  CHECK_THAT(text, contains("| **\\*** | **subspace.cpu** | 1.0") &&
                       contains("**7.99x \\[7.98, 8.00\\]**") &&
                       contains("| 19% memory | 210 in 10 |"));
  CHECK_THAT(text, contains("| --- | --- | ---: | --- | --- | --- | --- |"));
  CHECK_THAT(text, contains("- failed: broken.cpu: 1 wrong-output: off by 3 at tile=1"));
}

TEST_CASE("CSV has a row per entry in full precision") {
  Recorded recorded;
  fill(recorded);
  recorded.ok("streaming.cpu", around(1.0 / 3), {"final", 1, 6});
  const Comparison comparison = compare(recorded.store);
  const auto rows = parse_csv(written(comparison, "csv"));
  REQUIRE(rows.size() == 5);
  const auto column = [&](const std::string& name) {
    return static_cast<std::size_t>(std::find(rows[0].begin(), rows[0].end(), name) -
                                    rows[0].begin());
  };
  for (const auto& row : rows) {
    REQUIRE(row.size() == rows[0].size());
  }
  CHECK(rows[1][column("variant")] == "subspace.cpu");
  CHECK(rows[1][column("configuration")] == R"({"tile":32})");
  CHECK(rows[1][column("verdict")] == "winner");
  CHECK(rows[3][column("median")].empty());
  CHECK(rows[3][column("failed_trials")] == "1");
  CHECK(std::stod(rows[4][column("median")]) ==
        comparison.machines[0].instances[1].entries[0].best->value.median);
}

TEST_CASE("JSON holds everything") {
  Recorded recorded;
  fill(recorded);
  const auto json = nlohmann::json::parse(written(compare(recorded.store), "json"));
  const auto& instance = json.at("machines").at(0).at("instances").at(0);
  CHECK(instance.at("verdict").at("kind") == "winner");
  CHECK(instance.at("reference") == 1);
  CHECK(instance.at("facts").size() == 2);
  const auto& best = instance.at("entries").at(0).at("best");
  CHECK(best.at("configuration").at("tile") == 32);
  CHECK(best.at("values").size() == 210);
  CHECK(best.at("phases").at(0).at("name") == "scan");
  CHECK(best.at("floor").at("bound") == "memory");
  CHECK(instance.at("entries").at(2).at("best").is_null());
  CHECK(instance.at("entries").at(2).at("failures").at(0).at("message") == "off by\n3");
}

TEST_CASE("JSON tells the clock seen after each sample, and nothing where no device told one") {
  Recorded recorded;
  Recorded::Options clocked;
  clocked.clocks_mhz = {std::nullopt, 1755};
  recorded.ok("fast", around(1e-3, 3), clocked);
  recorded.ok("slow", around(2e-3, 3));
  const auto json = nlohmann::json::parse(written(compare(recorded.store), "json"));
  const auto& entries = json.at("/machines/0/instances/0/entries"_json_pointer);
  CHECK(entries.at(0).at("best").at("clocks_mhz").dump() == "[null,1755.0,null]");
  CHECK(entries.at(1).at("best").at("clocks_mhz").empty());
}

TEST_CASE("an empty store is said to be empty in every format") {
  TemporaryFolder folder;
  const Comparison comparison = compare(Store(folder / "s.db"));
  CHECK_THAT(written(comparison, "terminal"), contains("no results that match"));
  CHECK_THAT(written(comparison, "markdown"), contains("no results that match"));
  CHECK(parse_csv(written(comparison, "csv")).size() == 1);
  CHECK(nlohmann::json::parse(written(comparison, "json")).at("machines").empty());
}

TEST_CASE("a single sample is shown as what it is") {
  Recorded recorded;
  recorded.ok("a", {1e-3});
  recorded.ok("b", {2e-3});
  const Comparison comparison = compare(recorded.store);
  CHECK_THAT(written(comparison, "terminal"),
             contains("[1 process]") && contains("Undecided: a cannot be told from b"));
  const auto rows = parse_csv(written(comparison, "csv"));
  CHECK(std::find(rows[1].begin(), rows[1].end(), "inf") != rows[1].end());
  const auto json = nlohmann::json::parse(written(comparison, "json"));
  CHECK(json.at("/machines/0/instances/0/entries/0/best/value/upper"_json_pointer).is_null());
}

TEST_CASE("hostile names break no format") {
  const std::string name = "a,\"b\"\n|c\033[2J \xE6\xBC\xA2 *x* <b>";
  Recorded recorded;
  recorded.ok(name, around(1e-3));
  recorded.ok("plain", around(2e-3));
  recorded.failed("plain", TrialStatus::compile_error, "log \xFF\n| " + std::string(5000, 'x'));
  const Comparison comparison = compare(recorded.store);

  const std::string terminal = written(comparison, "terminal");
  CHECK(terminal.find('\033') == std::string::npos);
  CHECK_THAT(terminal, contains("..."));
  CHECK(terminal.size() < 3000);

  // Every table row has as many unescaped bars as the head of its table.
  std::istringstream lines(written(comparison, "markdown"));
  std::size_t bars = 0;
  for (std::string line; std::getline(lines, line);) {
    std::size_t count = 0;
    for (std::size_t i = 0; i < line.size(); ++i) {
      count += line[i] == '|' && (i == 0 || line[i - 1] != '\\') ? 1 : 0;
    }
    if (line.empty() || line[0] != '|') {
      bars = 0;
      CHECK(count == 0);
    } else {
      CHECK((bars == 0 || bars == count));
      bars = count;
    }
  }

  const auto rows = parse_csv(written(comparison, "csv"));
  REQUIRE(rows.size() == 3);
  const std::string shown = "a,\"b\" |c?[2J \xE6\xBC\xA2 *x* <b>";
  CHECK(std::find(rows[1].begin(), rows[1].end(), shown) != rows[1].end());
  const auto json = nlohmann::json::parse(written(comparison, "json"));
  CHECK(json.at("/machines/0/instances/0/entries/0/variant"_json_pointer) == name);
}

TEST_CASE("an unknown format names the nearest") {
  CHECK_THROWS_WITH(make_writer("markdwon"), contains("did you mean 'markdown'"));
}

}  // namespace
}  // namespace assay::test
