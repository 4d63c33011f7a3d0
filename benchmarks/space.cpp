// The time to build search spaces, and to answer queries about them.
#include <benchmark/benchmark.h>
#include <sys/resource.h>

#include <random>
#include <unordered_set>

#include "framework/core/space/space.hpp"

namespace {

using assay::Constraint;
using assay::Parameter;
using assay::SearchSpace;
using assay::Value;

Parameter parameter(const char* name, std::initializer_list<std::int64_t> values) {
  Parameter p;
  p.name = name;
  p.values.assign(values.begin(), values.end());
  p.default_value = p.values.front();
  return p;
}

struct Description {
  std::vector<Parameter> parameters;
  std::vector<Constraint> constraints;
};

// CLBlast's Xgemm as its tuner explores it at random (src/tuning/kernels/xgemm.hpp).
Description clblast_gemm() {
  return {
      {parameter("MWG", {16, 32, 64, 128}), parameter("NWG", {16, 32, 64, 128}),
       parameter("KWG", {16, 32}), parameter("MDIMC", {8, 16, 32}), parameter("NDIMC", {8, 16, 32}),
       parameter("MDIMA", {8, 16, 32}), parameter("NDIMB", {8, 16, 32}), parameter("KWI", {2}),
       parameter("VWM", {1, 2, 4, 8}), parameter("VWN", {1, 2, 4, 8}), parameter("STRM", {0, 1}),
       parameter("STRN", {0, 1}), parameter("SA", {0, 1}), parameter("SB", {0, 1})},
      {{"KWG % KWI == 0", ""},
       {"MWG % (MDIMC * VWM) == 0", ""},
       {"NWG % (NDIMC * VWN) == 0", ""},
       {"MWG % (MDIMA * VWM) == 0", ""},
       {"NWG % (NDIMB * VWN) == 0", ""},
       {"KWG % ((MDIMC * NDIMC) / MDIMA) == 0", ""},
       {"KWG % ((MDIMC * NDIMC) / NDIMB) == 0", ""}}};
}

// 10^9 points: nine parameters of ten values, tied by the kinds of constraints that kernels have.
Description billion() {
  Description d;
  for (const char* name : {"a", "b", "c", "d", "e", "f", "g", "h", "i"}) {
    d.parameters.push_back(parameter(name, {1, 2, 3, 4, 6, 8, 12, 16, 24, 32}));
  }
  for (const char* text : {"a * b * c <= 1024 and a * b * c >= 32", "d % a == 0 and e % b == 0",
                           "f % c == 0", "d * e * f in [256, 512, 768, 1024]",
                           "g == 1 or d % g == 0", "h <= e", "i * g * h in [16, 32, 48]"}) {
    d.constraints.push_back({text, ""});
  }
  return d;
}

// 10^12 points of which 1.0 10^6 are valid: twelve parameters of ten values.
Description trillion() {
  Description d;
  for (const char* name : {"a", "b", "c", "d", "e", "f", "g", "h", "i", "j", "k", "l"}) {
    d.parameters.push_back(parameter(name, {1, 2, 3, 4, 6, 8, 12, 16, 24, 32}));
  }
  for (const char* text :
       {"a * b * c <= 1024 and a * b * c >= 32", "d % a == 0 and e % b == 0", "f % c == 0",
        "d * e * f in [256, 512, 768, 1024]", "g == 1 or d % g == 0", "h <= e",
        "i * g * h in [16, 32, 48]", "j * k * l == 32 * a", "k >= j and l >= k"}) {
    d.constraints.push_back({text, ""});
  }
  return d;
}

// 10^12 points of which 8.0 10^7 are valid: one constraint ties all parameters together.
Description sum_of_twelve() {
  Description d;
  for (const char* name : {"a", "b", "c", "d", "e", "f", "g", "h", "i", "j", "k", "l"}) {
    d.parameters.push_back(parameter(name, {0, 1, 2, 3, 4, 5, 6, 7, 8, 9}));
  }
  d.constraints.push_back({"a + b + c + d + e + f + g + h + i + j + k + l == 20", ""});
  return d;
}

std::vector<Value> multiples(std::int64_t step, std::int64_t last) {
  std::vector<Value> values;
  for (std::int64_t value = step; value <= last; value += step) values.emplace_back(value);
  return values;
}

// The bytes of shared memory that a block of Hotspot uses.
const std::string shared_of_hotspot =
    "(block_size_x * tile_size_x + temporal_tiling_factor * 2) * (block_size_y * tile_size_y + "
    "temporal_tiling_factor * 2) * (2 + sh_power) * 4";

// Hotspot of BAT, the Benchmark suite for AutoTuners (Torring et al. 2023), with two limits of
// memory: what a block uses, and what all blocks of a multiprocessor use.
Description hotspot_within(const std::string& block, const std::string& multiprocessor) {
  Description d = {
      {parameter("block_size_x", {1, 2, 4, 8, 16}), parameter("block_size_y", {1, 2, 4, 8, 16, 32}),
       parameter("tile_size_x", {1}), parameter("tile_size_y", {1}),
       parameter("temporal_tiling_factor", {1}), parameter("loop_unroll_factor_t", {1}),
       parameter("sh_power", {0, 1}), parameter("blocks_per_sm", {0, 1, 2, 3, 4})},
      {{"block_size_x * block_size_y >= 32", ""},
       {"block_size_x * block_size_y <= 1024", ""},
       {"temporal_tiling_factor % loop_unroll_factor_t == 0", ""},
       {shared_of_hotspot + block, ""},
       {"blocks_per_sm == 0 or " + shared_of_hotspot + " * blocks_per_sm" + multiprocessor, ""}}};
  const auto wide = multiples(32, 1024);
  auto& widths = d.parameters[0].values;
  widths.insert(widths.end(), wide.begin(), wide.end());
  for (const std::size_t k : {2, 3, 4, 5}) d.parameters[k].values = multiples(1, 10);
  return d;
}

// BAT's space: 349,853 of 22,200,000 configurations are valid.
Description hotspot() { return hotspot_within(" <= 49152", " <= 102400"); }
// On a GPU with more shared memory; once in bytes, once in KiB, which are real numbers.
Description large_hotspot() { return hotspot_within(" <= 101376", " <= 233472"); }
Description real_hotspot() { return hotspot_within(" / 1024 <= 99", " / 1024 <= 228"); }

// A product of sums one of which may be negative.
Description differences() {
  Description d;
  for (const char* name : {"a", "b", "c", "d", "e"}) {
    d.parameters.push_back(
        parameter(name, {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16}));
  }
  d.constraints.push_back({"(a - b) * (c + d) * (a + d) <= e * 200", ""});
  return d;
}

SearchSpace space_of(const Description& d) { return {d.parameters, d.constraints, {}}; }

using List = std::vector<std::vector<std::uint32_t>>;

List list_of(const SearchSpace& space) {
  List list;
  for (std::uint64_t k = 0; k < space.size(); ++k) list.push_back(space.assignment(k));
  return list;
}

// A space of twelve parameters of four values with 10^5 random valid configurations that no
// constraints describe: the worst case of a recorded space.
Description scattered() {
  Description d;
  for (const char* name : {"a", "b", "c", "d", "e", "f", "g", "h", "i", "j", "k", "l"}) {
    d.parameters.push_back(parameter(name, {1, 2, 3, 4}));
  }
  return d;
}

List scattered_list(std::size_t count) {
  const SearchSpace all = space_of(scattered());
  std::mt19937_64 random(1);
  std::unordered_set<std::uint64_t> numbers;
  List list;
  while (list.size() < count) {
    const std::uint64_t number = random() % all.size();
    if (numbers.insert(number).second) list.push_back(all.assignment(number));
  }
  return list;
}

SearchSpace gemm_space() { return space_of(clblast_gemm()); }
SearchSpace listed_gemm_space() {
  return SearchSpace::from_configurations(clblast_gemm().parameters, list_of(gemm_space()));
}
SearchSpace scattered_space() {
  return SearchSpace::from_configurations(scattered().parameters, scattered_list(100'000));
}

void build(benchmark::State& state, Description (*describe)()) {
  const Description d = describe();
  for (auto _ : state) {
    const SearchSpace space(d.parameters, d.constraints, {});
    state.counters["product"] = space.product_size();
    state.counters["valid"] = static_cast<double>(space.size());
  }
}

void build_list(benchmark::State& state, Description (*describe)(), List (*list)()) {
  const auto parameters = describe().parameters;
  const List configurations = list();
  for (auto _ : state) {
    const auto space = SearchSpace::from_configurations(parameters, configurations);
    state.counters["valid"] = static_cast<double>(space.size());
  }
}

// Counts the configurations and draws a million of them; reports the process's peak memory.
void count_and_sample(benchmark::State& state, Description (*describe)()) {
  const Description d = describe();
  for (auto _ : state) {
    const SearchSpace space(d.parameters, d.constraints, {});
    std::mt19937_64 random(1);
    std::uniform_int_distribution<std::uint64_t> number(0, space.size() - 1);
    for (int k = 0; k < 1'000'000; ++k) benchmark::DoNotOptimize(space.assignment(number(random)));
    state.counters["valid"] = static_cast<double>(space.size());
  }
  rusage usage{};
  getrusage(RUSAGE_SELF, &usage);
  state.counters["peak_MB"] = static_cast<double>(usage.ru_maxrss) / 1024;
}

// Queries configurations spread over the space, one after another.
using Question = std::size_t (*)(const SearchSpace& space, std::uint64_t number);

void ask(benchmark::State& state, SearchSpace (*make)(), Question question) {
  const SearchSpace space = make();
  std::uint64_t number = 0;
  for (auto _ : state) {
    benchmark::DoNotOptimize(question(space, number));
    number = (number + 7919) % space.size();
  }
}

std::size_t at_and_index_of(const SearchSpace& space, std::uint64_t number) {
  return *space.index_of(space.at(number));
}
std::size_t assignment(const SearchSpace& space, std::uint64_t number) {
  return space.assignment(number).size();
}
std::size_t number_of(const SearchSpace& space, std::uint64_t number) {
  return *space.number_of(space.assignment(number));
}
std::size_t all_values(const SearchSpace& space, std::uint64_t number) {
  return space.neighbours(number, SearchSpace::Neighbourhood::any_value).size();
}
std::size_t single_changes(const SearchSpace& space, std::uint64_t number) {
  return space.neighbours(number, SearchSpace::Neighbourhood::any_value, 1).size();
}
std::size_t up_to_two_changes(const SearchSpace& space, std::uint64_t number) {
  return space.neighbours(number, SearchSpace::Neighbourhood::any_value, 2).size();
}
std::size_t adjacent(const SearchSpace& space, std::uint64_t number) {
  return space.neighbours(number, SearchSpace::Neighbourhood::one_step).size();
}
// A child of two configurations, as genetic operators create them.
std::size_t repair(const SearchSpace& space, std::uint64_t number) {
  auto child = space.assignment(number);
  const auto other = space.assignment((number * 31 + 17) % space.size());
  for (std::size_t k = 0; k < child.size(); k += 2) child[k] = other[k];
  return space.nearest_to(child);
}

BENCHMARK_CAPTURE(build, clblast_gemm, clblast_gemm)->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(build, billion, billion)->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(build, sum_of_twelve, sum_of_twelve)->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(build, hotspot, hotspot)->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(build, large_hotspot, large_hotspot)->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(build, real_hotspot, real_hotspot)->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(build, differences, differences)->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(count_and_sample, trillion, trillion)->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(count_and_sample, sum_of_twelve, sum_of_twelve)->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(build_list, clblast_gemm, clblast_gemm, [] {
  return list_of(gemm_space());
})->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(build_list, scattered, scattered, [] {
  return scattered_list(1'000'000);
})->Unit(benchmark::kMillisecond);

// Queries to the space that constraints describe, to the same space as a list, and to a list
// without structure.
#define ASK_ALL_SPACES(question)                                                                \
  BENCHMARK_CAPTURE(ask, question##_gemm, gemm_space, question)->Unit(benchmark::kMicrosecond); \
  BENCHMARK_CAPTURE(ask, question##_listed_gemm, listed_gemm_space, question)                   \
      ->Unit(benchmark::kMicrosecond);                                                          \
  BENCHMARK_CAPTURE(ask, question##_scattered, scattered_space, question)                       \
      ->Unit(benchmark::kMicrosecond)

ASK_ALL_SPACES(at_and_index_of);
ASK_ALL_SPACES(assignment);
ASK_ALL_SPACES(number_of);
ASK_ALL_SPACES(single_changes);
ASK_ALL_SPACES(up_to_two_changes);
ASK_ALL_SPACES(all_values);
ASK_ALL_SPACES(adjacent);
ASK_ALL_SPACES(repair);

}  // namespace
