// Tests of two sides measured in turn within one worker: orders are drawn, both sides are verified,
// and a fault is reported for the side that has it.
#include <algorithm>
#include <set>

#include "tests/catch.hpp"
#include "tests/test_plugins/trials.hpp"

using namespace assay;

namespace {

// A pair of misdeeds of the variant misbehaving.cpu.
PairRequest misdeeds(const std::string& baseline, const std::string& candidate) {
  PairRequest request{misdeed(baseline), "misbehaving.cpu", "", {{"misdeed", candidate}}, 1};
  request.baseline.sampling.max_seconds = 10;
  return request;
}

// A pair of empty runs of the two builds of one plugin.
PairRequest two_builds(const Catalog& catalog, std::uint32_t pairs) {
  PairRequest request;
  request.baseline.instance = {"test/nothing", {}};
  request.baseline.variant = "empty.cpu";
  request.baseline.build_id = catalog.variants.at(0).build_id;
  request.baseline.sampling.max_samples = pairs;
  request.baseline.sampling.max_seconds = 10;
  request.candidate_variant = "empty.cpu";
  request.candidate_build_id = catalog.variants.at(1).build_id;
  return request;
}

}  // namespace

TEST_CASE("two builds run in pairs within one process, each its own code") {
  WorkerClient client(test_worker({"build-1", "build-2"}));
  PairRequest request = two_builds(client.catalog(), 40);
  const PairedResult result = client.run_pairs(request);
  REQUIRE(result.baseline.message == "");
  REQUIRE(result.candidate.message == "");
  REQUIRE(result.ok());
  CHECK(result.baseline.samples.size() == 40);
  CHECK(result.candidate.samples.size() == 40);
  CHECK(result.candidate_first.size() == 40);
  CHECK(fact(result.baseline, "build") == 1);
  CHECK(fact(result.candidate, "build") == 2);
  // Each build counts its own runs: one to verify, one for each pair, one to verify again.
  CHECK(fact(result.baseline, "runs") == 42);
  CHECK(fact(result.candidate, "runs") == 42);
}

TEST_CASE("the order of the pairs is drawn: neither fixed nor alternating, and the seed's own") {
  WorkerClient client(test_worker({"build-1", "build-2"}));
  std::set<std::vector<bool>> orders;
  for (const std::uint64_t seed : {1, 2, 3, 1}) {
    PairRequest request = two_builds(client.catalog(), 200);
    request.seed = seed;
    const auto order = client.run_pairs(request).candidate_first;
    orders.insert(order);
    const auto firsts = std::ranges::count(order, true);
    CHECK(firsts > 60);
    CHECK(firsts < 140);
    std::size_t changes = 0;
    for (std::size_t k = 1; k < order.size(); ++k) changes += order[k] != order[k - 1] ? 1 : 0;
    CHECK(changes > 60);
    CHECK(changes < 140);
  }
  CHECK(orders.size() == 3);
}

TEST_CASE("a fault is told of the side that has it") {
  WorkerClient client(test_worker());
  const PairedResult good = client.run_pairs(misdeeds("none", "none"));
  CHECK(good.ok());
  CHECK(good.baseline.verification_error.has_value());
  CHECK(good.candidate.verification_error.has_value());
  for (const char* deed : {"wrong", "wrong-later", "nan", "write-after"}) {
    const PairedResult late = client.run_pairs(misdeeds("none", deed));
    INFO(deed << ": " << late.candidate.message);
    CHECK_FALSE(late.candidate.ok());
    CHECK(late.candidate.status != TrialStatus::stopped);
    CHECK(late.baseline.status == TrialStatus::stopped);
    const PairedResult early = client.run_pairs(misdeeds(deed, "none"));
    CHECK_FALSE(early.baseline.ok());
    CHECK(early.baseline.status == late.candidate.status);
    CHECK(early.candidate.status == TrialStatus::stopped);
  }
}

TEST_CASE("a worker that dies over a pair costs that pair alone") {
  WorkerClient client(test_worker());
  const PairedResult lost = client.run_pairs(misdeeds("none", "segfault"));
  CHECK(lost.baseline.status == TrialStatus::crash);
  CHECK(lost.candidate.status == TrialStatus::crash);
  CHECK(lost.candidate_first.empty());
  CHECK(client.run_pairs(misdeeds("none", "none")).ok());
  PairRequest hanging = misdeeds("hang", "none");
  hanging.baseline.run_limit_seconds = 0.3;
  CHECK(client.run_pairs(hanging).baseline.status == TrialStatus::timeout);
}

TEST_CASE("pairs of unknown sides are refused by name") {
  WorkerClient client(test_worker({"build-1", "build-2"}));
  PairRequest request = two_builds(client.catalog(), 5);
  request.candidate_build_id = "feedbeef";
  const PairedResult result = client.run_pairs(request);
  CHECK(result.baseline.status == TrialStatus::invalid);
  CHECK_THAT(result.baseline.message, contains("feedbeef"));
  request = two_builds(client.catalog(), 5);
  request.candidate_configuration = {{"tile", std::int64_t{1}}};
  const PairedResult unbound = client.run_pairs(request);
  CHECK(unbound.candidate.status == TrialStatus::invalid);
  CHECK_THAT(unbound.candidate.message, contains("tile"));
}
