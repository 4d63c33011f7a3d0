// Tests of how the files of a kernel are collected and named.
#include "framework/kernel_file/sources.hpp"

#include <fstream>

#include "framework/core/error.hpp"
#include "tests/catch.hpp"
#include "tests/temporary_folder.hpp"

using namespace assay;

namespace {

namespace fs = std::filesystem;

fs::path written(const fs::path& file, const std::string& text) {
  fs::create_directories(file.parent_path());
  std::ofstream(file) << text;
  return file;
}

}  // namespace

TEST_CASE("several sources whose paths end alike are each included once, in order") {
  const test::TemporaryFolder folder;
  const auto inner = written(folder.path() / "b/a/k.cl", "inner");
  const auto outer = written(folder.path() / "a/k.cl", "outer");
  const auto sources = collect_sources({inner, outer}, {});
  REQUIRE(sources.size() == 3);
  CHECK(sources.front().text == "#include \"b/a/k.cl\"\n#include \"a/k.cl\"\n");
}

TEST_CASE("linked files follow the source, before what both include") {
  const test::TemporaryFolder folder;
  const auto main = written(folder.path() / "k.cl", "#include \"h.h\"\n");
  const auto more = written(folder.path() / "more.cl", "");
  written(folder.path() / "h.h", "");
  const auto linked = written(folder.path() / "b/linked.cl", "#include \"../h.h\"\n");
  const auto names_of = [](const std::vector<SourceFile>& sources) {
    std::vector<std::string> names;
    for (const SourceFile& source : sources) names.push_back(source.name);
    return names;
  };
  using Names = std::vector<std::string>;
  CHECK(names_of(collect_sources({main}, {}, {linked})) == Names{"k.cl", "b/linked.cl", "h.h"});
  CHECK(names_of(collect_sources({main, more}, {}, {linked})) ==
        Names{"all-sources.cl", "b/linked.cl", "k.cl", "h.h", "more.cl"});
}

TEST_CASE("two files under one name are refused, for one would hide the other") {
  const test::TemporaryFolder folder;
  const auto main = written(folder.path() / "k.cl", "#include \"own/h.h\"\n#include \"x.h\"\n");
  written(folder.path() / "own/h.h", "");
  written(folder.path() / "elsewhere2/own/h.h", "");
  written(folder.path() / "elsewhere2/x.h", "#include \"own/h.h\"\n");
  CHECK_THROWS_WITH(collect_sources({main}, {folder.path() / "elsewhere2"}),
                    contains("are both included as 'own/h.h'"));
}
