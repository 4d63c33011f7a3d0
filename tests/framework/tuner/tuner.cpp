// Tests of the library as its users see it: one header and no other part of the framework.
#include <assay/tuner.hpp>

#include <csignal>
#include <cstdlib>
#include <fstream>
#include <numeric>
#include <thread>

#include "tests/catch.hpp"
#include "tests/temporary_folder.hpp"

using assay::Best;
using assay::Configuration;
using assay::KernelInput;
using assay::Tuner;
using assay::TunerError;

namespace {

// A tuner of a function whose result and behaviour depend on its configuration.
Tuner misbehaving(std::vector<double>& sums) {
  Tuner tuner("test/sums");
  tuner
      .function(
          "sums",
          [&sums](const Configuration& configuration) {
            const std::string conduct = configuration.text("conduct");
            if (conduct == "crash") std::abort();
            std::iota(sums.begin(), sums.end(), conduct == "wrong" ? 1.0 : 0.0);
            if (conduct == "slow") std::this_thread::sleep_for(std::chrono::milliseconds(5));
          },
          [&sums] { return sums.front() == 0 && sums.back() == 99 ? 0.0 : 5.0; })
      .parameter("conduct", {"slow", "crash", "wrong", "good"})
      .parameter("unused", {1, 2, 3}, "conduct == 'slow'")
      .constraint("unused < 3");
  return tuner;
}

std::string error_of(Tuner& tuner) {
  try {
    static_cast<void>(tuner.tune());
  } catch (const TunerError& error) {
    return error.what();
  }
  return "";
}

}  // namespace

TEST_CASE("a function of the program is tuned; crashes and wrong results cost one trial each") {
  std::vector<double> sums(100);
  Tuner tuner = misbehaving(sums);
  std::vector<std::string> lines;
  const Best best = tuner.strategy("exhaustive")
                        .on_progress([&](const std::string& line) { lines.push_back(line); })
                        .tune();
  CHECK(best.variant == "sums");
  CHECK(best.configuration.text("conduct") == "good");
  CHECK(best.configuration.str() == "conduct=good");
  CHECK(best.configuration.defines() == "-D conduct=good");
  CHECK(best.lower <= best.seconds);
  CHECK(best.seconds <= best.upper);
  CHECK(best.samples > 6);
  CHECK_THROWS_WITH(best.configuration.integer("conduct"), contains("a text, not an integer"));
  CHECK_THROWS_WITH(best.configuration.text("conducct"), contains("did you mean 'conduct'"));
  std::string all;
  for (const auto& line : lines) all += line + "\n";
  CHECK_THAT(all, contains("conduct=crash: crash") && contains("conduct=wrong: wrong-output") &&
                      contains("5 of 5 configurations tried"));
  CHECK(sums == std::vector<double>(100));  // trials run in other processes
}

TEST_CASE("a store remembers, so that the same call measures nothing again") {
  const assay::test::TemporaryFolder folder;
  std::vector<double> sums(100);
  std::vector<std::string> failures;
  for (int round = 0; round < 2; ++round) {
    failures.clear();
    Tuner tuner = misbehaving(sums);
    tuner.store((folder / "store.db").string()).strategy("exhaustive");
    tuner.on_progress([&](const std::string& line) {
      if (line.find("conduct=crash") != std::string::npos) failures.push_back(line);
    });
    CHECK(tuner.tune().configuration.text("conduct") == "good");
    CHECK(failures.size() == (round == 0 ? 1 : 0));
  }
}

TEST_CASE("a store remembers trials of kernels, as long as the arrays hold the same",
          "[computes]") {
  const assay::test::TemporaryFolder folder;
  const auto searched = [&](float expected, float initial) {
    Tuner tuner("test/add");
    tuner.input("a", std::vector<float>(1000, initial)).input("b", std::vector<float>(1000, 2.0F));
    tuner.output("c", std::vector<float>(1000, expected));
    tuner.kernel(EXAMPLES "/vector_add.cl", {"c", "a", "b", {"int", "1000"}})
        .local({"64"})
        .grid({"ceil_div(1000, 64)"})
        .parameter("work_per_item", {1, 0});  // 0: does not compile, or computes nothing
    tuner.store((folder / "store.db").string()).strategy("exhaustive").trials(2).seconds(20);
    int failures = 0;
    tuner.on_progress([&](const std::string& line) {
      failures += line.find("work_per_item=0: ") != std::string::npos ? 1 : 0;
    });
    try {
      CHECK(tuner.tune().seconds > 0);
    } catch (const TunerError& error) {
      INFO(error.what());
      REQUIRE(std::string(error.what()).find("no opencl device") != std::string::npos);
      assay::test::skip_without_opencl(error.what());
    }
    return failures;
  };
  CHECK(searched(3.5F, 1.5F) == 1);
  CHECK(searched(3.5F, 1.5F) == 0);
  CHECK(searched(4.5F, 2.5F) == 1);
}

