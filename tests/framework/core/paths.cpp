#include "framework/core/paths.hpp"

#include <fstream>

#include "tests/catch.hpp"
#include "tests/temporary_folder.hpp"

using namespace assay;
using assay::test::ScopedVariable;
using assay::test::TemporaryFolder;
namespace fs = std::filesystem;

TEST_CASE("the running executable is this test") {
  CHECK(executable_path().filename() == "test_core");
  CHECK(fs::exists(executable_path()));
}

TEST_CASE("plugins are found beside the executable, wherever the tree lies") {
  const TemporaryFolder tree;
  const ScopedVariable none("ASSAY_PLUGIN_PATH", nullptr);
  const auto executable = tree.path() / "bin" / "assay";
  CHECK(plugin_folders(executable).empty());
  const auto plain = tree.path() / "lib" / "assay" / "plugins";
  const auto multiarch = tree.path() / "lib" / "x86_64-linux-gnu" / "assay" / "plugins";
  const auto wide = tree.path() / "lib64" / "assay" / "plugins";
  for (const auto& folder : {plain, multiarch, wide}) fs::create_directories(folder);
  fs::create_directories(tree.path() / "share" / "assay" / "plugins");
  CHECK(plugin_folders(executable) == std::vector<fs::path>{plain, multiarch, wide});
}

TEST_CASE("a library folder that is a link is not searched twice") {
  const TemporaryFolder tree;
  const ScopedVariable none("ASSAY_PLUGIN_PATH", nullptr);
  fs::create_directories(tree.path() / "lib" / "assay" / "plugins");
  fs::create_directory_symlink("lib", tree.path() / "lib64");
  CHECK(plugin_folders(tree.path() / "bin" / "assay").size() == 1);
}

TEST_CASE("folders of the environment come first; missing ones are left out") {
  const TemporaryFolder tree;
  const TemporaryFolder one;
  const TemporaryFolder two;
  const std::string list = two.path().string() + "::/nowhere/at/all:" + one.path().string();
  const ScopedVariable path("ASSAY_PLUGIN_PATH", list.c_str());
  const auto installed = tree.path() / "lib" / "assay" / "plugins";
  fs::create_directories(installed);
  CHECK(plugin_folders(tree.path() / "bin" / "assay") ==
        std::vector<fs::path>{two.path(), one.path(), installed});
}

TEST_CASE("scenarios come from the install tree or the source of the build tree") {
  const TemporaryFolder source;
  const auto build = source.path() / "build" / "any";
  const auto executable = build / "bin" / "assay";
  fs::create_directories(build);
  CHECK(scenario_folder(executable).empty());
  fs::create_directories(source.path() / "scenarios");
  std::ofstream(build / "CMakeCache.txt")
      << "# a comment\nCMAKE_HOME_DIRECTORY:INTERNAL=" << source.path().string() << "\n";
  CHECK(scenario_folder(executable) == source.path() / "scenarios");
  const auto installed = build / "share" / "assay" / "scenarios";
  fs::create_directories(installed);
  CHECK(scenario_folder(executable) == installed);
}

TEST_CASE("the cache lies where the environment says") {
  const ScopedVariable home("HOME", "/home/someone");
  const ScopedVariable xdg("XDG_CACHE_HOME", nullptr);
  const ScopedVariable own("ASSAY_CACHE", nullptr);
  CHECK(cache_folder() == "/home/someone/.cache/assay");
  {
    const ScopedVariable set("XDG_CACHE_HOME", "/var/scratch");
    CHECK(cache_folder() == "/var/scratch/assay");
    const ScopedVariable mine("ASSAY_CACHE", "/mine");
    CHECK(cache_folder() == "/mine");
  }
  const ScopedVariable relative("XDG_CACHE_HOME", "not/absolute");
  CHECK(cache_folder() == "/home/someone/.cache/assay");
  const ScopedVariable homeless("HOME", nullptr);
  CHECK(cache_folder().is_absolute());
}

TEST_CASE("the chart library is found beside the executable, wherever the tree lies") {
  const TemporaryFolder tree;
  const auto executable = tree.path() / "bin" / "assay";
  CHECK(chart_library_file(executable).empty());
  const auto folder = tree.path() / "share" / "assay" / "report";
  fs::create_directories(folder / "chart.min.js");  // a folder is not a library
  CHECK(chart_library_file(executable).empty());
  fs::remove(folder / "chart.min.js");
  std::ofstream(folder / "chart.min.js") << "chart";
  CHECK(chart_library_file(executable) == folder / "chart.min.js");
}

TEST_CASE("traces come from the user's folder first, then from those that are shipped") {
  const TemporaryFolder tree;
  const TemporaryFolder own;
  const auto executable = tree.path() / "bin" / "assay";
  const ScopedVariable folder("ASSAY_TRACES", own.path().c_str());
  CHECK(trace_folders(executable) == std::vector<fs::path>{own.path()});
  const auto shipped = tree.path() / "share" / "assay" / "traces";
  fs::create_directories(shipped);
  CHECK(trace_folders(executable) == std::vector<fs::path>{own.path(), shipped});
  const ScopedVariable missing("ASSAY_TRACES", "/nowhere/at/all");
  CHECK(trace_folders(executable) == std::vector<fs::path>{shipped});
}

TEST_CASE("the user's traces are where the environment says, or in the data folder") {
  const ScopedVariable none("ASSAY_TRACES", nullptr);
  const ScopedVariable home("HOME", "/home/her");
  {
    const ScopedVariable data("XDG_DATA_HOME", "/data");
    CHECK(own_trace_folder() == "/data/assay/traces");
  }
  const ScopedVariable relative("XDG_DATA_HOME", "data");
  CHECK(own_trace_folder() == "/home/her/.local/share/assay/traces");
  const ScopedVariable homeless("HOME", "");
  CHECK(own_trace_folder().empty());
}
