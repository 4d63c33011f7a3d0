#include "framework/compare/summary.hpp"

#include "tests/catch.hpp"
#include "tests/framework/compare/recorded.hpp"

namespace assay::test {
namespace {

// `count` instances: fast.cpu takes 1 ms and other.cpu 2 ms on all but the first, where other.cpu
// takes 0.5 ms. broken.cpu always fails.
void fill_many(Recorded& recorded, std::int64_t count) {
  for (std::int64_t level = 1; level <= count; ++level) {
    Recorded::Options options;
    options.level = level;
    recorded.ok("fast.cpu", {1e-3, 1e-3, 1e-3}, options);
    recorded.ok("other.cpu", std::vector<double>(3, level == 1 ? 0.5e-3 : 2e-3), options);
    TrialResult failed;
    failed.status = TrialStatus::wrong_output;
    recorded.record("broken.cpu", failed, std::nullopt, options);
  }
}

std::vector<std::string> texts_of(const std::vector<Cell>& row) {
  std::vector<std::string> texts;
  for (const Cell& cell : row) texts.push_back(cell.text);
  return texts;
}

}  // namespace

TEST_CASE("a summary counts how often each variant is the fastest, and how far it is behind") {
  Recorded recorded;
  fill_many(recorded, 5);
  const Comparison comparison = compare(recorded.store);
  const auto problems = by_problem(comparison.machines.at(0).instances);
  REQUIRE(problems.size() == 1);
  const Table table = summary_table(problems[0]);
  REQUIRE(table.rows.size() == 3);
  const std::string first = problems[0][0].label;
  CHECK(texts_of(table.rows[0]) ==
        std::vector<std::string>{"fast.cpu", "5", "4", "1.15x", "2.00x", first});  // 2^(1/5)
  CHECK(table.rows[1][0].text == "other.cpu");
  CHECK(table.rows[1][3].text == "1.74x");  // 2^(4/5)
  CHECK(table.rows[1][4].text == "2.00x");
  CHECK(table.rows[2][0].text == "broken.cpu");
  CHECK(table.rows[2][3].text == "no result");
  const auto sentences = summary_sentences(problems[0]);
  CHECK_THAT(sentences.at(0), contains("Of 5 instances, the fastest is undecided on 5."));
  CHECK(sentences.at(1) == "broken.cpu failed: 5 wrong-output.");
}

TEST_CASE("the terminal summarises more than twenty instances, unless each is asked for") {
  Recorded recorded;
  fill_many(recorded, 21);
  const Comparison comparison = compare(recorded.store);
  const std::string text = written(comparison, "terminal");
  CHECK_THAT(text, contains("fastest on") && contains("--each"));
  CHECK_THAT(text, !contains("best configuration"));
  CHECK(std::ranges::count(text, '\n') < 16);
  std::ostringstream each;
  make_writer("terminal", false, true)->write(comparison, each);
  CHECK_THAT(each.str(), contains("best configuration") && !contains("fastest on"));
  Recorded fewer;
  fill_many(fewer, 20);
  CHECK_THAT(written(compare(fewer.store), "terminal"), contains("best configuration"));
}

}  // namespace assay::test