TEST_CASE("a kernel in a file is tuned on the program's arrays") {
  const std::vector<float> a(1000, 1.5F);
  const std::vector<float> b(1000, 2.0F);
  Tuner tuner("test/add");
  tuner.input("a", a).input("b", b).output("c", std::vector<float>(1000, 3.5F)).work(1000, 12000);
  tuner.kernel(EXAMPLES "/vector_add.cl", {"c", "a", "b", {"int", "1000"}})
      .local({"block_size_x"})
      .grid({"ceil_div(1000, block_size_x * work_per_item)"})
      .parameter("block_size_x", {64, 128})
      .parameter("work_per_item", {1, 4});
  try {
    const Best best = tuner.trials(3).seconds(10).tune();
    CHECK(best.variant == "vector_add.opencl");
    CHECK(best.seconds > 0);
  } catch (const TunerError& error) {
    INFO(error.what());
    REQUIRE(std::string(error.what()).find("no opencl device") != std::string::npos);
    assay::test::skip_without_opencl(error.what());
  }
  Tuner wrong("test/wrong");
  wrong.input("a", a).input("b", b).output("c", a);
  wrong.kernel(EXAMPLES "/vector_add.cl", {"c", "a", "b", {"int", "1000"}})
      .local({"64"})
      .global({"1000"})
      .parameter("work_per_item", {1});
  CHECK_THAT(error_of(wrong), contains("no configuration has a verified result") &&
                                  contains("wrong-output") && contains("output 'c'"));
}

namespace {

// Tunes, or skips the test case where no device can run kernels.
Best tune_on_device(Tuner& tuner) {
  try {
    return tuner.trials(4).seconds(20).tune();
  } catch (const TunerError& error) {
    INFO(error.what());
    REQUIRE(std::string(error.what()).find("no opencl device") != std::string::npos);
    assay::test::skip_without_opencl(error.what());
  }
}

}  // namespace

TEST_CASE(
    "a run of several launches: scratch, turns, repetitions, arrays that are read and written") {
  const assay::test::TemporaryFolder folder;
  const std::string source = (folder / "steps.cl").string();
  std::ofstream(source) << R"(
__kernel void scale(__global float* out, __global const float* in, const float factor, const int n) {
  const int i = get_global_id(0);
  if (i < n) out[i] = SCALE * factor * in[i];
}
__kernel void add_one(__global float* to, __global const float* from, const int n) {
  const int i = get_global_id(0);
  if (i < n) to[i] = from[i] + 1;
}
)";
  // x becomes 2 * 3 * x, then one more in each of four passes between x and y, then x + 1.
  const std::vector<float> initial(1000, 2.0F);
  const std::vector<float> expected(1000, 2.0F * 6 + 4 + 1);
  Tuner tuner("test/steps");
  tuner.in_out("x", initial, expected);
  tuner.kernel(source, {"y", "x", {"float", "3"}, {"int", "1000"}}, "scale")
      .local({"block"})
      .global({"1000"})
      .define("SCALE", "2 * (block // block)")
      .scratch("y", "float", {"1000 + block"})
      .parameter("block", {32, 64});
  tuner
      .then("add_one", {assay::KernelInput::cycle({"x", "y"}, "pass"),
                        assay::KernelInput::cycle({"x", "y"}, "pass + 1"),
                        {"int", "1000"}})
      .local({"block"})
      .global({"1000"})
      .repeat("3", "pass");
  tuner.then("add_one", {"y", "x", {"int", "1000"}}).local({"block"}).global({"1000"});
  tuner.then("add_one", {"x", "y", {"int", "1000"}}).local({"block"}).global({"1000"});
  tuner.then("add_one", {"x", "x", {"int", "1000"}})
      .local({"block"})
      .global({"1000"})
      .when("block < 0");
  CHECK(tune_on_device(tuner).seconds > 0);
}

