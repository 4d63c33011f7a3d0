#include "framework/store/trace.hpp"

#include <fstream>

#include "framework/core/error.hpp"
#include "framework/store/t4.hpp"
#include "tests/catch.hpp"
#include "tests/temporary_folder.hpp"

namespace assay::test {
namespace {

// A space of `count` configurations of three parameters; every tenth failed, the others take as
// long as their number says, the last the least.
RecordedSpace numbered_space(std::uint32_t count) {
  RecordedSpace space;
  space.name = "numbered-B200";
  space.origin.variant = "numbered";
  space.origin.device = "B200";
  for (const char* name : {"a", "b", "c"}) {
    Parameter& parameter = space.parameters.emplace_back();
    parameter.name = name;
    for (std::int64_t v = 0; v < 10; ++v) parameter.values.emplace_back(v);
    parameter.default_value = parameter.values.front();
  }
  for (std::uint32_t k = 0; k < count; ++k) {
    space.configurations.push_back({k / 100, k / 10 % 10, k % 10});
    RecordedOutcome& outcome = space.outcomes.emplace_back();
    if (k % 10 == 0) {
      outcome.status = TrialStatus::compile_error;
      continue;
    }
    outcome.objective = 1e-3 * (count - k);
    outcome.runtimes = {*outcome.objective};
  }
  return space;
}

}  // namespace

TEST_CASE("a trace holds the best configurations and some of all the rest") {
  const RecordedSpace space = numbered_space(1000);
  const RecordedSpace trace = trace_of(space);
  REQUIRE(trace.outcomes.size() == 256);
  CHECK_FALSE(trace.whole);
  CHECK(trace.at(0) == space.at(999));
  std::size_t failed = 0;
  for (std::size_t k = 0; k < trace.outcomes.size(); ++k) {
    const auto& outcome = trace.outcomes[k];
    CHECK(outcome.runtimes.empty());
    if (!outcome.objective) ++failed;
    if (k > 0 && outcome.objective) CHECK(*outcome.objective > *trace.outcomes[k - 1].objective);
    if (k < 128) CHECK(*outcome.objective < 0.15);
  }
  CHECK(*trace.outcomes[240].objective > 0.85);
  CHECK(failed > 10);
  CHECK(failed < 20);
}

TEST_CASE("a small space is its own trace; one without a success has none") {
  CHECK(trace_of(numbered_space(50)).outcomes.size() == 50);
  CHECK(trace_of(numbered_space(50)).whole);
  CHECK_THROWS_WITH(trace_of(numbered_space(1)), Catch::Contains("nothing to learn"));
}

TEST_CASE("traces are read back as they were written, and damaged ones are left out by name") {
  const TemporaryFolder folder;
  RecordedSpace space = numbered_space(1000);
  space.origin.source = "a laboratory";
  space.origin.licence = "MIT";
  const RecordedSpace trace = trace_of(space);
  write_t4(trace, trace_file(folder.path(), trace));
  std::ofstream(folder.path() / "a-cut.json.gz") << "no gzip";
  std::ofstream(folder.path() / "b-cut.json") << R"({"results": [)";
  std::ofstream(folder.path() / "notes.txt") << "not a trace";
  const TraceLibrary library = read_traces({folder.path(), folder.path() / "missing"});
  REQUIRE(library.traces.size() == 1);
  const RecordedSpace& read = library.traces.front().space;
  CHECK(read.origin.source == "a laboratory");
  CHECK(read.origin.licence == "MIT");
  CHECK(read.origin.variant == "numbered");
  CHECK_FALSE(read.whole);
  REQUIRE(read.outcomes.size() == trace.outcomes.size());
  for (std::size_t k = 0; k < read.outcomes.size(); ++k) {
    CHECK(read.at(k) == trace.at(k));
    CHECK(read.outcomes[k].objective == trace.outcomes[k].objective);
  }
  REQUIRE(library.complaints.size() == 2);
  CHECK_THAT(library.complaints[0], Catch::Contains("a-cut.json.gz"));
  CHECK_THAT(library.complaints[1],
             Catch::Contains("b-cut.json") && Catch::Contains("remove the file"));
}

TEST_CASE("traces of one origin have one file, others have their own") {
  RecordedSpace one = numbered_space(20);
  RecordedSpace other = one;
  CHECK(trace_file("f", one) == trace_file("f", other));
  other.origin.arguments = {{"n", std::int64_t{5}}};
  CHECK(trace_file("f", one) != trace_file("f", other));
  one.origin.device = "NVIDIA H200; driver/5";
  CHECK(trace_file("f", one).parent_path() == "f");
}

}  // namespace assay::test
