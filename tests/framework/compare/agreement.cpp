// Tests of results that were only compared with a contender's: they agree with it, and are never
// called verified.
#include <nlohmann/json.hpp>

#include "framework/compare/verdict_sentences.hpp"
#include "framework/compare/winner.hpp"
#include "tests/catch.hpp"
#include "tests/framework/compare/recorded.hpp"

namespace assay::test {
namespace {

// Records two processes of a variant whose results agree with `other`, and of whose samples not all
// were verified.
void agreeing(Recorded& recorded, const std::string& variant, const std::string& other,
              const VerifiedSamples& verified = {1, 2, 0}, double seconds = 1e-3) {
  for (int process = 0; process < 2; ++process) {
    TrialResult result = ok_result(4, seconds);
    result.agrees_with = other;
    result.verified = verified;
    recorded.record(variant, result, Interval{seconds, seconds, seconds}, {});
  }
}

TEST_CASE("a result that only agrees is not called verified") {
  Recorded recorded;
  agreeing(recorded, "tiled.opencl", "naive.opencl");
  const Comparison comparison = compare(recorded.store);
  const auto sentences = verdict_sentences(comparison.machines[0].instances[0]);
  REQUIRE(sentences.size() == 2);
  CHECK(sentences[0] == "tiled.opencl alone has a result, which agrees with naive.opencl.");
  CHECK(sentences[1] ==
        "The results were not verified independently: they only agree with naive.opencl at its "
        "defaults.");
  for (const char* format : {"terminal", "markdown"}) {
    CHECK_THAT(written(comparison, format),
               contains("agrees with naive.opencl") && !contains("verified result"));
  }
  const auto json = nlohmann::json::parse(written(comparison, "json"));
  const auto& best = json.at("machines").at(0).at("instances").at(0).at("entries").at(0).at("best");
  CHECK(best.at("agrees_with") == "naive.opencl");
  CHECK_THAT(written(comparison, "csv"), contains(",0,0,0,naive.opencl\r\n"));
}

TEST_CASE("the reference itself agrees with its own defaults") {
  Recorded recorded;
  agreeing(recorded, "naive.opencl", "naive.opencl");
  CHECK(verdict_sentences(recorded.only()).at(0) ==
        "naive.opencl alone has a result, which agrees with its own defaults.");
}

TEST_CASE("a winner that only agrees says so in its header and its JSON") {
  Recorded recorded;
  agreeing(recorded, "tiled.opencl", "naive.opencl");
  const Comparison comparison = compare(recorded.store);
  const auto winner = winner_of(comparison);
  REQUIRE(winner);
  std::ostringstream header;
  write_winner_header(*winner, {"", {}, "1"}, header);
  CHECK_THAT(header.str(), contains("agrees with naive.opencl; not verified against a reference"));
  std::ostringstream json;
  write_winner_json(*winner, {"", {}, "1"}, json);
  CHECK(nlohmann::json::parse(json.str()).at("agrees_with") == "naive.opencl");
}

TEST_CASE("a note counts the verified samples where not all were") {
  Recorded recorded;
  agreeing(recorded, "some", "", {1, 2, 5});
  agreeing(recorded, "all", "", {1, 7, 0}, 3e-3);
  const Comparison comparison = compare(recorded.store);
  const InstanceComparison& instance = comparison.machines[0].instances[0];
  REQUIRE(instance.entries[0].label == "some");
  CHECK(instance.entries[0].best->verified->unverified == 10);
  CHECK(std::count(instance.notes.begin(), instance.notes.end(),
                   "6 of 16 samples of some were verified: that many reveal a fault that shows in "
                   "one sample of a hundred with a probability of 5.9%") == 1);
  CHECK_THAT(written(comparison, "terminal"), !contains("samples of all"));
  const auto json = nlohmann::json::parse(written(comparison, "json"));
  const auto& verified = json.at("machines")
                             .at(0)
                             .at("instances")
                             .at(0)
                             .at("entries")
                             .at(0)
                             .at("best")
                             .at("verified_samples");
  CHECK(verified.at("in_full") == 2);
  CHECK(verified.at("by_digest") == 4);
  CHECK(verified.at("unverified") == 10);
}

}  // namespace
}  // namespace assay::test
