#if __has_include(<catch2/catch_session.hpp>)
#include <catch2/catch_session.hpp>
int main(int argc, char** argv) { return Catch::Session().run(argc, argv); }
#else
#define CATCH_CONFIG_MAIN
#include <catch2/catch.hpp>
#endif

// PoCL compiles in threads of its own, and what LLVM keeps for each thread is never freed; nor are
// the options that POCL_EXTRA_BUILD_FLAGS adds.
extern "C" __attribute__((visibility("default"))) const char* __lsan_default_suppressions();
const char* __lsan_default_suppressions() { return "leak:libpocl\nleak:libLLVM\n"; }
