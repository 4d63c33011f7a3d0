#include "framework/judge/judgement.hpp"

#include <algorithm>
#include <nlohmann/json.hpp>

#include "framework/supervisor/confinement.hpp"
#include "tests/catch.hpp"
#include "tests/temporary_folder.hpp"
#include "tests/test_plugins/trials.hpp"

using namespace assay;
using namespace assay::judge;

namespace {

class Court {
 public:
  // Judges one of the variants in tests/test_plugins/attacks/.
  Judgement judge(const std::string& variant, const std::function<void(Matter&)>& change = {},
                  const std::optional<Peaks>& peaks = {}) {
    Matter matter;
    matter.candidate = confined(test_worker({"attacks"}), scratch_.path());
    matter.variant.name = variant;
    matter.problem = *std::ranges::find(bench_.catalog().problems, std::string("test/scale"),
                                        &ProblemDescription::name);
    matter.listed = {"test/scale", {}};
    matter.configure = [](const InstanceKey&, const InstanceRecord&) { return Bindings{}; };
    matter.other_instances = 0;
    matter.seed = 4;
    if (change) change(matter);
    return assay::judge::judge(bench_, matter, peaks);
  }

 private:
  assay::test::TemporaryFolder scratch_;
  Bench bench_{test_worker()};
};

}  // namespace

TEST_CASE("what is faster than its work can be done is refused, until it is explained") {
  Court court;
  // At this rate, the test's 1,000 multiplications take at least a second.
  const Peaks slow{1000, 1000, 1e9};
  const Judgement refused = court.judge("honest.cpu", {}, slow);
  REQUIRE(refused.findings.size() == 1);
  CHECK(refused.findings.front().charge == Charge::below_floor);
  CHECK_THAT(refused.findings.front().text, contains("--below-floor"));
  CHECK(refused.floor_seconds.value() == Approx(1));

  const Judgement explained = court.judge(
      "honest.cpu", [](Matter& matter) { matter.below_floor = "none counted"; }, slow);
  CHECK(explained.right_and_fair());
  CHECK_THAT(text_of(explained), contains("explained: none counted"));

  CHECK(court.judge("honest.cpu", {}, Peaks{1e15, 1e15, 1e15}).right_and_fair());
}

TEST_CASE("slow candidates are not heard on what would take them too long") {
  Court court;
  const Judgement judgement = court.judge("slow.cpu", [](Matter& matter) {
    matter.listed.arguments = {{"n", Value(std::int64_t{100})}};  // 30 ms
    matter.step_seconds = 3;
    matter.repetitions = 4;
    matter.other_instances = 8;
  });
  for (const Finding& finding : judgement.findings) FAIL_CHECK(finding.text);
  REQUIRE(judgement.instances.size() == 8);
  // Instances take at most a tenth of the time of a step, which n = 1000 reaches.
  for (const InstanceKey& key : judgement.instances) {
    const Value* n = find(key.arguments, "n");
    CHECK((n == nullptr || std::get<std::int64_t>(*n) <= 1000));
  }
}

TEST_CASE("many repetitions are verified as far as that may cost, which is told") {
  Court court;
  const Judgement few = court.judge("honest.cpu");
  CHECK(few.unverified == 0);
  const Judgement many =
      court.judge("honest.cpu", [](Matter& matter) { matter.repetitions = 20000; });
  CHECK(many.right_and_fair());
  CHECK(many.verified > 100);
  CHECK(many.unverified > 100);
  CHECK(many.verified + many.unverified >= 20000);
  CHECK_THAT(text_of(many), contains("chosen at random were not)"));
  const Judgement wrong =
      court.judge("wrong-later.cpu", [](Matter& matter) { matter.repetitions = 3000; });
  REQUIRE(wrong.findings.size() == 1);
  CHECK(wrong.findings.front().charge == Charge::wrong);
}

TEST_CASE("a judgement tells what it took, and how much of that was for inputs") {
  Court court;
  const Judgement judgement = court.judge("honest.cpu");
  CHECK(judgement.inputs_seconds > 0);
  CHECK(judgement.judged_seconds > judgement.inputs_seconds);
  CHECK(to_json(judgement).at("judged_seconds") == judgement.judged_seconds);
}
