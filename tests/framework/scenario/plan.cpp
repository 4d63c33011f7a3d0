#include "framework/scenario/plan.hpp"

#include "framework/core/error.hpp"
#include "tests/catch.hpp"

using namespace assay;

namespace {

Catalog sample_catalog() {
  Catalog catalog;
  ProblemDescription problem;
  problem.name = "test/scale";
  problem.arguments = {
      {"size", "", std::int64_t{10}, {}},
      {"factor", "", 2.0, {}},
      {"precision", "", std::string("double"), {std::string("float"), std::string("double")}}};
  catalog.problems = {problem};
  VariantDescription cpu;
  cpu.name = "plain.cpu";
  cpu.problem = "test/scale";
  cpu.backend = "cpu";
  cpu.parameters = {
      {"threads", "", {std::int64_t{1}, std::int64_t{2}, std::int64_t{4}}, std::int64_t{4}, ""}};
  VariantDescription opencl = cpu;
  opencl.name = "plain.opencl";
  opencl.backend = "opencl";
  catalog.variants = {cpu, opencl};
  DeviceDescription device;
  device.id = "cpu";
  device.backend = "cpu";
  device.name = "Some Processor";
  catalog.devices = {device};
  return catalog;
}

Plan plan_of(const std::string& text) {
  return make_plan(parse_scenario(text, "some.toml"), sample_catalog());
}

void refuses(const std::string& text, const std::vector<std::string>& parts) {
  CAPTURE(text);
  try {
    (void)plan_of(text);
    FAIL("accepted");
  } catch (const Error& error) {
    for (const auto& part : parts) CHECK_THAT(error.what(), contains(part));
  }
}

const std::string instance = "[[instance]]\nproblem = \"test/scale\"\n";

}  // namespace

TEST_CASE("without [[variant]] every variant that has a device competes, the others are noted") {
  const auto plan = plan_of(instance);
  REQUIRE(plan.contests.size() == 1);
  REQUIRE(plan.contests[0].contenders.size() == 1);
  CHECK(plan.contests[0].contenders[0].variant.name == "plain.cpu");
  REQUIRE(plan.notes.size() == 1);
  CHECK_THAT(plan.notes[0], contains("plain.opencl") && contains("opencl device"));
}

TEST_CASE("arguments are completed by defaults, in declared order, integers promoted") {
  const auto plan = plan_of(instance + "factor = 3\nprecision = \"float\"\n");
  CHECK(plan.contests[0].arguments ==
        Bindings{{"size", std::int64_t{10}}, {"factor", 3.0}, {"precision", std::string("float")}});
}

TEST_CASE("values of a scenario narrow a parameter, and its default stays among them") {
  const auto plan =
      plan_of(instance + "[[variant]]\nname = \"plain.cpu\"\nparameters.threads = [2, 1]\n");
  const auto& parameter = plan.contests[0].contenders[0].parameters[0];
  CHECK(parameter.values == std::vector<Value>{std::int64_t{2}, std::int64_t{1}});
  CHECK(parameter.default_value == Value(std::int64_t{2}));
}

TEST_CASE("misspelt names are refused with the nearest right one") {
  refuses("[[instance]]\nproblem = \"test/scal\"\n", {"test/scale"});
  refuses(instance + "sise = 3\n", {"sise", "size"});
  refuses(instance + "[[variant]]\nname = \"plane.cpu\"\n", {"plane.cpu", "plain.cpu"});
  refuses("reference = \"plane.cpu\"\n" + instance, {"plane.cpu", "plain.cpu"});
  refuses(instance + "[[variant]]\nname = \"plain.cpu\"\nparameters.thread = 1\n",
          {"thread", "threads"});
}

