// The header is compiled and asked for launches, beside the framework's own plan of them.
#include <cmath>
#include <cstdlib>
#include <fstream>
#include <limits>
#include <numeric>
#include <sstream>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "framework/core/error.hpp"
#include "framework/core/random.hpp"
#include "framework/kernel_file/launch_plan.hpp"
#include "tests/catch.hpp"
#include "tests/framework/dispatch/made_kernels.hpp"
#include "tests/temporary_folder.hpp"

using namespace assay;
using namespace assay::dispatch;
using assay::test::made_dispatcher;
using assay::test::made_kernel;
using assay::test::made_launch;
using assay::test::made_launch_of_groups;
using assay::test::made_loop;
using assay::test::tile;

namespace {

const std::vector<Feature> launch_features{{"n"}, {"m"}, {"type", {"half", "float"}}};

struct Drawn {
  double n = 0;
  double m = 0;
  double type = 0;  // its number
};

Bindings arguments_of(const Drawn& input) {
  return {{"n", static_cast<std::int64_t>(input.n)},
          {"m", static_cast<std::int64_t>(input.m)},
          {"type", launch_features[2].texts[static_cast<std::size_t>(input.type)]}};
}

// A launch as the programs below print it.
std::string line_of(const PlannedLaunch& launch, std::size_t number) {
  std::vector<std::size_t> block(3, 1);
  std::vector<std::size_t> grid(3, 1);
  std::vector<std::size_t> global(3, 1);
  for (std::size_t k = 0; k < launch.local.size(); ++k) {
    block[k] = launch.local[k];
    global[k] = launch.global[k];
    grid[k] = global[k] / block[k];
  }
  std::vector<std::size_t> local;
  for (const PlannedArgument& argument : launch.arguments) local.push_back(argument.local_bytes);
  return fmt::format("{} {} {} of {} in {} of {} with {} {}", number,
                     launch.description->function.text, launch.local.size(), fmt::join(block, " "),
                     fmt::join(grid, " "), fmt::join(global, " "), local.empty() ? 0 : local[0],
                     std::accumulate(local.begin(), local.end(), std::size_t{0}));
}

// What the framework launches, as the programs print it; "-1" where a size has no value.
std::string planned(const KernelDescription& kernel, const Drawn& input) {
  std::vector<const KernelLaunch*> launches;
  for_each_launch(kernel.steps, [&](const KernelLaunch& launch, const auto&, const auto&) {
    launches.push_back(&launch);
  });
  std::vector<std::pair<std::string, int>> lines;
  try {
    for (const auto& part : plan_launches(kernel, formula_names(kernel, {}, arguments_of(input)))) {
      for (const auto& round : part.rounds) {
        for (const PlannedLaunch& launch : round) {
          const auto number = std::ranges::find(launches, launch.description) - launches.begin();
          const std::string line = line_of(launch, static_cast<std::size_t>(number));
          if (lines.empty() || lines.back().first != line) lines.emplace_back(line, 0);
          ++lines.back().second;
        }
      }
    }
  } catch (const Error&) {
    return "-1;";
  }
  std::string text = fmt::format("{};", lines.size());
  for (const auto& [line, times] : lines) text += fmt::format("{} x {};", line, times);
  return text;
}

const char* const printing = R"(
static const mine_features inputs[] = {
#include "inputs.inc"
};
static mine_launch launches[64];
static void print(const char* before, const size_t* sizes) {
  printf(" %s %lu %lu %lu", before, (unsigned long)sizes[0], (unsigned long)sizes[1],
         (unsigned long)sizes[2]);
}
int main(void) {
  int pair, k;
  unsigned at;
  for (pair = 0; pair < MINE_PAIRS; ++pair) {
    for (at = 0; at < sizeof inputs / sizeof *inputs; ++at) {
      const int count = mine_launches(pair, inputs[at], launches, 64);
      if (mine_launches(pair, inputs[at], NULL, 0) != count) return 2;
      printf("%d;", count);
      for (k = 0; k < count; ++k) {
        const mine_launch* const l = &launches[k];
        printf("%d %s %d", l->number, l->function, l->dimensions);
        print("of", l->block);
        print("in", l->grid);
        print("of", l->global);
        printf(" with %lu %lu x %lu;", (unsigned long)l->local[0], (unsigned long)l->local_bytes,
               (unsigned long)l->times);
      }
      puts("");
    }
  }
  return 0;
}
)";

