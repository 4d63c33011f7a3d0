// Tests of pages of results of other tools: they are shown and ranked, and never called verified or
// searched.
#include "framework/report/page.hpp"
#include "framework/store/foreign_file.hpp"
#include "framework/store/import_benchmarks.hpp"
#include "framework/store/packed_text.hpp"
#include "tests/catch.hpp"
#include "tests/framework/compare/recorded.hpp"
#include "tests/framework/report/html.hpp"
#include "tests/framework/store/benchmark_files.hpp"

namespace assay::test {
namespace {

// Imports a file as `assay import FILE --variant VARIANT` does: sort, copy (which failed once) and
// wide (skipped).
void import_google(Recorded& recorded, const std::string& variant) {
  const auto path = recorded.folder / (variant + ".json");
  write_packed_text(path, google_text);
  auto file = std::get<RecordedBenchmarks>(read_foreign_file(path));
  name_benchmarks(file, "", variant, "g.json");
  import_benchmarks(recorded.store, file, variant + "-digest", {"assay import", "", "", "", "{}"});
}

// The text of a section of the page with all results of all machines.
std::string section_text(const Recorded& recorded, const std::string& id) {
  CompareOptions options;
  for (const StoredMachine& machine : recorded.store.machines()) {
    options.machines.push_back(machine.fingerprint);
  }
  const std::string html =
      page_of(PageModel(recorded.store, options), {"", "assay report", "/* charts */"});
  for (const HtmlElement& section : HtmlReader(html).all("section")) {
    if (section.attributes.at("id") == id) return section.text;
  }
  return "(no section " + id + ")";
}

TEST_CASE("a page says that imported results are ranked, and that nobody verified them here") {
  Recorded recorded;
  import_google(recorded, "before");
  import_google(recorded, "after");
  const std::string verdict = section_text(recorded, "verdict");
  CHECK_THAT(verdict, !contains("Only verified results are ranked"));
  CHECK_THAT(verdict, contains("4 of 4 results were recorded by another tool") &&
                          contains("assay has not verified"));
  CHECK_THAT(verdict, !contains("rest on the search alone"));
}

TEST_CASE("beside imported results those of this machine are still said to be verified") {
  Recorded recorded;
  recorded.ok("own", around(1e-3));
  CHECK_THAT(section_text(recorded, "verdict"),
             contains("Only verified results are ranked.") && !contains("another tool"));
  import_google(recorded, "theirs");
  CHECK_THAT(section_text(recorded, "verdict"),
             contains("Verified results are ranked, and imported ones only among themselves.") &&
                 contains("2 of 3 results were recorded by another tool"));
}

TEST_CASE(
    "several imported files of one variant are processes of it, and one alone claims nothing") {
  Recorded recorded;
  const auto path = recorded.folder / "file.json";
  write_packed_text(path, google_text);
  const auto import_slowed = [&](const std::string& variant, int number, double factor) {
    auto file = std::get<RecordedBenchmarks>(read_foreign_file(path));
    name_benchmarks(file, "", variant, "g.json");
    for (auto& benchmark : file.benchmarks) {
      for (auto& trial : benchmark.trials) {
        for (auto& sample : trial.samples) sample.seconds *= factor * (1 + 1e-4 * number);
      }
    }
    import_benchmarks(recorded.store, file, variant + std::to_string(number),
                      {"assay import", "", "", "", "{}"});
  };
  const auto verdict = [&] {
    CompareOptions options;
    for (const StoredMachine& machine : recorded.store.machines()) {
      if (machine.record.attributes.count("cpu") == 0 || machine.record.attributes.at("cpu") != "a")
        options.machines.push_back(machine.fingerprint);
    }
    return compare(recorded.store, options).machines.at(0).instances.at(0).verdict;
  };
  import_slowed("before", 0, 1);
  import_slowed("after", 0, 2);
  CHECK(verdict().kind == Verdict::Kind::undecided);
  CHECK_THAT(verdict().advice, contains("4 files of each would allow a claim"));
  for (int number = 1; number < 4; ++number) {
    import_slowed("before", number, 1);
    import_slowed("after", number, 2);
  }
  CHECK(verdict().kind == Verdict::Kind::winner);
}

TEST_CASE("imported variants are marked wherever they compete") {
  Recorded recorded;
  import_google(recorded, "before");
  import_google(recorded, "after");
  for (const char* section : {"matrix", "figures", "samples"}) {
    CAPTURE(section);
    CHECK_THAT(section_text(recorded, section), contains("before [imported]"));
  }
}

TEST_CASE("a variant and an imported one of its name are two competitors") {
  Recorded recorded;
  recorded.ok("sort", around(1e-3));
  Comparison comparison = compare(recorded.store, {});
  InstanceComparison theirs = comparison.machines.at(0).instances.at(0);
  theirs.entries.at(0).variant.plugin = "imported";
  comparison.machines[0].instances.push_back(theirs);
  const auto problems = problems_of(comparison);
  REQUIRE(problems.size() == 1);
  REQUIRE(problems[0].competitors.size() == 2);
  CHECK(problems[0].competitors[0].label == "sort");
  CHECK(problems[0].competitors[1].label == "sort [imported]");
}

TEST_CASE("an import is no search, but its failures are told") {
  Recorded recorded;
  import_google(recorded, "before");
  const std::string tuning = section_text(recorded, "tuning");
  CHECK_THAT(tuning, contains("Nothing was searched.") && !contains("All searches"));
  CHECK_THAT(tuning, contains("out of memory") && contains("needs AVX-512"));
}

}  // namespace
}  // namespace assay::test