TEST_CASE("values by value: vectors and structs; elements that C++ has no type for") {
  const assay::test::TemporaryFolder folder;
  const std::string source = (folder / "values.cl").string();
  std::ofstream(source) << R"(
typedef struct { int n; float4 weights; } Setting;
__kernel void weigh(__global float* out, __global const ushort* halves, const float4 v,
                    const Setting setting) {
  const int i = get_global_id(0);
  if (i < setting.n) out[i] = v.x + v.w + setting.weights.y + vload_half(i, (__global const half*)halves);
}
)";
  const std::vector<std::uint16_t> halves(100, 0x3C00);  // 1.0
  Tuner tuner("test/values");
  tuner.input("halves", "uint16_t", std::as_bytes(std::span(halves)));
  tuner.output("out", std::vector<float>(100, 1.0F + 4.0F + 20.0F + 1.0F));
  tuner
      .kernel(source,
              {"out",
               "halves",
               {"float4", "1", "2", "3", "4"},
               assay::KernelInput::structure({{"int", "100"}, {"float4", "10", "20", "30", "40"}})})
      .local({"block"})
      .global({"100"})
      .parameter("block", {10, 20});
  CHECK(tune_on_device(tuner).seconds > 0);
}

TEST_CASE("arrays are shown by images, or taken as they are, as a parameter says", "[computes]") {
  const assay::test::TemporaryFolder folder;
  const std::string source = (folder / "blur.cl").string();
  std::ofstream(source) << R"(
#if IMAGE
#define PICTURE __read_only image2d_t picture, sampler_t how
#else
#define PICTURE __global const uchar4* picture
#endif
__kernel void blur(PICTURE, __write_only image2d_array_t out, const int width, const int height) {
  const int x = get_global_id(0);
  const int y = get_global_id(1);
#if IMAGE
  const float value = read_imagef(picture, how, (float2)(x + 1.0f, y + 0.5f)).y;
#else
  const int at = y * width + x;
  const float value = (picture[at].y + (x + 1 < width ? picture[at + 1].y : 0)) / 510.0f;
#endif
  write_imagef(out, (int4)(x, y, 1, 0), (float4)(value, 0, 0, 1));
}
)";
  constexpr int width = 6;
  constexpr int height = 4;
  std::vector<std::uint8_t> picture(4 * width * height);
  std::iota(picture.begin(), picture.end(), std::uint8_t{0});
  // Of two layers the kernel writes the second: the mean with the next pixel, which is 0 beyond.
  const std::vector<float> before(2 * width * height, 7.0F);
  std::vector<float> after = before;
  for (std::size_t at = 0; at < width * height; ++at) {
    const int next = (at + 1) % width == 0 ? 0 : picture[4 * at + 5];
    after[width * height + at] = static_cast<float>(picture[4 * at + 1] + next) / 510.0F;
  }
  const auto blurring = [&](assay::KernelSampler::Address beyond) {
    Tuner tuner("test/blur");
    tuner.input("picture", picture, {height, width, 4});
    tuner.in_out("out", before, after, {2, height, width}, 1e-3);
    tuner
        .kernel(
            source,
            {KernelInput::image("picture", {.channels = 4, .normalised = true}).when("IMAGE == 1"),
             KernelInput::sampler({assay::KernelSampler::linear, beyond}).when("IMAGE == 1"),
             KernelInput::image("out", {.layered = true}),
             {"int", "6"},
             {"int", "4"}})
        .local({"block", "1"})
        .global({"6", "4"})
        .parameter("block", {2, 3})
        .parameter("IMAGE", {1, 0})
        .strategy("exhaustive");
    return tuner;
  };
  int wrong = 0;
  const auto count_wrong = [&](const std::string& line) {
    wrong += line.find("wrong-output") != std::string::npos ? 1 : 0;
  };
  Tuner right = blurring(assay::KernelSampler::border);
  CHECK(tune_on_device(right.on_progress(count_wrong)).seconds > 0);
  CHECK(wrong == 0);
  // What memory holds beyond the edge is not what this sampler says.
  Tuner other = blurring(assay::KernelSampler::edge);
  CHECK(tune_on_device(other.on_progress(count_wrong)).configuration.integer("IMAGE") == 0);
  CHECK(wrong == 2);
}

