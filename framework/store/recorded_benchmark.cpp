#include "framework/store/recorded_benchmark.hpp"

#include <algorithm>
#include <bit>
#include <map>

#include "framework/core/error.hpp"
#include "framework/core/hash.hpp"
#include "framework/store/recorded_search.hpp"

namespace assay {

void name_benchmarks(RecordedBenchmarks& file, const std::string& problem,
                     const std::string& variant, const std::string& place) {
  using Place = std::vector<std::string>;
  std::map<Place, std::string> taken;
  for (auto& benchmark : file.benchmarks) {
    benchmark.problem = problem.empty() ? file.tool + '/' + benchmark.name : problem;
    benchmark.variant = !variant.empty()  ? variant
                        : problem.empty() ? file.program
                                          : benchmark.name;
    const auto [other, is_new] =
        taken.emplace(Place{benchmark.problem, benchmark.variant,
                            canonical_text(benchmark.arguments), benchmark.device, benchmark.mode},
                      benchmark.title);
    if (is_new) continue;
    throw usage_error(
        "{}: '{}' and '{}' would both be {} of {} {}; name problem, variant and arguments so that "
        "they differ",
        place, other->second, benchmark.title, benchmark.variant, benchmark.problem,
        to_string(benchmark.arguments));
  }
}

InstanceRecord instance_of(const RecordedBenchmark& benchmark) {
  InstanceRecord instance;
  instance.problem = benchmark.problem;
  instance.arguments = benchmark.arguments;
  instance.input_digest = imported_plugin;
  return instance;
}

VariantDescription variant_of(const RecordedBenchmark& benchmark, const std::string& build_id) {
  VariantDescription variant;
  variant.name = benchmark.variant;
  variant.problem = benchmark.problem;
  variant.backend = benchmark.backend;
  variant.plugin = imported_plugin;
  variant.build_id = build_id;
  return variant;
}

std::string digest_of(const RecordedBenchmarks& file) {
  Hasher hasher;
  hasher.text(file.environment);
  for (const auto& benchmark : file.benchmarks) {
    hasher.text(benchmark.title);
    for (const auto& trial : benchmark.trials) {
      hasher.text(trial.message);
      for (const auto& sample : trial.samples) {
        hasher.number(std::bit_cast<std::uint64_t>(sample.seconds));
      }
    }
  }
  return hasher.hex();
}

}  // namespace assay
