#include "framework/guard/bisection.hpp"

#include <set>

#include "framework/core/random.hpp"
#include "tests/catch.hpp"

using namespace assay;
using namespace assay::guard;

TEST_CASE("bisection finds the first slow revision by halving, wherever it is") {
  for (std::size_t count = 1; count <= 40; ++count) {
    for (std::size_t slow = 0; slow < count; ++slow) {
      std::set<std::size_t> asked;
      const Bisection found = bisect(count, [&](std::size_t revision) {
        CHECK(revision < count - 1);  // the last revision is known to be slow
        CHECK(asked.insert(revision).second);
        return revision >= slow ? RevisionVerdict::slower : RevisionVerdict::fine;
      });
      CHECK(found.found());
      CHECK(found.first == slow);
      CHECK(found.tested == asked.size());
      CHECK((std::size_t{1} << (found.tested - (found.tested > 0 ? 1 : 0))) <= count);
    }
  }
}

TEST_CASE("revisions that nobody can judge leave a range that holds the first slow one") {
  Random random(1);
  for (int repetition = 0; repetition < 500; ++repetition) {
    const std::size_t count = 1 + random.below(30);
    const std::size_t slow = random.below(count);
    std::vector<bool> broken(count);
    for (std::size_t k = 0; k + 1 < count; ++k) broken[k] = random.chance(0.4);
    const Bisection found = bisect(count, [&](std::size_t revision) {
      if (broken[revision]) return RevisionVerdict::unknown;
      return revision >= slow ? RevisionVerdict::slower : RevisionVerdict::fine;
    });
    CHECK(found.first <= slow);
    CHECK(slow <= found.last);
    // Every revision that could be excluded is excluded: those left before the last cannot be
    // judged.
    for (std::size_t k = found.first; k < found.last; ++k) CHECK(broken[k]);
  }
}
