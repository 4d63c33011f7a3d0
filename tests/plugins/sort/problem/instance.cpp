// Tests of the problem through its C functions, as a host calls them.
#include <set>

#include "plugins/sort/problem/problem.hpp"
#include "tests/catch.hpp"
#include "tests/plugins/host/fake_host.hpp"
#define PLUGIN_FILE ""
#include "tests/plugins/sort/cases.hpp"

using assay::sdk::elements;
using assay::sdk::find_tensor;
using testing::CreatedInstance;
using testing::FakeHost;

namespace {

using Given = std::map<std::string, assay::sdk::Value>;

const assay_problem& problem() {
  return testing::problem_of(sorting::describe_problem, "sort/pairs");
}

std::vector<float> keys_of(CreatedInstance& instance) {
  const auto keys = elements<const float>(find_tensor(instance.inputs(), "keys"));
  return {keys.begin(), keys.end()};
}
std::vector<std::uint64_t> offsets_of(CreatedInstance& instance) {
  const auto offsets = elements<const std::uint64_t>(find_tensor(instance.inputs(), "offsets"));
  return {offsets.begin(), offsets.end()};
}

// The instance's arrays, sorted by the oracle with the payloads that the instance hands out.
template <class Payload>
testing::Result<Payload> sorted(CreatedInstance& instance) {
  testing::Case<Payload> given({});
  given.keys = keys_of(instance);
  const auto payloads = elements<const Payload>(find_tensor(instance.inputs(), "payloads"));
  given.payloads.assign(payloads.begin(), payloads.end());
  given.offsets = offsets_of(instance);
  return testing::oracle(given);
}

template <class Payload>
double check(CreatedInstance& instance, const testing::Result<Payload>& result) {
  const auto total = static_cast<std::int64_t>(result.keys.size());
  const std::vector<assay_tensor> outputs{
      assay::sdk::dense_tensor("sorted_keys", {total}, result.keys.data()),
      assay::sdk::dense_tensor("sorted_payloads", {total}, result.payloads.data())};
  return instance.check(outputs);
}

const char* const distributions[] = {"uniform",  "few-distinct", "sorted",
                                     "reversed", "adversarial",  "special"};

template <class Payload>
void require_oracle_passes(const Given& arguments) {
  FakeHost host;
  CreatedInstance instance(host, problem(), arguments);
  INFO(host.failure);
  REQUIRE(instance.status == ASSAY_OK);
  CHECK(check(instance, sorted<Payload>(instance)) == 0);
}

// An instance and its right result, into which a test puts a fault.
struct Faulty {
  explicit Faulty(bool stable = false)
      : instance(
            host, problem(),
            {{"length", 40}, {"arrays", 3}, {"distribution", "few-distinct"}, {"stable", stable}}),
        result(sorted<std::uint32_t>(instance)) {}
  void require_refused(const std::string& reason) {
    CHECK(check(instance, result) > 1);
    CHECK_THAT(host.failure, contains(reason));
  }
  FakeHost host;
  CreatedInstance instance;
  testing::Result<std::uint32_t> result;
};

std::string refusal(const Given& arguments) {
  FakeHost host;
  const CreatedInstance instance(host, problem(), arguments);
  CHECK(instance.status != ASSAY_OK);
  return host.failure;
}

}  // namespace

TEST_CASE("std::stable_sort in the declared order passes") {
  for (const char* distribution : distributions) {
    for (const int length : {1, 2, 31, 32, 33, 255, 256, 257, 1009}) {
      for (const char* lengths : {"equal", "mixed"}) {
        Given given{{"length", length},
                    {"arrays", 7},
                    {"distribution", distribution},
                    {"lengths", lengths},
                    {"stable", true}};
        require_oracle_passes<std::uint32_t>(given);
        given.insert_or_assign("payload", 8);
        require_oracle_passes<std::uint64_t>(given);
      }
    }
  }
}

