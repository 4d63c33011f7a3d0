#include "sparse_grid/problem/fit_cache.hpp"

#include <fmt/format.h>

#include <cmath>
#include <cstring>
#include <optional>

#include "sparse_grid/problem/grid_hash.hpp"

namespace sparse_grid {
namespace {

// To be increased whenever the format of entries or the meaning of refinement or regression
// changes.
constexpr std::uint64_t version = 2;

// An entry is the number of points as 64 bits, followed by levels, indices and surpluses.
std::size_t entry_size(std::size_t dimensions, std::size_t points) {
  return sizeof(std::uint64_t) + points * (2 * dimensions * sizeof(std::uint32_t) + sizeof(double));
}

std::vector<std::byte> encode(const Grid& grid, const std::vector<double>& surpluses) {
  std::vector<std::byte> bytes;
  bytes.reserve(entry_size(grid.dimensions(), grid.size()));
  const auto append = [&](const auto values) {
    const auto view = std::as_bytes(values);
    bytes.insert(bytes.end(), view.begin(), view.end());
  };
  const std::uint64_t points = grid.size();
  append(std::span(&points, 1));
  append(grid.levels());
  append(grid.indices());
  append(std::span(surpluses));
  return bytes;
}

std::optional<AdaptiveGrid> decode(std::span<const std::byte> bytes, std::size_t dimensions) {
  std::uint64_t points = 0;
  if (bytes.size() < sizeof(points)) return std::nullopt;
  std::memcpy(&points, bytes.data(), sizeof(points));
  if (points > bytes.size() || bytes.size() != entry_size(dimensions, points)) return std::nullopt;
  bytes = bytes.subspan(sizeof(points));
  const auto take = [&](auto& values, std::size_t count) {
    values.resize(count);
    std::memcpy(values.data(), bytes.data(), std::span(values).size_bytes());
    bytes = bytes.subspan(std::span(values).size_bytes());
  };
  std::vector<std::uint32_t> levels;
  std::vector<std::uint32_t> indices;
  std::vector<double> surpluses;
  take(levels, points * dimensions);
  take(indices, points * dimensions);
  take(surpluses, points);
  for (const double surplus : surpluses) {
    if (!std::isfinite(surplus)) return std::nullopt;
  }
  try {
    return AdaptiveGrid{Grid::from_points(dimensions, levels, indices), std::move(surpluses)};
  } catch (const assay::sdk::Error&) {
    return std::nullopt;
  }
}

// The common part of the keys of one sequence of refinements.
assay::sdk::ContentHash hash_of(const Samples& samples, const AdaptiveOptions& options) {
  assay::sdk::ContentHash hash;
  hash.add(version);
  hash.add(samples.dimensions);
  hash.add_all(std::span<const double>(samples.points));
  hash.add_all(std::span<const double>(samples.targets));
  hash.add(options.base_level);
  hash.add(options.points_per_refinement);
  hash.add(options.regression.lambda);
  hash.add(options.regression.iterations);
  hash.add(options.regression.tolerance);
  return hash;
}

std::string key_of(assay::sdk::ContentHash hash, std::size_t refinements) {
  hash.add(refinements);
  return "sparse-grid-fit-" + hash.text();
}

// Loads the latest step in the cache, up to the last one requested.
std::optional<AdaptiveStart> load_latest(const assay::sdk::Host& host,
                                         const assay::sdk::ContentHash& hash,
                                         std::size_t dimensions, std::size_t refinements) {
  for (std::size_t left = refinements + 1; left > 0; --left) {
    const std::string key = key_of(hash, left - 1);
    const auto bytes = host.cache_load(key);
    if (!bytes) continue;
    if (auto fit = decode(*bytes, dimensions)) return AdaptiveStart{*std::move(fit), left - 1};
    host.log(ASSAY_LOG_WARNING, fmt::format("cache entry {} is damaged; refining again", key));
  }
  return std::nullopt;
}

}  // namespace

AdaptiveGrid cached_fit(const assay::sdk::Host& host, const Samples& samples,
                        const AdaptiveOptions& options) {
  const assay::sdk::ContentHash hash = hash_of(samples, options);
  const auto keep = [&](std::size_t step, const Grid& grid, const Regression& solution) {
    host.log(
        ASSAY_LOG_INFO,
        fmt::format("refinement {} of {}: {} grid points, {} iterations, residual {:.1e}", step,
                    options.refinements, grid.size(), solution.iterations, solution.residual));
    host.cache_store(key_of(hash, step), encode(grid, solution.surpluses));
  };
  return fit_adaptive(samples, options, keep,
                      load_latest(host, hash, samples.dimensions, options.refinements));
}

}  // namespace sparse_grid
