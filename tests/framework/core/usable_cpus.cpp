#include "framework/core/usable_cpus.hpp"

#include <sched.h>

#include <algorithm>
#include <vector>

#include "framework/core/shares.hpp"
#include "tests/catch.hpp"

namespace {

// Leaves only one of the hardware threads to this thread while it lives.
class PinnedToOne {
 public:
  PinnedToOne() {
    REQUIRE(sched_getaffinity(0, sizeof before_, &before_) == 0);
    cpu_set_t one;
    CPU_ZERO(&one);
    CPU_SET(static_cast<std::size_t>(assay::usable_cpus().back()), &one);
    REQUIRE(sched_setaffinity(0, sizeof one, &one) == 0);
  }
  ~PinnedToOne() { sched_setaffinity(0, sizeof before_, &before_); }
  PinnedToOne(const PinnedToOne&) = delete;
  PinnedToOne& operator=(const PinnedToOne&) = delete;

 private:
  cpu_set_t before_{};
};

std::size_t default_shares(std::size_t total) {
  std::size_t shares = 0;
  assay::share_out(
      total, 1, [](std::size_t, std::size_t) { return 0; }, [&](int) { ++shares; });
  return shares;
}

}  // namespace

TEST_CASE("usable CPUs are those that the affinity allows") {
  cpu_set_t allowed;
  REQUIRE(sched_getaffinity(0, sizeof allowed, &allowed) == 0);
  const auto cpus = assay::usable_cpus();
  CHECK(cpus.size() == static_cast<std::size_t>(CPU_COUNT(&allowed)));
  CHECK(std::ranges::is_sorted(cpus));
  const PinnedToOne pinned;
  CHECK(assay::usable_cpus() == std::vector{cpus.back()});
}

TEST_CASE("work is divided among the threads that the affinity allows") {
  const std::size_t cpus = assay::usable_cpus().size();
  CHECK(default_shares(1'000'000) == cpus);
  const PinnedToOne pinned;
  CHECK(default_shares(1'000'000) == 1);
}