TEST_CASE("wrong kinds, values and devices are refused by name") {
  refuses(instance + "size = \"big\"\n", {"'size' of problem 'test/scale'", "an integer"});
  refuses(instance + "precision = \"half\"\n", {"precision", "half", "float, double"});
  refuses(instance + "[[variant]]\nname = \"plain.cpu\"\nparameters.threads = 3\n",
          {"threads", "3", "1, 2, 4"});
  refuses(instance + "[[variant]]\nname = \"plain.cpu\"\nparameters.threads = \"all\"\n",
          {"an integer"});
  refuses(instance + "[[variant]]\nname = \"plain.opencl\"\ndevice = \"opencl:7\"\n", {"opencl:7"});
  refuses(instance + "[[variant]]\nname = \"plain.opencl\"\ndevice = \"cpu\"\n",
          {"plain.opencl", "opencl", "cpu"});
  // Names are checked even without a device for the variant.
  const std::string elsewhere = instance + "[[variant]]\nname = \"plain.opencl\"\n";
  CHECK(plan_of(elsewhere + "parameters.threads = 2\n").contests[0].contenders.empty());
  refuses(elsewhere + "parameters.thread = 2\n", {"plain.opencl", "'thread'", "threads"});
  refuses(elsewhere + "parameters.threads = 3\n", {"plain.opencl", "3"});
}

TEST_CASE("an optional variant may be absent, which a note says; its settings are not looked at") {
  const auto plan = plan_of(instance +
                            "[[variant]]\nname = \"plain.cpu\"\n[[variant]]\nname = "
                            "\"plain.cuda\"\noptional = true\nparameters.blocks = 3\n");
  REQUIRE(plan.contests[0].contenders.size() == 1);
  REQUIRE(plan.notes.size() == 1);
  CHECK(plan.notes[0] == "plain.cuda is left out: no loaded plugin provides it");
  CHECK(plan_of("reference = \"plain.cuda\"\n" + instance +
                "[[variant]]\nname = \"plain.cuda\"\noptional = true\n")
            .contests[0]
            .contenders.empty());
  refuses(instance + "[[variant]]\nname = \"plain.cuda\"\noptional = false\n", {"plain.cuda"});
  refuses(instance + "[[variant]]\nname = \"plain.cpu\"\noptional = true\nparameters.thread = 1\n",
          {"thread", "threads"});
}

TEST_CASE("figures may only name arguments and variants that there are") {
  const std::string figure = instance + "[[published]]\nsource = \"s\"\nseconds = 1\n";
  CHECK(plan_of(figure + "where.size = 3\nvariant = \"plain.opencl\"\n").contests.size() == 1);
  refuses(figure + "where.sise = 3\n", {"some.toml:3:", "'sise'", "did you mean 'size'"});
  refuses(figure + "where.size = \"big\"\n", {"some.toml:3:", "an integer"});
  refuses(figure + "variant = \"plain.cpu\"\nparameters.thread = 1\n",
          {"published.parameters", "did you mean 'threads'"});
  refuses(figure + "parameters.threads = 1\n", {"published.parameters", "name it"});
  refuses(instance + "[[derived]]\nname = \"x\"\nvalue = \"1\"\nagainst.sise = 3\n",
          {"some.toml:3:", "derived.against", "did you mean 'size'"});
  refuses(figure + "variant = \"plane.cpu\"\n", {"published.variant", "did you mean 'plain.cpu'"});
  CHECK(plan_of(figure + "variant = \"plain.cuda\"\n[[variant]]\nname = \"plain.cuda\"\noptional "
                         "= true\n")
            .contests.size() == 1);
}

