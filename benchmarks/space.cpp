// How long search spaces take to build.
#include <benchmark/benchmark.h>

#include "framework/core/space.hpp"

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

void build(benchmark::State& state, Description (*describe)()) {
  const Description d = describe();
  for (auto _ : state) {
    const SearchSpace space(d.parameters, d.constraints, {});
    state.counters["product"] = space.product_size();
    state.counters["valid"] = static_cast<double>(space.size());
  }
}

void look_up(benchmark::State& state) {
  const Description d = billion();
  const SearchSpace space(d.parameters, d.constraints, {});
  std::uint64_t index = 0;
  for (auto _ : state) {
    benchmark::DoNotOptimize(space.index_of(space.at(index)));
    index = (index + 7919) % space.size();
  }
}

BENCHMARK_CAPTURE(build, clblast_gemm, clblast_gemm)->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(build, billion, billion)->Unit(benchmark::kMillisecond);
BENCHMARK(look_up);

}  // namespace
