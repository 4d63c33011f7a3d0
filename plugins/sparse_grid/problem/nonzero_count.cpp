#include "sparse_grid/problem/nonzero_count.hpp"

#include <cstring>
#include <optional>
#include <string>

#include "sparse_grid/problem/grid_hash.hpp"
#include "sparse_grid/problem/reference.hpp"

namespace sparse_grid {
namespace {

// To be increased whenever the definition of the count changes.
constexpr int counting_version = 1;

template <class T>
std::string key_of(const Grid& grid, std::span<const T> data) {
  assay::sdk::ContentHash hash;
  hash.add(counting_version);
  add_grid(hash, grid);
  hash.add_all(data);
  return "sparse-grid-nonzero-" + hash.text();
}

}  // namespace

template <class T>
std::uint64_t cached_nonzero_count(const assay::sdk::Host& host, const Grid& grid,
                                   std::span<const T> data) {
  const std::string key = key_of(grid, data);
  const std::uint64_t pairs = data.size() / grid.dimensions() * grid.size();
  const auto decode = [&](std::span<const std::byte> bytes) -> std::optional<std::uint64_t> {
    std::uint64_t count = 0;
    if (bytes.size() != sizeof(count)) return std::nullopt;
    std::memcpy(&count, bytes.data(), sizeof(count));
    return count <= pairs ? std::optional(count) : std::nullopt;
  };
  return assay::sdk::cached(
      host, key, 0, [&] { return Reference(grid).count_nonzero(data); },
      [](const std::uint64_t& count) { return std::as_bytes(std::span(&count, 1)); }, decode);
}
template std::uint64_t cached_nonzero_count(const assay::sdk::Host&, const Grid&,
                                            std::span<const float>);
template std::uint64_t cached_nonzero_count(const assay::sdk::Host&, const Grid&,
                                            std::span<const double>);

}  // namespace sparse_grid