TEST_CASE("mistakes in images are told by what the program called") {
  using assay::KernelSampler;
  const auto refused = [](const char* source, KernelInput input, const std::string& why) {
    Tuner tuner("p");
    tuner.output("c", std::vector<float>(16));
    CHECK_THROWS_WITH(tuner.kernel(source, {"c", std::move(input)}),
                      contains(std::string("tuner 'p', kernel of '") + source) && contains(why));
  };
  refused("k.cl", KernelInput::texture("c"), "OpenCL has no textures");
  refused("k.cl", KernelInput::surface("c"), "give image() and sampler()");
  refused("k.cu", KernelInput::image("c"), "CUDA has no images");
  refused("k.cu", KernelInput::sampler(), "give texture() or surface()");
  refused("k.cl", KernelInput::image("c", {.channels = 3}), "1, 2 or 4 channels, not 3");
  refused("k.cl", KernelInput::image("c", {.layered = true, .linear = true}), "exclude each other");
  refused("k.cu", KernelInput::surface("c", {.linear = true}), "no surface is linear");
  refused("k.cl", KernelInput::sampler({KernelSampler::nearest, KernelSampler::repeat}),
          "normalised coordinates");
  refused("k.cu", KernelInput::texture("c", {KernelSampler::nearest, KernelSampler::none}),
          "choose 'edge'");
  refused("k.cu", KernelInput::texture("c", {KernelSampler::linear}, {.linear = true}),
          "leave out its sampler");
  refused("k.cl", KernelInput("c").when("1"), "when() belongs to images");
  Tuner doubles("p");
  doubles.output("c", std::vector<double>(16));
  doubles.kernel("k.cl", {KernelInput::image("c")}).local({"1"}).global({"16"});
  CHECK_THAT(error_of(doubles), contains("the elements of 'c' are of type double"));
}

TEST_CASE("mistakes in launches are told by what the program called") {
  Tuner tuner("p");
  CHECK_THROWS_WITH(tuner.then("f", {}), contains("call kernel() first"));
  CHECK_THROWS_WITH(tuner.when("1"), contains("call kernel() first"));
  tuner.output("c", std::vector<float>(4));
  CHECK_THROWS_WITH(tuner.output("c", std::vector<float>(4)), contains("one of this name already"));
  CHECK_THROWS_WITH(tuner.in_out("d", std::vector<float>(3), std::vector<float>(4)),
                    contains("array 'd'") && contains("3 elements"));
  CHECK_THROWS_WITH(tuner.input("e", "haf", {}), contains("did you mean 'half'"));
  CHECK_THROWS_WITH(tuner.kernel("k.cl", {{"float4", "1", "2"}}), contains("takes 4 numbers"));
  tuner.kernel("k.cl", {"c"}).local({"1"}).global({"4"}).repeat("2");
  CHECK_THROWS_WITH(tuner.repeat("2"), contains("repeated already"));
  tuner.then("f", {"c"}).local({"1"});
  CHECK_THAT(error_of(tuner), contains("launch of 'f'") && contains("grid()"));
}

TEST_CASE("mistakes of the program are told by what it called") {
  Tuner nothing("p");
  CHECK_THAT(error_of(nothing), contains("kernel()"));
  CHECK_THROWS_WITH(nothing.local({"1"}), contains("call kernel() first"));
  CHECK_THROWS_WITH(nothing.parameter("x", {}), contains("no values"));
  CHECK_THROWS_WITH(nothing.input("a", std::vector<int>(6), {2, 2}), contains("6 elements"));

  const auto tuner = [] {
    Tuner made("p");
    made.input("a", std::vector<float>(4)).output("c", std::vector<float>(4));
    return made;
  };
  Tuner missing = tuner();
  missing.kernel("missing.cl", {"a", "c"}).local({"1"}).global({"4"});
  CHECK_THAT(error_of(missing), contains("tuner 'p'") && contains("missing.cl"));
  Tuner count = tuner();
  count.kernel(EXAMPLES "/vector_add.cl", {"c", "a"}).local({"1"}).global({"4"});
  CHECK_THAT(error_of(count), contains("takes 4 arguments") && contains("2 are given"));
  Tuner type = tuner();
  CHECK_THROWS_WITH(type.kernel("k.cl", {"c", {"integer", "4"}}), contains("'integer'"));
  Tuner sizes = tuner();
  sizes.kernel(EXAMPLES "/vector_add.cl", {"c", "a", "a", {"int", "4"}}).local({"1"});
  CHECK_THAT(error_of(sizes), contains("grid()"));
  Tuner expression = tuner();
  expression.kernel(EXAMPLES "/vector_add.cl", {"c", "a", "a", {"int", "4 *"}})
      .local({"1"})
      .global({"4"});
  CHECK_THAT(error_of(expression), contains("^"));
  Tuner strategy = tuner();
  strategy.kernel(EXAMPLES "/vector_add.cl", {"c", "a", "a", {"int", "4"}})
      .local({"1"})
      .global({"4"});
  strategy.strategy("randm");
  CHECK_THAT(error_of(strategy), contains("did you mean 'random'"));
}

