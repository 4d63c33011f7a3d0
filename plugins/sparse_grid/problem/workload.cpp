#include "sparse_grid/problem/workload.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "sparse_grid/library/file_samples.hpp"
#include "sparse_grid/library/random.hpp"
#include "sparse_grid/problem/fit_cache.hpp"

namespace sparse_grid {
namespace {

using assay::sdk::Error;

constexpr std::size_t default_dimensions = 5;
constexpr std::size_t default_points = 100'000;

using Generator = Samples (*)(std::size_t dimensions, std::size_t count, std::uint64_t seed);

Generator generator_named(const std::string& name) {
  if (name == "uniform") return uniform_samples;
  if (name == "friedman1") return friedman1_samples;
  if (name == "checkerboard") return checkerboard_samples;
  if (name == "gaussian") return gaussian_samples;
  return nullptr;
}

Samples generate(Generator generator, const Arguments& arguments) {
  if (!arguments.features.empty() || !arguments.target.empty() || !arguments.filter.empty()) {
    throw Error(ASSAY_INVALID,
                fmt::format("features, target and filter choose from a file; data = \"{}\" is "
                            "generated",
                            arguments.data));
  }
  return generator(arguments.dimensions == 0 ? default_dimensions : arguments.dimensions,
                   arguments.points == 0 ? default_points : arguments.points, arguments.seed);
}

void read_file(const assay::sdk::Host& host, const Arguments& arguments, Workload& workload) {
  const std::string path = host.resolve_path(arguments.data);
  FileSamples file = read_samples(path, {.features = arguments.features,
                                         .target = arguments.target,
                                         .filter = arguments.filter,
                                         .rows = arguments.points,
                                         .seed = arguments.seed});
  const std::size_t found = file.samples.dimensions;
  if (arguments.dimensions != 0 && arguments.dimensions != found) {
    throw Error(ASSAY_INVALID,
                fmt::format("dimensions = {}, but {} features of {} are chosen; leave dimensions "
                            "at 0 or choose other features",
                            arguments.dimensions, found, path));
  }
  workload.samples = std::move(file.samples);
  workload.facts = {{"file_rows", static_cast<double>(file.file_rows)},
                    {"filtered_rows", static_cast<double>(file.filtered_rows)}};
}

AdaptiveGrid fit_by_regression(const assay::sdk::Host& host, const Samples& samples,
                               const Arguments& arguments) {
  if (samples.targets.empty()) {
    throw Error(ASSAY_INVALID,
                fmt::format("data = \"{}\" has no target to refine or regress by: choose another "
                            "data set, a target column, or refinements = 0",
                            arguments.data));
  }
  const AdaptiveOptions options{
      .base_level = arguments.level,
      .refinements = arguments.refinements,
      .points_per_refinement = arguments.refine_points,
      .regression = {.lambda = arguments.lambda, .iterations = arguments.cg_iterations}};
  return cached_fit(host, samples, options);
}

}  // namespace

Workload load_workload(const assay::sdk::Host& host, const Arguments& arguments) {
  Workload workload{{}, {Grid(1), {}}, {}};
  if (const Generator generator = generator_named(arguments.data)) {
    workload.samples = generate(generator, arguments);
  } else {
    read_file(host, arguments, workload);
  }
  const std::size_t dimensions = workload.samples.dimensions;
  workload.fit = arguments.needs_regression()
                     ? fit_by_regression(host, workload.samples, arguments)
                     : AdaptiveGrid{Grid::regular(dimensions, arguments.level), {}};
  const bool keep = arguments.surpluses != "random" && arguments.needs_regression();
  if (!keep) {
    Random random(arguments.seed, 2);
    workload.fit.surpluses.resize(workload.fit.grid.size());
    std::ranges::generate(workload.fit.surpluses, [&] { return random.uniform(-1, 1); });
  }
  return workload;
}

}  // namespace sparse_grid