TEST_CASE("a variant may take part on some problems only, with other settings on others") {
  auto catalog = sample_catalog();
  auto other = catalog.problems[0];
  other.name = "test/other";
  catalog.problems.push_back(other);
  auto variant = catalog.variants[0];
  variant.problem = "test/other";
  catalog.variants.push_back(variant);
  const std::string both = "[[instance]]\nproblem = [\"test/scale\", \"test/other\"]\n";
  const auto contenders = [&](const std::string& variants) {
    const auto plan = make_plan(parse_scenario(both + variants, "some.toml"), catalog);
    REQUIRE(plan.contests.size() == 2);
    CHECK(plan.contests[0].problem == "test/scale");
    return std::pair(plan.contests[0].contenders, plan.contests[1].contenders);
  };
  const std::string named = "[[variant]]\nname = \"plain.cpu\"\n";
  const std::string on_scale = named + "problem = \"test/scale\"\nparameters.threads = 1\n";
  const std::string on_other = named + "problem = [\"test/other\"]\nparameters.threads = 2\n";
  const auto one = contenders(on_other);
  CHECK(one.first.empty());
  CHECK(one.second.size() == 1);
  const auto each = contenders(on_scale + on_other);
  REQUIRE(each.first.size() == 1);
  REQUIRE(each.second.size() == 1);
  CHECK(each.first[0].parameters[0].values == std::vector<Value>{std::int64_t{1}});
  CHECK(each.second[0].parameters[0].values == std::vector<Value>{std::int64_t{2}});
  refuses(instance + on_other, {"test/other", "of any [[instance]]"});
}

TEST_CASE("energy needs a device that counts it: an error before anything is measured") {
  const std::string energy = "objective = \"energy\"\n" + instance;
  const std::string variant = "[[variant]]\nname = \"plain.cpu\"\n";
  refuses(energy + variant, {"plain.cpu", "cpu (Some Processor) has none", "powercap"});
  refuses(energy, {"nothing can be measured here", "powercap"});
  refuses("objective = { minimise = \"seconds * joules\" }\n" + instance + variant,
          {"the objective 'seconds * joules' needs", "powercap"});

  Catalog catalog = sample_catalog();
  catalog.devices[0].facts["energy_counter"] = 1;
  DeviceDescription opencl;
  opencl.id = "opencl:0";
  opencl.backend = "opencl";
  opencl.name = "Some GPU";
  catalog.devices.push_back(opencl);
  const auto plan_with = [&](const std::string& text) {
    return make_plan(parse_scenario(text, "some.toml"), catalog);
  };
  CHECK(plan_with(energy + variant).contests[0].contenders.size() == 1);
  const Plan plan = plan_with(energy);  // the scenario does not name an OpenCL variant
  CHECK(plan.contests[0].contenders.size() == 1);
  CHECK_THAT(plan.notes.at(0), contains("plain.opencl is left out") && contains("CUDA"));
}

TEST_CASE("a device number beyond those of the machine is refused by name, with the nearest") {
  Catalog catalog = sample_catalog();
  VariantDescription cuda = catalog.variants[0];
  cuda.name = "plain.cuda";
  cuda.backend = "cuda";
  catalog.variants.push_back(cuda);
  DeviceDescription gpu;
  gpu.id = "cuda:0";
  gpu.backend = "cuda";
  gpu.name = "Some GPU";
  catalog.devices.push_back(gpu);
  const auto scenario = parse_scenario(
      instance + "[[variant]]\nname = \"plain.cuda\"\ndevice = \"cuda:4\"\n", "some.toml");
  CHECK_THROWS_WITH(make_plan(scenario, catalog), contains("cuda:4") && contains("cuda:0"));
}

TEST_CASE("spaces of more instances and values than there may be memory for are refused") {
  Catalog catalog = sample_catalog();
  Parameter& threads = catalog.variants[0].parameters[0];
  for (std::int64_t k = 10; k < 10'000; ++k) threads.values.emplace_back(k);
  const auto plan = [&](int instances) {
    std::string values = "0";
    for (int k = 1; k < instances; ++k) values += ", " + std::to_string(k);
    return make_plan(parse_scenario(instance + "size = [" + values + "]\n", "some.toml"), catalog);
  };
  CHECK(plan(100).contests.size() == 100);
  CHECK_THROWS_WITH(plan(1000), contains("some.toml") && contains("fewer"));
}
