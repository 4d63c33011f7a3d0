#include "framework/worker/plugins.hpp"

#include <algorithm>
#include <chrono>
#include <cstring>
#include <filesystem>
#include <limits>

#include "framework/core/error.hpp"
#include "framework/worker/describe.hpp"
#include "tests/catch.hpp"
#include "tests/temporary_folder.hpp"

namespace {

using namespace assay;
using assay::test::TemporaryFolder;
namespace fs = std::filesystem;

const fs::path root = ASSAY_TEST_PLUGINS;

PluginSet load(std::vector<fs::path> folders,
               std::chrono::milliseconds limit = std::chrono::seconds(10)) {
  PluginSet set(folders, limit);
  set.load_all();
  return set;
}

std::string reason_for(const PluginSet& set, const std::string& stem) {
  for (const auto& skipped : set.skipped()) {
    if (fs::path(skipped.path).stem() == stem) return skipped.reason;
  }
  return "(not skipped)";
}

TEST_CASE("the most queues that any loaded variant uses are told") {
  CHECK(load({root / "good"}).most_queues() == 12);
  CHECK(load({root / "checked"}).most_queues() == 0);
}

TEST_CASE("good plugins are described as they describe themselves") {
  const PluginSet set = load({root / "good"});
  CHECK(set.skipped().empty());
  REQUIRE(set.plugins().size() == 4);
  const auto& problem = set.problem("test/scale").description;
  CHECK(problem.plugin == "test-scale");
  REQUIRE(problem.arguments.size() == 4);
  CHECK(problem.arguments[0].default_value == Value(std::int64_t{1000}));
  CHECK(problem.arguments[2].choices.size() == 2);
  CHECK(problem.tensors[2].output);
  const auto& variant = set.variant("test/scale", "loop.cpu", "").description;
  CHECK(variant.backend == "cpu");
  CHECK(variant.parameters.at(0).values.size() == 3);
  CHECK(variant.parameters.at(0).default_value == Value(std::int64_t{1}));
  CHECK(variant.constraints.at(0).reason == "there are too few threads");
  CHECK(set.variant("test/scale", "misbehaving.opencl", "").description.backend == "opencl");
}

TEST_CASE("a variant in C99 joins the problem of another plugin") {
  const PluginSet set = load({root / "good"});
  const auto& variant = set.variant("test/scale", "loop.c99", "").description;
  CHECK(variant.plugin == "test-c99");
  CHECK(variant.parameters.at(0).values ==
        std::vector<Value>{Value(std::int64_t{1}), Value(std::int64_t{3})});
}

TEST_CASE(
    "those plugins that are enough are loaded alone, and the others when they are asked for") {
  const std::vector<fs::path> folders = {root / "build-1", root / "good"};
  const PluginSet all = load(folders);
  const std::vector<PluginSet::VariantName> variants = {{"loop.c99", ""}};
  const auto files = all.files_of("test/scale", variants);
  REQUIRE(files.size() == 2);  // the problem and the variant are in different plugins

  PluginSet some(folders);
  CHECK(some.plugins().empty());
  some.load_known(files);
  some.load_known(files);
  REQUIRE(some.plugins().size() == 2);
  CHECK(some.files_of("test/scale", variants) == files);
  CHECK(some.variant("test/scale", "loop.c99", "").description.build_id ==
        all.variant("test/scale", "loop.c99", "").description.build_id);
  CHECK_THROWS_AS(some.variant("test/scale", "misbehaving.cpu", ""), assay::Error);

  some.load_all();
  const auto names = [](const auto& items) {
    std::vector<std::string> all_names;
    for (const auto& item : items) all_names.push_back(item.description.name);
    return all_names;
  };
  CHECK(names(some.problems()) == names(all.problems()));
  CHECK(names(some.variants()) == names(all.variants()));
  CHECK_THROWS_AS(some.load_known(std::vector{(root / "build-2" / "counting.so").string()}),
                  assay::Error);
}

TEST_CASE("misspelt names are answered with the nearest") {
  const PluginSet set = load({root / "good"});
  CHECK_THROWS_WITH(set.problem("test/scael"), contains("test/scale"));
  CHECK_THROWS_WITH(set.variant("test/scale", "loop.cqu", ""), contains("loop.cpu"));
  CHECK_THROWS_WITH(set.variant("test/scale", "loop.cpu", "0123"),
                    contains("but not in build '0123'"));
}

TEST_CASE("plugins that cannot be loaded are skipped with a reason in one line") {
  const PluginSet set = load({root / "broken", root / "good"});
  CHECK(set.plugins().size() == 4);  // the good ones
  CHECK_THAT(reason_for(set, "abi"), contains("ABI version 99"));
  CHECK_THAT(reason_for(set, "null"), contains("does not support ABI version 1"));
  CHECK_THAT(reason_for(set, "throw"), contains("threw while loading: no licence found"));
  CHECK_THAT(reason_for(set, "segfault"), contains("SIGSEGV"));
  CHECK_THAT(reason_for(set, "abort"), contains("SIGABRT"));
  CHECK_THAT(reason_for(set, "exit"), contains("exit code 0"));
  CHECK_THAT(reason_for(set, "no_entry"), contains("assay_plugin_entry"));
  CHECK_THAT(reason_for(set, "missing_library"), contains("libassay-test-vanished.so"));
  CHECK_THAT(reason_for(set, "not_elf"), contains("ELF"));
  for (const auto& skipped : set.skipped()) {
    CHECK(skipped.reason.find('\n') == std::string::npos);
  }
}

TEST_CASE("a plugin that hangs while loading is given up") {
  const PluginSet set = load({root / "hanging"}, std::chrono::milliseconds(200));
  CHECK(set.plugins().empty());
  CHECK_THAT(reason_for(set, "hang"), contains("0.2 s"));
}

TEST_CASE("two builds of one plugin load side by side") {
  const PluginSet set = load({root / "build-1", root / "build-2"});
  REQUIRE(set.plugins().size() == 2);
  const std::string first = set.plugins()[0].build_id;
  const std::string second = set.plugins()[1].build_id;
  CHECK(first != second);
  CHECK(set.variant("test/nothing", "empty.cpu", first).plugin !=
        set.variant("test/nothing", "empty.cpu", second).plugin);
  CHECK_THROWS_WITH(set.variant("test/nothing", "empty.cpu", ""), contains(second));
}

TEST_CASE("the same build in two folders is loaded once") {
  const TemporaryFolder copy;
  fs::copy(root / "build-1" / "counting.so", copy / "renamed.so");
  const PluginSet set = load({root / "build-1", copy.path(), root / "no-such-folder"});
  CHECK(set.plugins().size() == 1);
  CHECK_THAT(reason_for(set, "renamed"), contains("same build"));
}

// ---- descriptions that contradict themselves ---------------------------------------------------

struct Described {
  assay_value values[3] = {{ASSAY_INTEGER, 1, 0, nullptr},
                           {ASSAY_INTEGER, 2, 0, nullptr},
                           {ASSAY_INTEGER, 4, 0, nullptr}};
  assay_parameter parameters[2] = {{"unroll", "", values, 3, values[0], nullptr},
                                   {"tile", "", values, 2, values[1], nullptr}};
  assay_variant variant{};
  const assay_variant* variants[2] = {&variant, &variant};
  assay_plugin plugin{ASSAY_ABI_VERSION, sizeof(assay_plugin), "p", "1", nullptr, 0, variants, 1};