TEST_CASE("what is not sorted is refused with its place") {
  Faulty order;
  std::swap(order.result.keys[40], order.result.keys[79]);
  std::swap(order.result.payloads[40], order.result.payloads[79]);
  order.require_refused("array 1 of 40 pairs: the key at 1 is");

  Faulty strange_key;
  strange_key.result.keys[5] = 100;
  strange_key.require_refused("array 0 of 40 pairs: the key at 5 is 100");

  Faulty twice;
  twice.result.payloads[119] = twice.result.payloads[118];
  twice.require_refused("occurs twice");

  Faulty beyond;
  beyond.result.payloads[0] = 40;
  beyond.require_refused("the payload at 0 is 40, but the array has 40 pairs");
}

TEST_CASE("an unsorted result, and one that was never written, are refused") {
  Faulty unsorted;
  unsorted.result.keys = keys_of(unsorted.instance);
  for (std::uint32_t at = 0; at < 120; ++at) unsorted.result.payloads[at] = at % 40;
  unsorted.require_refused("the key at");

  Faulty poisoned;
  std::fill(poisoned.result.payloads.begin(), poisoned.result.payloads.end(), 0xffffffffU);
  poisoned.require_refused("the payload at 0");
}

TEST_CASE("equal keys may come in any order, unless the instance is stable") {
  Faulty any(false);
  std::size_t at = 0;
  while (any.result.keys[at] != any.result.keys[at + 1]) ++at;
  std::swap(any.result.payloads[at], any.result.payloads[at + 1]);
  CHECK(check(any.instance, any.result) == 0);

  Faulty stable(true);
  std::swap(stable.result.payloads[at], stable.result.payloads[at + 1]);
  stable.require_refused("not stable");
}

TEST_CASE("zeros of another sign and NaNs of other bits are other keys") {
  FakeHost host;
  CreatedInstance instance(host, problem(),
                           {{"length", 2000}, {"arrays", 1}, {"distribution", "special"}});
  const auto right = sorted<std::uint32_t>(instance);
  REQUIRE(check(instance, right) == 0);
  std::size_t changed = 0;
  for (std::size_t at = 0; at < right.keys.size(); ++at) {
    if (!std::isnan(right.keys[at]) && right.keys[at] != 0) continue;
    auto wrong = right;
    const auto bits = std::bit_cast<std::uint32_t>(right.keys[at]);
    const std::uint32_t bit = std::isnan(right.keys[at]) ? 0x00000010U : 0x80000000U;
    wrong.keys[at] = std::bit_cast<float>(bits ^ bit);
    CHECK(check(instance, wrong) > 1);
    ++changed;
  }
  CHECK(changed > 100);
}

TEST_CASE("mixed lengths make up the same total") {
  for (const int arrays : {1, 2, 9, 100}) {
    FakeHost host;
    CreatedInstance instance(host, problem(),
                             {{"length", 10}, {"arrays", arrays}, {"lengths", "mixed"}});
    const auto offsets = offsets_of(instance);
    REQUIRE(offsets.size() == static_cast<std::size_t>(arrays) + 1);
    CHECK(offsets.back() == 10U * static_cast<unsigned>(arrays));
    std::set<std::uint64_t> lengths;
    for (std::size_t a = 0; a + 1 < offsets.size(); ++a) {
      lengths.insert(offsets[a + 1] - offsets[a]);
    }
    CHECK(*lengths.rbegin() <= 20);
    if (arrays == 100) CHECK(lengths.size() > 10);
  }
}

TEST_CASE("keys depend on the seed alone") {
  for (const char* distribution : {"uniform", "few-distinct", "special"}) {
    FakeHost host;
    const Given given{{"length", 50}, {"arrays", 4}, {"distribution", distribution}};
    CreatedInstance one(host, problem(), given);
    CreatedInstance same(host, problem(), given);
    Given other_seed = given;
    other_seed.insert_or_assign("seed", 2);
    CreatedInstance other(host, problem(), other_seed);
    CHECK(testing::same_bits(keys_of(one), keys_of(same)));
    CHECK_FALSE(testing::same_bits(keys_of(one), keys_of(other)));
  }
}

