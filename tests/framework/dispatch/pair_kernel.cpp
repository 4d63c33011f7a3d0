// What is said of kernels beside their launches, and where their launches cannot be told.
#include "framework/dispatch/pair_kernel.hpp"

#include <sstream>

#include <nlohmann/json.hpp>

#include "tests/catch.hpp"
#include "tests/framework/dispatch/made_kernels.hpp"

using namespace assay;
using namespace assay::dispatch;
using assay::test::formula;
using assay::test::made_dispatcher;
using assay::test::made_kernel;
using assay::test::made_launch;
using assay::test::made_loop;
using assay::test::tile;

namespace {

const std::vector<Feature> two_features{{"n"}, {"m"}};
// `draws` is an argument that is the same in all instances.
const Bindings two_arguments{
    {"n", std::int64_t{5}}, {"draws", std::int64_t{3}}, {"m", std::int64_t{6}}};

PairKernel read(const KernelDescription& kernel, const Bindings& configuration = {}) {
  return pair_kernel(kernel, configuration, two_arguments, two_features);
}

std::string header_of(const std::vector<std::optional<PairKernel>>& kernels) {
  std::ostringstream out;
  write_header(made_dispatcher(two_features, kernels), "mine", out);
  return out.str();
}

nlohmann::json json_of_pair(const PairKernel& kernel) {
  std::ostringstream out;
  write_json(made_dispatcher(two_features, {kernel}), out);
  return nlohmann::json::parse(out.str()).at("pairs").at(0);
}

// Why the header tells no launches of the kernel, from the comment at the pair.
std::string refusal_of(const KernelDescription& kernel) {
  const std::string text = header_of({read(kernel)});
  const std::string begin = "/* 0: its launches are not told here: ";
  const auto at = text.find(begin);
  CHECK((text.find("mine_launches_0(&input") == std::string::npos) == (at != std::string::npos));
  if (at == std::string::npos) return "told";
  return text.substr(at + begin.size(), text.find(" */", at) - at - begin.size());
}

}  // namespace

TEST_CASE("names have their values, and features and indices stay open") {
  KernelDescription kernel = made_kernel(
      {made_loop("draws", "m", {made_launch("f", {"T", "U"}, {"n + m", "1"}, {"T"})})}, tile());
  kernel.parameters.push_back({"U", "", {}, std::int64_t{8}, ""});
  const PairKernel pair = read(kernel, {{"T", std::int64_t{32}}});
  REQUIRE(pair.refusal.empty());
  const PairStep& loop = pair.steps.at(0);
  CHECK(loop.repeat == "(3)");
  CHECK(loop.index == "m");
  const PairLaunch& launch = loop.steps.at(0).launch.value();
  CHECK(launch.block == std::vector<std::string>{"(32)", "(8)"});
  CHECK(launch.extent == std::vector<std::string>{"n + m", "1"});
  CHECK(launch.local == std::vector<std::string>{"(32)"});
  CHECK(to_string(launch.constants.fixed) == "T=32 U=8");

  // Within its loop, an index hides what else has its name.
  const PairKernel hiding =
      read(made_kernel({made_loop("draws", "draws", {made_launch("f", {"1"}, {"n + draws"})})}));
  CHECK(hiding.steps.at(0).repeat == "(3)");
  CHECK(hiding.steps.at(0).steps.at(0).launch.value().extent ==
        std::vector<std::string>{"n + draws"});
}

TEST_CASE("constants and options of the input are said in words, the others as a compiler wants") {
  KernelDescription kernel = made_kernel({made_launch("f", {"T"}, {"n"})}, tile());
  kernel.defines = {{"FACTOR", formula("n // 500")}, {"TWICE", formula("2 * T + draws")}};
  kernel.options = {"-DDRAWS={draws} -DROWS={n} -DTILE={T}", ""};
  kernel.more_sources = {{"more.cl", ""}};
  kernel.limits = {{ASSAY_LIMIT_POWER, formula("300 + draws")}};
  const PairKernel pair = read(kernel);
  CHECK(to_string(pair.constants.fixed) == "T=64 TWICE=131");
  CHECK(pair.options == "-DDRAWS=3 -DROWS={n} -DTILE=64");
  const std::string header = header_of({std::nullopt, pair});
  CHECK_THAT(
      header,
      contains("{\"made.cl\", \"-D T=64 -D TWICE=131\", \"-DDRAWS=3 -DROWS={n} -DTILE=64\"}") &&
          contains("{0, 0, 0},") && contains("/* 1: compiled with FACTOR defined as n // 500 */") &&
          contains("/* 1: the options' {n} is the input's */") &&
          contains("/* 1: compiled together with more.cl */") &&
          contains("/* 1: measured on a device held to power = 300 + (3) W */"));
  const auto json = json_of_pair(pair).at("kernel");
  CHECK(json.at("constants") == nlohmann::json({{"T", 64}, {"TWICE", 131}}));
  CHECK(json.at("constants_of_input") == nlohmann::json({{"FACTOR", "n // 500"}}));
  CHECK(json.at("launches").at(0).at("extent_expressions") == nlohmann::json({"n"}));
  CHECK(json.at("launches").at(0).at("extent_in_work_items") == true);
}

