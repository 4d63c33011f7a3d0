// Tests of the two rounds, with made-up subjects.
#include "framework/guard/rounds.hpp"

#include <cmath>

#include "framework/core/random.hpp"
#include "tests/catch.hpp"

using namespace assay;
using namespace assay::guard;

namespace {

using Kind = CaseResult::Kind;

// A subject whose observations lie around one centre in the first round and around another one in
// the second.
class Made : public Subject {
 public:
  Made(double first, double second, double deviation, std::uint64_t seed)
      : centres_{first, second}, deviation_(deviation), random_(seed) {}

  bool begin(Round round, CaseResult&) override {
    round_ = round;
    rounds.push_back(round);
    return true;
  }
  std::optional<double> observe(std::size_t, CaseResult&) override {
    return centres_[round_ == Round::screening ? 0 : 1] + deviation_ * random_.normal();
  }
  [[nodiscard]] inference::Verdict judge(std::span<const double> observations,
                                         const inference::Criteria& criteria) const override {
    asked.push_back(criteria);
    return inference::judge(observations, criteria);
  }
  void suspected(const inference::Verdict&) override { ++suspicions; }

  std::vector<Round> rounds;
  mutable std::vector<inference::Criteria> asked;
  int suspicions = 0;

 private:
  double centres_[2];
  double deviation_;
  Round round_ = Round::screening;
  Random random_;
};

std::vector<CaseResult> judged(std::vector<Made>& made, Family family,
                               const GuardOptions& options = {}) {
  std::vector<Subject*> subjects;
  for (Made& one : made) subjects.push_back(&one);
  return judge_in_two_rounds(subjects, options, family);
}

// The first subject is suspect. Its second round has a p of about 0.01: small enough for a single
// suspect, but not for one of twenty.
std::vector<Made> one_suspect_among(std::size_t equivalent) {
  std::vector<Made> made;
  made.emplace_back(0.1, 0.03, 0.045, 8);
  for (std::size_t k = 0; k < equivalent; ++k) made.emplace_back(0, 0, 0.001, 10 + k);
  return made;
}

}  // namespace

TEST_CASE("only suspects have a second round") {
  std::vector<Made> made;
  made.emplace_back(0.1, 0.1, 0.01, 1);
  made.emplace_back(0.0, 0.0, 0.001, 2);
  const auto results = judged(made, Family::suspects);
  CHECK(results[0].kind == Kind::slower);
  CHECK(results[1].kind == Kind::equivalent);
  CHECK(made[0].rounds == std::vector<Round>{Round::screening, Round::confirmation});
  CHECK(made[1].rounds == std::vector<Round>{Round::screening});
  CHECK(made[0].suspicions == 1);
  CHECK(made[1].suspicions == 0);
}

TEST_CASE("both rounds together spend the level of equivalence once") {
  std::vector<Made> made;
  made.emplace_back(0.05, 0.05, 0.07, 1);
  GuardOptions options;
  options.looks = {8};
  while (made[0].suspicions == 0) static_cast<void>(judged(made, Family::suspects, options));
  const auto level = [](const inference::Criteria& criteria) {
    return criteria.alpha * criteria.equivalence_share;
  };
  const auto& asked = made[0].asked;
  REQUIRE(asked.size() >= 2);
  CHECK(level(asked[asked.size() - 2]) + level(asked.back()) == Approx(options.alpha));
}

TEST_CASE("p-values are adjusted for the suspects, or for all where rounds share a record") {
  auto alone = one_suspect_among(0);
  const double p = judged(alone, Family::measured)[0].p_value;
  REQUIRE(p < 0.05);
  REQUIRE(p > 0.05 / 20);
  auto few = one_suspect_among(19);
  CHECK(judged(few, Family::suspects)[0].kind == Kind::slower);
  CHECK(judged(few, Family::suspects).size() == 20);
  auto many = one_suspect_among(19);
  const CaseResult result = judged(many, Family::measured)[0];
  CHECK(result.kind == Kind::inconclusive);
  CHECK_THAT(result.reason, contains("with an adjusted p of"));
}

TEST_CASE("where a round has no more observations the result is what the subject says") {
  struct Failing : Made {
    using Made::Made;
    std::optional<double> observe(std::size_t most, CaseResult& result) override {
      if (rounds.size() == 1) return Made::observe(most, result);
      result.invalidate("gone");
      return std::nullopt;
    }
  };
  Failing failing(0.1, 0.1, 0.01, 1);
  Subject* const one[] = {&failing};
  const CaseResult result = judge_in_two_rounds(one, {}, Family::suspects).front();
  CHECK(result.kind == Kind::invalid);
  CHECK(result.reason == "gone");
}