// The lines that the header's function gives rise to, for each kernel and, within it, each input.
std::vector<std::string> asked(const std::string& compiler, const Dispatcher& dispatcher,
                               const std::vector<Drawn>& inputs) {
  const test::TemporaryFolder folder;
  {
    std::ofstream header(folder / "choose.h");
    write_header(dispatcher, "mine", header);
    std::ofstream list(folder / "inputs.inc");
    for (const Drawn& one : inputs) {
      list << fmt::format("{{{:.17g}, {:.17g}, {:.17g}}},\n", one.n, one.m, one.type);
    }
    std::ofstream(folder / "m.c") << "#include <stdio.h>\n#include \"choose.h\"\n" << printing;
  }
  REQUIRE(std::system(("cd '" + folder.path().string() + "' && " + compiler +
                       " -Wall -Wextra -Wpedantic -Werror m.c -o m && ./m > out")
                          .c_str()) == 0);
  std::vector<std::string> lines;
  std::ifstream out(folder / "out");
  for (std::string line; std::getline(out, line);) lines.push_back(line);
  REQUIRE(lines.size() == dispatcher.kernels.size() * inputs.size());
  return lines;
}

Dispatcher dispatcher_of(const std::vector<KernelDescription>& kernels) {
  std::vector<std::optional<PairKernel>> pairs;
  for (const KernelDescription& kernel : kernels) {
    pairs.push_back(pair_kernel(kernel, {}, arguments_of({}), launch_features));
  }
  return made_dispatcher(launch_features, std::move(pairs));
}

std::vector<Drawn> drawn_inputs() {
  std::vector<Drawn> inputs{{0, 0, 0}, {1, 0, 1}, {0, 1, 0}, {1, 1, 1}, {64, 64, 0}, {65, 64, 1}};
  Random random(17);
  for (int k = 0; k < 400; ++k) {
    inputs.push_back({std::floor(std::exp2((k % 3 == 0 ? 39.9 : 14) * random.uniform())),
                      std::floor(std::exp2(12 * random.uniform())) - 1,
                      static_cast<double>(random.below(2))});
  }
  return inputs;
}

// Without any whose numbers pass 2^53.
std::vector<KernelDescription> all_kinds() {
  KernelStep turns =
      made_loop("3", "", {made_launch("a", {"8"}, {"n"}), made_launch("b", {"8"}, {"m"})});
  KernelDescription host = made_kernel({made_launch("call", {}, {})});
  host.backend = ASSAY_CPU;
  return {
      made_kernel({made_launch_of_groups("add", {"T"}, {"ceil_div(n, T * 4)"})}, tile()),
      made_kernel({made_launch("plane", {"T", "2"}, {"n", "m"}, {"4 * T", "8 * m"})}, tile()),
      made_kernel({test::when("n > 1000 and type == 'half'", made_launch("first", {"T"}, {"n"})),
                   made_loop("m % 5", "pass", {made_launch("halve", {"T"}, {"max(1, n >> pass)"})}),
                   made_loop("7", "k", {made_launch("same", {"T"}, {"n"})}), turns},
                  tile()),
      made_kernel(
          {made_loop("m % 3", "i",
                     {made_loop("i + 1", "j", {made_launch("in", {"1"}, {"n + i * j + 1"})}),
                      test::when("i == 1", made_launch("out", {"2"}, {"n"}))})}),
      made_kernel({made_launch("typed", {"64 if type == 'half' else 32"}, {"n"})}),
      made_kernel({made_launch_of_groups("ratio", {"1"}, {"n // m"})}),
      made_kernel({made_launch("chosen", {"64 if n % m == 0 else 32"}, {"n"})}),
      made_kernel({made_launch("lazy", {"64 if m > 0 and n % m == 0 else 32"}, {"n"})}),
      made_kernel({made_launch_of_groups("wide", {"2"}, {"ceil_div(n * m, 3)"})}),
      made_kernel({made_launch_of_groups("part", {"2"}, {"n / 4"})}),
      made_kernel({made_launch("bits", {"(n & 255) + 1", "is_power_of_two(m) + (m | 1)"},
                               {"(1 << (m % 20)) ^ 3", "abs(m - 7) + 1"})}),
      made_kernel({made_launch("constant", {"2 ** 5"}, {"n"}, {"log2(256) * min(n, 100)"})}),
      made_kernel({made_launch_of_groups("empty", {"T"}, {"n - 1"})}, tile()),
      made_kernel({made_launch_of_groups("negative", {"1"}, {"m - 1000"})}),
      made_kernel({made_launch("signed", {"(m - 50) % 7 + 1", "(50 - m) % -7 + 7"},
                               {"(m - 50) // 3 + 100", "ceil_div(50 - m, 3) + 2000"})}),
      made_kernel({made_launch("real", {"4"}, {"(0.1 * n + 0.5) // 1"})}),
      // More than a million repetitions are planned, and refused, for one input alone: they take
      // long.
      made_kernel(
          {made_loop("1000001 if n == 65 else n % 50", "", {made_launch("often", {"1"}, {"1"})})}),
      made_kernel({test::when("m > 2000", made_launch("rarely", {"1"}, {"1"}))}),
      host,
  };
}

}  // namespace