TEST_CASE("facts and work are those of the arrays") {
  FakeHost host;
  CreatedInstance instance(host, problem(),
                           {{"length", 100},
                            {"arrays", 5},
                            {"lengths", "mixed"},
                            {"payload", 8},
                            {"distribution", "few-distinct"}});
  auto facts = instance.facts();
  const auto keys = keys_of(instance);
  const auto offsets = offsets_of(instance);
  double distinct = 0;
  double longest = 0;
  for (std::size_t a = 0; a < 5; ++a) {
    const auto begin = keys.begin() + static_cast<std::ptrdiff_t>(offsets[a]);
    const auto end = keys.begin() + static_cast<std::ptrdiff_t>(offsets[a + 1]);
    distinct += static_cast<double>(std::set<float>(begin, end).size());
    longest = std::max(longest, static_cast<double>(end - begin));
  }
  CHECK(facts["arrays"] == 5);
  CHECK(facts["total_pairs"] == 500);
  CHECK(facts["average_length"] == 100);
  CHECK(facts["longest_array"] == longest);
  CHECK(facts["shortest_array"] == 200 - longest);
  CHECK(facts["distinct_share"] == Approx(distinct / 500));
  CHECK(instance.work().bytes == 2 * 12 * 500);
}

TEST_CASE("distributions are what they are called") {
  FakeHost host;
  const auto keys = [&](const char* name, int length) {
    CreatedInstance instance(host, problem(),
                             {{"length", length}, {"arrays", 1}, {"distribution", name}});
    return keys_of(instance);
  };
  const auto rising = keys("sorted", 1000);
  CHECK(std::is_sorted(rising.begin(), rising.end()));
  CHECK(std::set<float>(rising.begin(), rising.end()).size() == 1000);
  const auto falling = keys("reversed", 1000);
  CHECK(std::is_sorted(falling.rbegin(), falling.rend()));
  const auto few = keys("few-distinct", 1000);
  CHECK(std::set<float>(few.begin(), few.end()).size() == 16);
  // Adversarial keys are consecutive floating-point numbers, each once: only their last digits
  // differ.
  for (const int length : {4, 255, 1000, 1003}) {
    auto adversarial = keys("adversarial", length);
    std::sort(adversarial.begin(), adversarial.end());
    for (int k = 0; k < length; ++k) {
      const auto bits = std::bit_cast<std::uint32_t>(adversarial[static_cast<std::size_t>(k)]);
      CHECK(bits == std::bit_cast<std::uint32_t>(1.0F) + static_cast<std::uint32_t>(k) + 1);
    }
  }
  std::set<std::uint32_t> nans;
  for (const float key : keys("special", 2000)) {
    if (std::isnan(key)) nans.insert(std::bit_cast<std::uint32_t>(key));
  }
  CHECK(nans.size() == 8);
}

TEST_CASE("arguments that make no sense are refused with the cure") {
  CHECK_THAT(refusal({{"length", 0}}), contains("length = 0 must be 1 or more"));
  CHECK_THAT(refusal({{"arrays", 0}}), contains("arrays = 0 must be 1 or more"));
  CHECK_THAT(refusal({{"arrays", -3}}), contains("arrays = -3 must be 1 or more"));
  CHECK_THAT(refusal({{"seed", -1}}), contains("seed = -1 must be 0 or more"));
  CHECK_THAT(refusal({{"payload", 5}}), contains("payload = 5 bytes is neither 4 nor 8"));
  CHECK_THAT(refusal({{"distribution", "normal"}}), contains("no distribution 'normal'"));
  const std::int64_t huge = std::int64_t{1} << 62;
  CHECK_THAT(refusal({{"length", huge}, {"arrays", 4}}), contains("more than 2^48 pairs"));
  CHECK_THAT(refusal({{"length", huge}, {"arrays", huge}}), contains("more than 2^48 pairs"));
  CHECK_THAT(refusal({{"length", std::int64_t{1} << 33}, {"arrays", 1}}), contains("payload = 8"));
  CHECK_THAT(refusal({{"length", std::int64_t{1} << 28}, {"arrays", 1 << 18}}),
             contains("reduce arrays or length"));
}
