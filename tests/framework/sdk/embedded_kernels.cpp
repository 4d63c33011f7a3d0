#include "assay/embedded_kernels.hpp"

#include <map>
#include <vector>

#include "tests/catch.hpp"
#include "tests/contents.hpp"

using namespace assay::sdk;

namespace {

std::map<std::string, std::string> embedded() {
  std::map<std::string, std::string> files;
  for (const assay_source& source : embedded_sources()) files[source.name] = source.text;
  return files;
}

// The options and then the source names of the last compilation that a fake host was asked for.
std::vector<std::string> built;

assay_status build_nothing(assay_context* /*context*/, const assay_source* sources,
                           std::size_t count, const char* options, const char* const*, size_t,
                           assay_program** program) {
  built.assign({options});
  for (std::size_t k = 0; k < count; ++k) built.emplace_back(sources[k].name);
  *program = nullptr;
  return ASSAY_OK;
}

Host compiling_host() {
  static const assay_host table = [] {
    assay_host made{};
    made.size = sizeof(made);
    made.program_build = build_nothing;
    return made;
  }();
  return {&table, nullptr};
}

}  // namespace

TEST_CASE("a folder's kernels are embedded with what they include, and nothing else") {
  const auto files = embedded();
  CHECK(files.size() == 4);
  for (const char* name : {"family/sum.kernel", "family/parts.h", "common.h", "family/deep.h"}) {
    CAPTURE(name);
    REQUIRE(files.contains(name));
    CHECK(files.at(name) == assay::test::contents(std::string(KERNEL_FOLDER) + "/" + name));
  }
}

TEST_CASE("a kernel is built by its path, before what it includes") {
  const assay_source written{"family/written.h", "#define WRITTEN 1\n"};
  static_cast<void>(
      build(compiling_host(), "family/sum.kernel", CompileOptions().define("N", 4), {&written, 1}));
  REQUIRE(built.size() >= 3);
  CHECK(built[0] == "-D N=4");
  CHECK(built[1] == "family/sum.kernel");
  CHECK(built[2] == "family/written.h");
}

TEST_CASE("a path that is not embedded is named with the cure") {
  CHECK_THROWS_WITH(build(compiling_host(), "other.kernel", {}),
                    contains("'other.kernel'") && contains("KERNELS"));
}
