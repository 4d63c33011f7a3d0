// Compares whole documents with files in golden/, so that any change of a format shows as what it
// is. Where a change is intended, renew the files and review what git shows:
// ASSAY_RENEW_GOLDEN=1 build/release/tests/framework/report/test_report golden*
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <sstream>

#include "tests/catch.hpp"
#include "tests/contents.hpp"
#include "tests/framework/compare/recorded.hpp"

namespace assay::test {
namespace {

// A comparison with some of everything: a winner, a tie, a failure, phases, device time, peaks,
// facts, published figures, few samples, a name with markup. Nothing in it depends on when or where
// it is made.
Comparison everything() {
  Recorded recorded;
  recorded.store.save_peaks(recorded.machine, "cpu", {2e6, 1e6, 4e5});
  Recorded::Options phased;
  phased.phases = {{"upload", 2e-4, 0}, {"kernel", 6e-4, 5e-4}};
  phased.facts = {{"registers", 32, ""}, {"clock", 1980, "MHz"}};
  recorded.rounds("fast", 1e-3, phased);
  recorded.rounds("slow", 4e-3);
  recorded.rounds("slower", 4.01e-3);
  recorded.failed("broken | <b>", TrialStatus::wrong_output, "off by\n3");
  Recorded::Options search;
  search.level = 6;
  search.stage = "search";
  recorded.ok("fast", around(3e-3), search);
  recorded.ok("slow", {3.001e-3, 3.01e-3, 2.99e-3}, search);
  CompareOptions options;
  options.beside.derived = {
      {"rate", "points/s", "points / seconds", {}, {{"family/problem", {}}}, ""}};
  PublishedFigure figure;
  figure.source = "Somebody (2017), table 5";
  figure.machine = "a machine, long ago";
  figure.variant = "slow";
  figure.seconds = 0.04;
  figure.instances = {{"family/problem", {{"level", std::int64_t{5}}}}};
  options.beside.published = {figure};
  return compare(recorded.store, options);
}

// The lines in which two texts differ, in a form for people.
std::string difference(const std::string& expected, const std::string& found) {
  std::istringstream left(expected);
  std::istringstream right(found);
  std::string text;
  for (int number = 1;; ++number) {
    std::string was;
    std::string is;
    const bool more_left = static_cast<bool>(std::getline(left, was));
    const bool more_right = static_cast<bool>(std::getline(right, is));
    if (!more_left && !more_right) return text;
    if (was == is && more_left == more_right) continue;
    if (more_left) text += std::to_string(number) + " - " + was + "\n";
    if (more_right) text += std::to_string(number) + " + " + is + "\n";
  }
}

void check_golden(const std::string& format, const std::string& name) {
  const std::filesystem::path file = std::filesystem::path(GOLDEN_FOLDER) / name;
  const std::string found = written(everything(), format);
  if (std::getenv("ASSAY_RENEW_GOLDEN") != nullptr) {
    std::ofstream(file, std::ios::binary) << found;
    return;
  }
  const std::string expected = contents(file);
  INFO(file.string() << " (renew with ASSAY_RENEW_GOLDEN=1):\n" << difference(expected, found));
  const bool same = found == expected;  // CHECK would print both texts in full
  CHECK(same);
}

TEST_CASE("golden: markdown") { check_golden("markdown", "comparison.md"); }
TEST_CASE("golden: csv") { check_golden("csv", "comparison.csv"); }
TEST_CASE("golden: json") { check_golden("json", "comparison.json"); }
TEST_CASE("golden: terminal") { check_golden("terminal", "comparison.txt"); }

TEST_CASE("golden: a difference shows the lines that changed") {
  CHECK(difference("a\nb\nc\n", "a\nx\nc\n") == "2 - b\n2 + x\n");
  CHECK(difference("a\n", "a\n\n") == "2 + \n");
  CHECK(difference("a\n", "a\n").empty());
}

}  // namespace
}  // namespace assay::test
