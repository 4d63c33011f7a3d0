// Tests of recorded spaces of others: into the store, out of it again, and through files.
#include "framework/store/import.hpp"

#include <fstream>

#include "framework/core/error.hpp"
#include "framework/store/recorded_search.hpp"
#include "framework/store/t4.hpp"
#include "tests/catch.hpp"
#include "tests/framework/store/store_fixture.hpp"

namespace assay::test {
namespace {

// A space with every kind of value and of failure that T4 has.
RecordedSpace foreign_space() {
  RecordedSpace space;
  space.name = "stencil-B200";
  space.origin = {"imported/stencil", "stencil", "B200", {{"size", std::int64_t{4096}}}, {}};
  space.origin.machine.attributes = {{"device", "B200"}, {"host", "node 1"}};
  space.parameters = {
      {"tile", "", {std::int64_t{4}, std::int64_t{16}, std::int64_t{17}}, std::int64_t{4}, ""},
      {"order", "", {std::string("column"), std::string("row \"x\"")}, std::string("column"), ""},
      {"share", "", {0.1, 1.0}, 0.1, ""},
      {"padded", "", {false, true}, false, ""}};
  const TrialStatus statuses[] = {TrialStatus::ok,           TrialStatus::compile_error,
                                  TrialStatus::ok,           TrialStatus::timeout,
                                  TrialStatus::device_error, TrialStatus::wrong_output};
  for (std::uint32_t k = 0; k < 6; ++k) {
    space.configurations.push_back({k % 3, k % 2, k / 3, k % 2});
    RecordedOutcome& outcome = space.outcomes.emplace_back();
    outcome.status = statuses[k];
    outcome.compile_seconds = 0.1 * k;
    outcome.other_seconds = 0.25;
    if (outcome.status != TrialStatus::ok) continue;
    outcome.runtimes = {1e-3 / 3, 1e-3 / 7};
    outcome.objective = 1e-3 / 3 + 1e-19;
  }
  return space;
}

void check_equal(const RecordedSpace& a, const RecordedSpace& b) {
  REQUIRE(a.parameters.size() == b.parameters.size());
  for (std::size_t j = 0; j < a.parameters.size(); ++j) {
    CHECK(a.parameters[j].name == b.parameters[j].name);
    CHECK(a.parameters[j].values == b.parameters[j].values);
  }
  CHECK(a.configurations == b.configurations);
  CHECK(a.objective.name == b.objective.name);
  CHECK(a.whole == b.whole);
  CHECK(a.origin.problem == b.origin.problem);
  CHECK(a.origin.variant == b.origin.variant);
  CHECK(a.origin.device == b.origin.device);
  CHECK(a.origin.arguments == b.origin.arguments);
  CHECK(a.origin.machine.attributes == b.origin.machine.attributes);
  REQUIRE(a.outcomes.size() == b.outcomes.size());
  for (std::size_t k = 0; k < a.outcomes.size(); ++k) {
    CAPTURE(k);
    CHECK(a.outcomes[k].status == b.outcomes[k].status);
    CHECK(a.outcomes[k].objective == b.outcomes[k].objective);
    CHECK(a.outcomes[k].runtimes == b.outcomes[k].runtimes);
    CHECK(a.outcomes[k].compile_seconds == b.outcomes[k].compile_seconds);
    CHECK(a.outcomes[k].other_seconds == b.outcomes[k].other_seconds);
  }
}

RecordedSpace only_space(const Store& store) {
  const auto searches = recorded_searches(store, {});
  REQUIRE(searches.size() == 1);
  return recorded_space(store, searches[0]);
}

}  // namespace

TEST_CASE("a space written as T4 reads back to the bit, plain and packed") {
  TemporaryFolder folder;
  const auto space = foreign_space();
  for (const char* name : {"a.json", "a.json.gz"}) {
    write_t4(space, folder / name);
    check_equal(read_t4(folder / name), space);
  }
  std::ifstream packed(folder / "a.json.gz", std::ios::binary);
  CHECK(packed.get() == 0x1f);
  std::ifstream plain(folder / "a.json");
  CHECK(plain.get() == '{');
  CHECK_FALSE(std::filesystem::exists(folder / "a.json.part"));
}

TEST_CASE("a part of a space stays one on the way") {
  auto space = foreign_space();
  space.whole = false;
  CHECK_FALSE(parse_t4(t4_text(space), "x").whole);
}

TEST_CASE("what came from a file into the store goes out again as it was") {
  TemporaryFolder folder;
  write_t4(foreign_space(), folder / "in.json.gz");
  const auto read = read_t4(folder / "in.json.gz");
  Store store(folder / "s.db");
  const auto imported = import_space(store, read, "build", {"", "", "", "0.1", "{}"});
  CHECK(imported.trials == 6);
  CHECK(imported.known == 0);
  check_equal(only_space(store), read);
  write_t4(only_space(store), folder / "out.json");
  check_equal(read_t4(folder / "out.json"), foreign_space());
}

TEST_CASE("importing again records what is missing only") {
  TemporaryFolder folder;
  Store store(folder / "s.db");
  const RunRecord run = {"", "", "", "0.1", "{}"};
  auto begun = foreign_space();
  begun.configurations.resize(4);
  begun.outcomes.resize(4);
  CHECK(import_space(store, begun, "build", run).trials == 4);
  const auto rest = import_space(store, foreign_space(), "build", run);
  CHECK(rest.trials == 2);
  CHECK(rest.known == 4);
  CHECK(import_space(store, foreign_space(), "build", run).trials == 0);
  CHECK(store.trials({}).size() == 6);
}

TEST_CASE("an imported space is prior knowledge for the same variant elsewhere, never verified") {
  TemporaryFolder folder;
  Store store(folder / "s.db");
  const RunRecord run = {"", "", "", "0.1", "{}"};
  import_space(store, foreign_space(), "build", run);
  auto other = foreign_space();
  other.origin.machine.attributes["device"] = "MI300";
  other.origin.device = "MI300";
  import_space(store, other, "build of another file", run);
  for (const auto& trial : store.trials({})) CHECK_FALSE(trial.verification_error);

  TrialKey key = store.trials({}).front().key;
  const auto elsewhere = store.searches_elsewhere(key);
  REQUIRE(elsewhere.size() == 1);
  CHECK(elsewhere[0].device == "MI300");
  CHECK(store.trials_like(elsewhere[0]).size() == 6);
}

TEST_CASE("an import is not what the latest machine did, and is found all the same") {
  TemporaryFolder folder;
  Store store(folder / "s.db");
  Scene scene(store);
  store.record_trial(scene.run, scene.key, ok_result(3), Interval{1e-3, 1e-3, 1e-3});
  import_space(store, foreign_space(), "build", {"", "", "", "0.1", "{}"});
  CHECK(store.latest_machine() == scene.key.machine);
  const auto searches = recorded_searches(store, {});
  REQUIRE(searches.size() == 2);
  CHECK_THAT(searches[1].label, contains("stencil on B200") && contains("machine"));
}

TEST_CASE("where a file was recorded is read from what others write too") {
  const std::string results =
      R"("results": [{"configuration": {"a": 1}, "invalidity": "correct", "times": {"runtimes": [1]}}]})";
  const auto origin = [&](const std::string& metadata, const std::string& name) {
    return parse_t4(R"({"metadata": {"timeunit": "ms")" + metadata + "}, " + results, name).origin;
  };
  CHECK(origin("", "/data/stencil-A100_T4.json.gz").variant == "stencil");
  CHECK(origin("", "/data/stencil-A100_T4.json.gz").device == "A100");
  CHECK(origin("", "stencil.json").variant == "stencil");
  CHECK(origin("", "stencil.json").device.empty());
  CHECK(origin(R"(, "device_name": "Arc")", "stencil-A100.json").device == "Arc");
  const auto queried = origin(
      R"(, "hardware": {"nvidia_query": {"nvidia_smi_log": {"gpu": {"product_name": "H200"}}}},
           "environment": {"hostname": "node7"})",
      "stencil.json");
  CHECK(queried.device == "H200");
  CHECK(queried.machine.attributes.at("host") == "node7");
  // Values of any kind are accepted in optional fields.
  CHECK(origin(R"(, "hardware": [1], "environment": 3, "assay": "x")", "a-b.json").device == "b");
}

TEST_CASE("a file that cannot be written leaves nothing") {
  TemporaryFolder folder;
  CHECK_THROWS_WITH(write_t4(foreign_space(), folder / "none" / "a.json.gz"),
                    contains("cannot be written"));
  CHECK_THROWS_AS(write_t4(foreign_space(), folder.path()), Error);
}

TEST_CASE("what T4 has no word for gets the nearest") {
  auto space = foreign_space();
  space.outcomes[1].status = TrialStatus::not_finite;
  space.outcomes[3].status = TrialStatus::out_of_memory;
  space.outcomes[4].status = TrialStatus::crash;
  const auto read = parse_t4(t4_text(space), "x");
  CHECK(read.outcomes[1].status == TrialStatus::wrong_output);
  CHECK(read.outcomes[3].status == TrialStatus::device_error);
  CHECK(read.outcomes[4].status == TrialStatus::device_error);
}

}  // namespace assay::test
