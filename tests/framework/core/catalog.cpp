#include "framework/core/catalog.hpp"

#include <limits>
#include <nlohmann/json.hpp>

#include "framework/core/error.hpp"
#include "tests/catch.hpp"

using namespace assay;

namespace {

VariantDescription variant(const std::string& name, const std::string& build) {
  VariantDescription v;
  v.name = name;
  v.problem = "saxpy";
  v.doc = "what it does";
  v.backend = "opencl";
  v.plugin = "demo";
  v.build_id = build;
  v.parameters = {
      {"tile", "edge", {std::int64_t{8}, std::int64_t{16}}, std::int64_t{16}, "blocked"},
      {"blocked", "", {false, true}, true, ""}};
  v.constraints = {{"tile <= max_threads", "the device has too few threads"}};
  return v;
}

Catalog sample_catalog() {
  Catalog c;
  c.machine.attributes = {{"cpu", "some"}, {"cores", "2"}};
  c.plugins = {{"demo", "1.2", "feed", "/plugins/assay-demo.so"}};
  c.skipped = {{"/plugins/assay-bad.so", "misses libnothing.so"}};
  c.problems = {
      {"saxpy",
       "y = a x + y",
       "demo",
       "feed",
       {{"precision", "", std::string("double"), {std::string("single"), std::string("double")}}},
       {{"x", "input", false}, {"y", "result", true}}}};
  c.variants = {variant("naive.opencl", "a"), variant("naive.opencl", "b"),
                variant("tiled.opencl", "a")};
  c.devices = {{"cpu", "cpu", "Demo CPU", "none", true, {{"cores", 2}}},
               {"opencl:0", "opencl", "Portable Demo", "pocl 3", true, {{"max_threads", 256}}},
               {"opencl:1",
                "opencl",
                "Graphics Demo",
                "driver 9",
                false,
                {{"limit", std::numeric_limits<double>::infinity()}}}};
  return c;
}

}  // namespace

TEST_CASE("a catalog survives JSON whole") {
  const auto before = sample_catalog();
  const auto after = catalog_from_json(nlohmann::json::parse(to_json(before).dump()));
  CHECK(to_json(after) == to_json(before));
  CHECK(after.machine.fingerprint() == before.machine.fingerprint());
  REQUIRE(after.variants.size() == 3);
  const auto& v = after.variants[1];
  CHECK(v.build_id == "b");
  CHECK(v.backend == "opencl");
  CHECK(v.parameters[0].values == before.variants[1].parameters[0].values);
  CHECK(v.parameters[0].default_value == Value(std::int64_t{16}));
  CHECK(v.parameters[0].condition == "blocked");
  CHECK(v.constraints[0].reason == "the device has too few threads");
  CHECK(after.problems[0].tensors[1].output);
  CHECK(after.problems[0].arguments[0].choices.size() == 2);
  CHECK(after.devices[2].facts == before.devices[2].facts);
  CHECK(after.devices[0].on_host_cores);
  CHECK(after.plugins[0].version == "1.2");
  CHECK(after.skipped[0].reason == "misses libnothing.so");
}

TEST_CASE("JSON of another shape is no catalog") {
  const auto good = to_json(sample_catalog());
  for (const auto& [key, value] : good.items()) {
    auto lacking = good;
    lacking.erase(key);
    CHECK_THROWS_AS(catalog_from_json(lacking), Error);
  }
  CHECK_THROWS_AS(catalog_from_json(nlohmann::json()), Error);
}

TEST_CASE("problems and variants are found by name, with help for slips") {
  const auto c = sample_catalog();
  CHECK(c.problem("saxpy").doc == "y = a x + y");
  CHECK_THROWS_WITH(c.problem("sxapy"), contains("did you mean 'saxpy'?"));
  CHECK(c.variants_named("saxpy", "naive.opencl").size() == 2);
  CHECK(c.variants_of("saxpy").size() == 3);
  CHECK_THROWS_WITH(c.variants_named("saxpy", "naiv.opencl"), contains("'naive.opencl'?"));
  CHECK_THROWS_WITH(c.variants_of("sort"), contains("no problem 'sort'"));
}

TEST_CASE("devices are found by id, part of a name, or the only one of a backend") {
  const auto c = sample_catalog();
  CHECK(c.device("opencl:1").name == "Graphics Demo");
  CHECK(c.device("graphics").id == "opencl:1");
  CHECK(c.device("cpu").id == "cpu");
  CHECK_THROWS_WITH(c.device("opencl"), contains("opencl:0 (Portable Demo)"));
  CHECK_THROWS_WITH(c.device("demo"), contains("several devices"));
  CHECK_THROWS_WITH(c.device("opencl:7"), contains("did you mean 'opencl:0'?"));
  CHECK_THROWS_WITH(c.device(""), contains("choose from cpu"));
}

TEST_CASE("a machine's fingerprint changes with every attribute") {
  const MachineRecord machine{{{"cpu", "a"}, {"os", "b"}}};
  CHECK(machine.fingerprint().size() == 16);
  CHECK(machine.fingerprint() == MachineRecord{{{"os", "b"}, {"cpu", "a"}}}.fingerprint());
  CHECK(machine.fingerprint() != MachineRecord{{{"cpu", "a"}, {"os", "c"}}}.fingerprint());
  CHECK(machine.fingerprint() != MachineRecord{{{"cpu", "ao"}, {"s", "b"}}}.fingerprint());
  CHECK(machine.fingerprint() != MachineRecord{{{"cpu", "a"}}}.fingerprint());
}