namespace {

// A kernel that adds, unless a parameter has it err.
std::string erring_source(const assay::test::TemporaryFolder& folder) {
  const std::string source = (folder / "add.cl").string();
  std::ofstream(source) << R"(
__kernel void add(__global float* out, __global float* x, const int n) {
  const int i = get_global_id(0);
  if (i < n) {
    out[i] = x[i] + 1 + ERROR;
    x[i] = 2 * x[i];
  }
}
)";
  return source;
}

Tuner verified_by_program(const std::string& source) {
  Tuner tuner("test/verified");
  tuner.output("out", "float", {10, 10}).in_out("x", std::vector<float>(100, 2.0F));
  tuner.kernel(source, {"out", "x", {"int", "100"}})
      .local({"10"})
      .global({"100", "1"})
      .parameter("ERROR", {1, 0});
  tuner.strategy("exhaustive");
  return tuner;
}

}  // namespace

TEST_CASE("the program verifies the outputs of kernels itself") {
  const assay::test::TemporaryFolder folder;
  const std::string source = erring_source(folder);
  std::vector<std::string> lines;
  int right = 0;
  int wrong = 0;
  const auto check = [&](const assay::Outputs& outputs) {
    CHECK_THROWS_WITH(outputs.get<double>("out"), contains("of type float, not double"));
    CHECK_THROWS_WITH(outputs.get<float>("outt"), contains("did you mean 'out'"));
    CHECK(outputs.bytes("out").size() == 400);
    const auto out = outputs.get<float>("out");
    const auto x = outputs.get<float>("x");
    const bool passes = out.size() == 100 && out[99] == 3.0F && x[0] == 4.0F;
    ++(passes ? right : wrong);
    return passes ? 0.0 : 7.5;
  };
  const std::string store = (folder / "store.db").string();
  for (int round = 0; round < 2; ++round) {
    Tuner tuner = verified_by_program(source);
    tuner.store(store).verify(check).on_progress(
        [&](const std::string& line) { lines.push_back(line); });
    CHECK(tune_on_device(tuner).configuration.integer("ERROR") == 0);
  }
  CHECK(right >= 1);
  CHECK(wrong == 1);  // the store remembers what was wrong
  std::string all;
  for (const auto& line : lines) all += line + "\n";
  CHECK_THAT(all, contains("ERROR=1: wrong-output") && contains("7.5 times the tolerance"));
}

TEST_CASE("a verification of the program's own that throws ends tuning with what it threw") {
  const assay::test::TemporaryFolder folder;
  Tuner tuner = verified_by_program(erring_source(folder));
  tuner.verify([](const assay::Outputs&) -> double { throw std::out_of_range("my own"); });
  try {
    static_cast<void>(tuner.tune());
    FAIL("nothing was thrown");
  } catch (const std::out_of_range& error) {
    CHECK(std::string(error.what()) == "my own");
  } catch (const TunerError& error) {
    INFO(error.what());
    REQUIRE(std::string(error.what()).find("no opencl device") != std::string::npos);
    assay::test::skip_without_opencl(error.what());
  }
}

TEST_CASE("outputs are verified in one way") {
  Tuner neither = verified_by_program("k.cl");
  CHECK_THAT(error_of(neither), contains("array 'out'") && contains("neither expected values"));
  Tuner both("p");
  both.output("c", std::vector<float>(4)).verify([](const assay::Outputs&) { return 0.0; });
  both.kernel("k.cl", {"c"}).local({"1"}).global({"4"});
  CHECK_THAT(error_of(both), contains("array 'c'") && contains("exclude each other"));
  std::vector<double> sums(100);
  Tuner function = misbehaving(sums);
  function.verify([](const assay::Outputs&) { return 0.0; });
  CHECK_THAT(error_of(function), contains("verify") && contains("checks of their own"));
  CHECK_THROWS_WITH(both.output("d", "float", {4, 0}), contains("extent of 0"));
  CHECK_THROWS_WITH(both.output("e", "flot", {4}), contains("did you mean 'float'"));
}