  Described() {
    variant.size = sizeof(assay_variant);
    variant.name = "v.cpu";
    variant.problem = "a/b";
    variant.doc = "";
    variant.parameters = parameters;
    variant.parameter_count = 2;
    variant.prepare = [](const assay_variant*, const assay_host*, assay_context*, const assay_task*,
                         assay_trial**) { return ASSAY_OK; };
    variant.run = [](assay_trial*) { return ASSAY_OK; };
    variant.destroy = [](assay_trial*) {};
  }
};

TEST_CASE("a description that contradicts itself is refused") {
  Described d;
  REQUIRE_NOTHROW(check_plugin(&d.plugin));
  const auto refused = [&](const std::string& reason) {
    CHECK_THROWS_WITH(check_plugin(&d.plugin), contains(reason));
  };
  SECTION("a default that is not listed") {
    d.parameters[1].default_value.integer = 4;
    refused("default 4");
  }
  SECTION("a value listed twice") {
    d.values[2].integer = 1;
    refused("lists 1 twice");
  }
  SECTION("kinds mixed") {
    d.values[2].kind = ASSAY_REAL;
    refused("mixes");
  }
  SECTION("no values") {
    d.parameters[0].value_count = 0;
    refused("not among its values");
  }
  SECTION("values announced and not there") {
    d.parameters[0].values = nullptr;
    refused("provides none");
  }
  SECTION("two parameters of one name") {
    d.parameters[1].name = "unroll";
    refused("two parameters");
  }
  SECTION("two variants of one name") {
    d.plugin.variant_count = 2;
    refused("two variants");
  }
  SECTION("a text that is missing") {
    d.variant.doc = nullptr;
    refused("no doc");
  }
  SECTION("an empty name") {
    d.variant.name = "";
    refused("empty name");
  }
  SECTION("a function that is missing") {
    d.variant.run = nullptr;
    refused("'run'");
  }
  SECTION("a struct smaller than version 1") {
    d.variant.size = 40;
    refused("40 bytes");
  }
  SECTION("an unknown backend") {
    d.variant.backend = static_cast<assay_backend>(3);
    refused("backend");
  }
  SECTION("an unknown kind of value") {
    const int unknown = 9;
    std::memcpy(&d.values[0].kind, &unknown, sizeof unknown);
    refused("unknown kind");
  }
  SECTION("a real that is no number") {
    d.values[0].kind = ASSAY_REAL;
    d.values[0].real = std::numeric_limits<double>::quiet_NaN();
    d.parameters[0].default_value = d.values[0];
    refused("not finite");
  }
  SECTION("a variant that is NULL") {
    d.variants[0] = nullptr;
    refused("NULL");
  }
}

}  // namespace
