#include "sparse_grid/problem/reference_cache.hpp"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "sparse_grid/problem/grid_hash.hpp"

namespace sparse_grid {
namespace {

// To be increased whenever the format of entries or the computation changes.
constexpr std::uint64_t reference_version = 2;

// The beginning of an entry; the values follow.
struct ReferenceHeader {
  std::uint64_t most_terms;
  double magnitude;
  double slack;
};

std::string reference_key(Product product, const Grid& grid, std::span<const double> data,
                          std::span<const double> coefficients) {
  assay::sdk::ContentHash hash;
  hash.add(reference_version);
  hash.add(static_cast<int>(product));
  add_grid(hash, grid);
  hash.add_all(data);
  hash.add_all(coefficients);
  return "sparse-grid-reference-" + hash.text();
}

std::vector<std::byte> encode_reference(const ReferenceResult& result) {
  const ReferenceHeader header{result.most_terms, result.magnitude, result.slack};
  const auto values = std::as_bytes(std::span(result.values));
  std::vector<std::byte> bytes(sizeof(header) + values.size());
  std::memcpy(bytes.data(), &header, sizeof(header));
  std::ranges::copy(values, bytes.begin() + sizeof(header));
  return bytes;
}

std::optional<ReferenceResult> decode_reference(std::span<const std::byte> bytes,
                                                std::size_t count) {
  ReferenceHeader header{};
  if (bytes.size() != sizeof(header) + count * sizeof(double)) return std::nullopt;
  std::memcpy(&header, bytes.data(), sizeof(header));
  ReferenceResult result{std::vector<double>(count), header.most_terms, header.magnitude,
                         header.slack};
  std::memcpy(result.values.data(), bytes.data() + sizeof(header), count * sizeof(double));
  const auto finite = [](double x) { return std::isfinite(x); };
  const bool sound = finite(header.magnitude) && finite(header.slack) &&
                     std::ranges::all_of(result.values, finite);
  return sound ? std::optional(std::move(result)) : std::nullopt;
}

ReferenceResult compute_product(Product product, const Grid& grid, std::span<const double> data,
                                std::span<const double> coefficients) {
  const Reference reference(grid);
  return product == Product::multi_eval ? reference.multi_eval(data, coefficients)
                                        : reference.multi_eval_transposed(data, coefficients);
}

}  // namespace

ReferenceResult cached_product(const assay::sdk::Host& host, Product product, const Grid& grid,
                               std::span<const double> data, std::span<const double> coefficients,
                               double worth_seconds) {
  const std::string key = reference_key(product, grid, data, coefficients);
  const std::size_t count =
      product == Product::multi_eval ? data.size() / grid.dimensions() : grid.size();
  return assay::sdk::cached(
      host, key, worth_seconds, [&] { return compute_product(product, grid, data, coefficients); },
      encode_reference,
      [&](std::span<const std::byte> bytes) { return decode_reference(bytes, count); });
}

}  // namespace sparse_grid
