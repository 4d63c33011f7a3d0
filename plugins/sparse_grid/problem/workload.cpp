#include "sparse_grid/problem/workload.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <optional>
#include <utility>

#include "sparse_grid/library/bootstrap.hpp"
#include "sparse_grid/library/file_samples.hpp"
#include "sparse_grid/library/held_out.hpp"
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
  return generator(arguments.dimensions == 0 ? default_dimensions : arguments.dimensions,
                   arguments.points == 0 ? default_points : arguments.points, arguments.seed);
}

void refuse_file_arguments(const Arguments& arguments) {
  if (arguments.features.empty() && arguments.target.empty() && arguments.filter.empty()) return;
  throw Error(
      ASSAY_INVALID,
      fmt::format("features, target and filter choose from a file, but data = \"{}\" is generated",
                  arguments.data));
}

// Reports in the log and as a fact how many of the points replace those that were requested.
void declare_stand_in(const assay::sdk::Host& host, std::size_t points, const std::string& what,
                      Workload& workload) {
  host.log(ASSAY_LOG_WARNING, fmt::format("stand-in: {} {}", points, what));
  workload.facts.push_back({"stand_in", static_cast<double>(points), what});
}

// Splits off a share of `total` samples, the final number, from those read so far.
void hold_out_share(const Arguments& arguments, double share, std::size_t total,
                    Workload& workload) {
  if (share == 0) return;
  const auto count = static_cast<std::size_t>(std::llround(share * static_cast<double>(total)));
  const std::size_t rows = workload.samples.size();
  if (count < 1 || count >= rows) {
    throw Error(ASSAY_INVALID,
                fmt::format("test_share = {} of {} points leaves {} of {} to judge by and {} to "
                            "learn from: there must be some of both",
                            share, total, count, rows, rows - std::min(count, rows)));
  }
  workload.held_out = hold_out(workload.samples, count, arguments.seed);
}

void read_file(const assay::sdk::Host& host, const Arguments& arguments, double test_share,
               const std::string& path, Workload& workload) {
  FileSamples file = read_samples(path, {.features = arguments.features,
                                         .target = arguments.target,
                                         .filter = arguments.filter,
                                         .rows = arguments.points,
                                         .seed = arguments.seed,
                                         .fewer = arguments.if_fewer == "bootstrap",
                                         .border = arguments.border});
  const std::size_t found = file.samples.dimensions;
  if (arguments.dimensions != 0 && arguments.dimensions != found) {
    throw Error(ASSAY_INVALID, fmt::format("dimensions = {}, but {} features of {} are chosen: "
                                           "leave dimensions at 0, or choose other features",
                                           arguments.dimensions, found, path));
  }
  workload.samples = std::move(file.samples);
  workload.facts = {{"file_rows", static_cast<double>(file.file_rows)},
                    {"filtered_rows", static_cast<double>(file.filtered_rows)}};
  const std::size_t all = workload.samples.size();
  hold_out_share(arguments, test_share, std::max(all, arguments.points), workload);
  if (all < arguments.points) {
    // Held-out samples are excluded here: no sample that is learnt from may derive from them.
    const std::size_t rows = workload.samples.size();
    grow_by_bootstrap(workload.samples, rows + arguments.points - all, arguments.seed);
    declare_stand_in(host, arguments.points - all,
                     fmt::format("points by smoothed bootstrap of {} rows", rows), workload);
  }
}

// The path of the data file, or nothing if it is absent and a substitute is allowed.
std::optional<std::string> find_file(const assay::sdk::Host& host, const Arguments& arguments) {
  try {
    std::string path = host.resolve_path(arguments.data);
    if (std::filesystem::exists(path) || arguments.if_absent == "error") return path;
  } catch (const Error&) {
    if (arguments.if_absent == "error") throw;
  }
  return std::nullopt;
}

// Obtains the samples and holds out a `test_share` of them; 0: none.
void obtain_samples(const assay::sdk::Host& host, const Arguments& arguments, double test_share,
                    Workload& workload) {
  if (const Generator generator = generator_named(arguments.data)) {
    refuse_file_arguments(arguments);
    workload.samples = generate(generator, arguments);
  } else if (const auto path = find_file(host, arguments)) {
    return read_file(host, arguments, test_share, *path, workload);
  } else {
    workload.samples = generate(generator_named(arguments.if_absent), arguments);
    declare_stand_in(
        host, workload.samples.size(),
        fmt::format("generated points ({}), because the file is missing", arguments.if_absent),
        workload);
  }
  hold_out_share(arguments, test_share, workload.samples.size(), workload);
}

void require_targets(const Samples& samples, const Arguments& arguments) {
  if (!samples.targets.empty()) return;
  throw Error(ASSAY_INVALID,
              fmt::format("data = \"{}\" has no target for refinement or regression: choose "
                          "another data set, a target column, or a problem without regression",
                          arguments.data));
}

AdaptiveGrid fit_by_regression(const assay::sdk::Host& host, const Arguments& arguments,
                               Samples samples) {
  require_targets(samples, arguments);
  if (arguments.fit_points != 0) {
    Random random(arguments.seed, 7);
    keep_random_choice(samples, arguments.fit_points, random);
  }
  const AdaptiveOptions options{
      .base_level = arguments.level,
      .refinements = arguments.refinements,
      .points_per_refinement = arguments.refine_points,
      .regression = {.lambda = arguments.lambda, .iterations = arguments.cg_iterations}};
  return cached_fit(host, samples, options);
}

Grid unrefined_grid(std::size_t dimensions, const Arguments& arguments) {
  if (arguments.grid_points == 0) return Grid::regular(dimensions, arguments.level);
  return Grid::filled(dimensions, arguments.level, arguments.grid_points, arguments.seed);
}

}  // namespace

Workload load_product(const assay::sdk::Host& host, const ProductArguments& arguments) {
  Workload workload{{}, {}, {Grid(1), {}}, {}};
  obtain_samples(host, arguments, 0, workload);
  if (arguments.needs_regression()) {
    workload.fit = fit_by_regression(host, arguments, workload.samples);
  } else {
    workload.fit.grid = unrefined_grid(workload.samples.dimensions, arguments);
  }
  if (arguments.surpluses == "random" || !arguments.needs_regression()) {
    Random random(arguments.seed, 2);
    workload.fit.surpluses.resize(workload.fit.grid.size());
    std::ranges::generate(workload.fit.surpluses, [&] { return random.uniform(-1, 1); });
  }
  return workload;
}

Workload load_regression(const assay::sdk::Host& host, const RegressionArguments& arguments) {
  Workload workload{{}, {}, {Grid(1), {}}, {}};
  obtain_samples(host, arguments, arguments.test_share, workload);
  require_targets(workload.samples, arguments);
  if (arguments.refinements > 0) {
    workload.fit = fit_by_regression(host, arguments, workload.samples);
    workload.fit.surpluses.clear();
  } else {
    workload.fit.grid = unrefined_grid(workload.samples.dimensions, arguments);
  }
  return workload;
}

}  // namespace sparse_grid