TEST_CASE("the header tells the launches that the framework plans, in C99 and in C++") {
  const auto kernels = all_kinds();
  const auto inputs = drawn_inputs();
  const Dispatcher dispatcher = dispatcher_of(kernels);
  for (const auto& kernel : dispatcher.kernels) CHECK(kernel->refusal.empty());
  for (const std::string compiler : {"cc -std=c99", "c++ -std=c++11 -O2 -x c++"}) {
    CAPTURE(compiler);
    const auto lines = asked(compiler, dispatcher, inputs);
    std::size_t told = 0;
    for (std::size_t j = 0; j < kernels.size(); ++j) {
      for (std::size_t k = 0; k < inputs.size(); ++k) {
        CAPTURE(j, inputs[k].n, inputs[k].m, inputs[k].type);
        const std::string expected = planned(kernels[j], inputs[k]);
        CHECK(lines[j * inputs.size() + k] == expected);
        told += expected == "-1;" ? 0 : 1;
      }
    }
    CHECK(told > kernels.size() * inputs.size() / 2);
    CHECK(told < kernels.size() * inputs.size());
  }
}

TEST_CASE(
    "numbers beyond 2^53 and grids that CUDA does not take are no launches, never wrong ones") {
  std::vector<KernelDescription> kernels{
      made_kernel({made_launch_of_groups("back", {"1"}, {"n * n * m // n + 1"})}),
      made_kernel({made_launch_of_groups("compare", {"1"}, {"1 if n * n * m > 2 * n * n else 2"})}),
      made_kernel({made_launch_of_groups("shifted", {"1"}, {"((n << 30) >> 30) + 1"})}),
      made_kernel({made_launch("items", {"T"}, {"n * m + 1"})}, tile())};
  std::vector<Drawn> inputs = drawn_inputs();
  inputs.push_back({9007199254740991, 1, 0});
  inputs.push_back({9007199254740990, 2, 0});
  const auto lines = asked("cc -std=c99", dispatcher_of(kernels), inputs);
  std::size_t refused = 0;
  for (std::size_t at = 0; at < lines.size(); ++at) {
    const Drawn& input = inputs[at % inputs.size()];
    CAPTURE(input.n, input.m, at / inputs.size());
    if (lines[at] == "-1;") {
      ++refused;
    } else {
      CHECK(lines[at] == planned(kernels[at / inputs.size()], input));
    }
  }
  CHECK(refused > 20);
  CHECK(refused < lines.size() / 2);

  KernelDescription wide = made_kernel({made_launch("wide", {"64"}, {"64 * n"})});
  const std::vector<Drawn> at_32_bits{{4294967295, 0, 0}, {4294967296, 0, 0}, {4294967297, 0, 0}};
  const auto in_opencl = asked("cc -std=c99", dispatcher_of({wide}), at_32_bits);
  wide.backend = ASSAY_CUDA;
  const auto in_cuda = asked("cc -std=c99", dispatcher_of({wide}), at_32_bits);
  for (std::size_t k = 0; k < 3; ++k) CHECK(in_opencl[k] == planned(wide, at_32_bits[k]));
  CHECK(in_cuda == std::vector<std::string>{in_opencl[0], "-1;", "-1;"});
}

TEST_CASE("what is no input, and no pair, has no launches") {
  const KernelDescription kernel = made_kernel({made_launch("f", {"1"}, {"(n & 7) + 1"})});
  const double much = std::numeric_limits<double>::max();
  const auto lines = asked(
      "cc -std=c99", dispatcher_of({kernel}),
      {{4, 4, 1}, {4, much, 0}, {much, 4, 0}, {4, 4, 2}, {4, 4, 0.5}, {4, 4, -1}, {4.5, 4, 0}});
  CHECK(lines[0] != "-1;");
  for (std::size_t k = 1; k < 6; ++k) CHECK(lines[k] == "-1;");
  CHECK(lines[6] == "-1;");
}
