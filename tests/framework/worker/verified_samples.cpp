// Tests of how many timed repetitions of a trial are verified, and how.
#include "tests/catch.hpp"
#include "tests/test_plugins/trials.hpp"

using namespace assay;

namespace {

// The number of counted repetitions; each is counted once.
std::uint64_t all(const VerifiedSamples& verified) {
  return verified.in_full + verified.by_digest + verified.unverified;
}

}  // namespace

TEST_CASE("each timed repetition is verified: the first in full, what equals it by its bits") {
  WorkerClient worker(test_worker());
  const TrialResult result = worker.run_trial(misdeed("none"));
  REQUIRE(result.ok());
  REQUIRE(result.samples.size() > 2);
  CHECK(result.verified.in_full == 1);
  CHECK(result.verified.by_digest == result.samples.size());
  CHECK(result.verified.unverified == 0);
}

TEST_CASE("bits that passed in an earlier trial pass again, and others are compared") {
  WorkerClient worker(test_worker());
  const TrialResult first = worker.run_trial(misdeed("none"));
  const TrialResult second = worker.run_trial(misdeed("none"));
  REQUIRE(first.ok());
  REQUIRE(second.ok());
  CHECK(second.verified.in_full == 0);
  CHECK(second.verified.by_digest == 1 + second.samples.size());
  CHECK(second.verification_error == first.verification_error);
  CHECK(worker.run_trial(misdeed("wrong")).status == TrialStatus::wrong_output);
  const TrialResult other = worker.run_trial(misdeed("lower-bits"));
  REQUIRE(other.ok());
  CHECK(other.verified.in_full > 0);
  // What passed by other bits has its own error.
  CHECK(other.verification_error > first.verification_error);
}

TEST_CASE("outputs that differ in bits from run to run are each compared in full") {
  WorkerClient worker(test_worker());
  const TrialResult result = worker.run_trial(misdeed("lower-bits"));
  INFO(result.message);
  REQUIRE(result.ok());
  CHECK(result.verified.in_full > 2);
  CHECK(all(result.verified) == 1 + result.samples.size());
}

TEST_CASE("without a share of the time for it only a tenth of a second goes into verifying") {
  WorkerClient worker(test_worker());
  TrialRequest request = misdeed("lower-bits");
  request.instance.arguments = {{"n", Value(std::int64_t{3'000'000})}};
  request.sampling.verification_share = 0;
  request.sampling.relative_width = 0;
  request.sampling.max_samples = 60;
  request.sampling.max_seconds = 10;
  const TrialResult result = worker.run_trial(request);
  INFO(result.message);
  REQUIRE(result.ok());
  CHECK(result.verified.unverified > 0);
  CHECK(result.verified.in_full > 0);
  CHECK(all(result.verified) == 1 + 60);
}

TEST_CASE("both sides of pairs are verified with every pair") {
  WorkerClient worker(test_worker());
  PairRequest request;
  request.baseline = misdeed("none");
  request.candidate_variant = "misbehaving.cpu";
  request.candidate_configuration = {{"misdeed", Value(std::string("lower-bits"))}};
  const PairedResult honest = worker.run_pairs(request);
  REQUIRE(honest.candidate.ok());
  CHECK(honest.baseline.verified.by_digest > 0);
  CHECK(honest.baseline.verified.unverified == 0);
  CHECK(honest.candidate.verified.unverified == 0);
  request.candidate_configuration = {{"misdeed", Value(std::string("wrong-fifth"))}};
  CHECK(worker.run_pairs(request).candidate.status == TrialStatus::wrong_output);
}