TEST_CASE("each launch has the constants that its source is compiled with") {
  KernelDescription kernel =
      made_kernel({made_launch("f", {"T"}, {"n"}), made_launch("f", {"1"}, {"1"})}, tile());
  kernel.defines = {{"ROWS", formula("n")}};
  kernel.steps[1].launch->defines = {{"T", formula("m")}, {"ROWS", formula("1")}};
  const PairKernel pair = read(kernel);
  CHECK_THAT(header_of({pair}), contains("0, \"f\", \"-D T=64\", 1);") &&
                                    contains("1, \"f\", \"-D ROWS=1\", 1);") &&
                                    contains("/* 0: compiled with ROWS defined as n */") &&
                                    contains("/* 0: launch 1 is compiled with T defined as m */"));
  const auto launches = json_of_pair(pair).at("kernel").at("launches");
  CHECK(launches.at(1).at("constants") == nlohmann::json({{"ROWS", 1}}));
  CHECK(launches.at(1).at("constants_of_input") == nlohmann::json({{"T", "m"}}));
}

TEST_CASE("where the features do not tell the launches, a comment says which formula and why") {
  const auto launch = made_launch("f", {"1"}, {"n"});
  CHECK(refusal_of(made_kernel({launch})) == "told");
  CHECK_THAT(refusal_of(made_kernel({launch, made_launch("f", {"1"}, {"n * grid_points"})})),
             contains("'n * grid_points' names 'grid_points', which is no feature"));
  CHECK_THAT(refusal_of(made_kernel({made_launch("f", {"max_work_group_size"}, {"n"})})),
             contains("max_work_group_size"));
  CHECK_THAT(refusal_of(made_kernel({made_launch("f", {"1"}, {"n ** m"})})),
             contains("'n ** m' needs more than arithmetic"));
  CHECK_THAT(refusal_of(made_kernel({made_launch("f", {"1"}, {"log2(n) // 1"})})),
             contains("log2(n)"));
  CHECK_THAT(refusal_of(made_kernel({made_launch("f", {"1"}, {"(n / 2) & 1"})})),
             contains("'(n /"));
  CHECK_THAT(refusal_of(made_kernel({made_launch("f", {"1"}, {"n + 2 // (2 - 2)"})})),
             contains("'n + 2 // (2 - 2)'"));
  CHECK_THAT(refusal_of(made_kernel({made_launch("f", {"1"}, {"n + 9007199254740993"})})),
             contains("9007199254740993"));
  CHECK_THAT(refusal_of(made_kernel({made_launch("f", {"1"}, {"n * /"})})), contains("n * /"));

  KernelStep until = made_loop("9", "", {launch});
  until.until = "done*/";
  CHECK_THAT(refusal_of(made_kernel({until})), contains("until 'done* /' runs depends on data"));
  KernelDescription templated = made_kernel({launch}, tile());
  templated.steps[0].launch->function.text = "f<T>";
  templated.steps[0].launch->by_expression = true;
  CHECK_THAT(header_of({read(templated)}),
             contains("\"f<64>\"") && contains("/* 0: the names of its functions are expressions"));
  templated.steps[0].launch->function.text = "f<m>";
  CHECK_THAT(refusal_of(templated), contains("'f<m>' is another one for each input"));
  CHECK(json_of_pair(read(templated))
            .at("kernel")
            .at("no_launches")
            .get<std::string>()
            .find("f<m>") != std::string::npos);
}

TEST_CASE("of plugins' variants alone nothing is said about kernels") {
  Dispatcher dispatcher = made_dispatcher(two_features, {std::nullopt, std::nullopt});
  const auto texts = [&] {
    std::ostringstream header;
    write_header(dispatcher, "mine", header);
    std::ostringstream json;
    write_json(dispatcher, json);
    return header.str() + json.str();
  };
  const std::string before = texts();
  CHECK_THAT(before, contains("MINE_PAIRS 2") && !contains("kernel") && !contains("launch") &&
                         !contains("#include"));
  dispatcher.kernels.clear();
  CHECK(texts() == before);
}
