#include "sparse_grid/problem/nonzero_count.hpp"

#include <cstring>
#include <string>

#include "sparse_grid/problem/content_hash.hpp"
#include "sparse_grid/problem/reference.hpp"

namespace sparse_grid {
namespace {

template <class T>
std::string key_of(const Grid& grid, std::span<const T> data) {
  ContentHash hash;
  hash.add(grid);
  hash.add_all(data);
  return "sparse-grid-nonzero-" + hash.text();
}

}  // namespace

template <class T>
std::uint64_t cached_nonzero_count(const assay::sdk::Host& host, const Grid& grid,
                                   std::span<const T> data) {
  const std::string key = key_of(grid, data);
  const std::uint64_t pairs = data.size() / grid.dimensions() * grid.size();
  std::uint64_t count = 0;
  if (const auto bytes = host.cache_load(key); bytes && bytes->size() == sizeof(count)) {
    std::memcpy(&count, bytes->data(), sizeof(count));
    if (count <= pairs) return count;
  }
  count = Reference(grid).count_nonzero(data);
  host.cache_store(key, std::as_bytes(std::span(&count, 1)));
  return count;
}
template std::uint64_t cached_nonzero_count(const assay::sdk::Host&, const Grid&,
                                            std::span<const float>);
template std::uint64_t cached_nonzero_count(const assay::sdk::Host&, const Grid&,
                                            std::span<const double>);

}  // namespace sparse_grid
