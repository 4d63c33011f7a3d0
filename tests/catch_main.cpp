// The main function of all tests. A program ends with 77 if it skipped all of its test cases, which
// ctest counts as skipped, and with 1 if any failed.
#include <cstdio>
#include <cstdlib>
#include <string>

#if __has_include(<catch2/catch_session.hpp>)
#include <catch2/catch_all.hpp>
using Listener = Catch::EventListenerBase;
#else
#define CATCH_CONFIG_RUNNER
#include <catch2/catch.hpp>
using Listener = Catch::TestEventListenerBase;
#endif

#include "tests/skip.hpp"

namespace {

constexpr int all_skipped = 77;

struct Tally {
  int ended = 0;  // test cases
  int skipped = 0;
};
Tally tally;

struct TallyKeeper : Listener {
  using Listener::Listener;
  void testCaseEnded(const Catch::TestCaseStats& /*stats*/) override { ++tally.ended; }
};
CATCH_REGISTER_LISTENER(TallyKeeper)

}  // namespace

namespace assay::test {

void skip(const std::string& reason) {
  ++tally.skipped;
#ifdef SKIP
  SKIP(reason);
#else
  // Catch2 before 3.3 knows no skipping; this ends the test case as a failed REQUIRE would, but is
  // no failure by itself.
  WARN("skipped: " << reason);
  throw Catch::TestFailureException();
#endif
  std::abort();
}

namespace {

[[noreturn]] void skip_unless_required(const char* variable, const std::string& reason) {
  if (std::getenv(variable) != nullptr) FAIL(reason << ", and " << variable << " is set");
  skip(reason);
}

}  // namespace

void skip_without_opencl(const std::string& reason) {
  skip_unless_required("ASSAY_REQUIRE_OPENCL", reason);
}
void skip_without_nvrtc(const std::string& reason) {
  skip_unless_required("ASSAY_REQUIRE_NVRTC", reason);
}

}  // namespace assay::test

int main(int argc, char** argv) {
  const int result = Catch::Session().run(argc, argv);
  if (tally.skipped > 0) std::printf("skipped test cases: %d of %d\n", tally.skipped, tally.ended);
  if (tally.ended > 0 && tally.skipped == tally.ended) return all_skipped;
  return result == 0 ? 0 : 1;
}

// PoCL compiles in threads of its own, and LLVM never frees what it keeps for each of them; nor are
// the options freed that POCL_EXTRA_BUILD_FLAGS adds. nvJitLink keeps what it linked, though its
// handle is destroyed.
extern "C" __attribute__((visibility("default"))) const char* __lsan_default_suppressions();
const char* __lsan_default_suppressions() {
  return "leak:libpocl\nleak:libLLVM\nleak:libnvJitLink\n";
}
