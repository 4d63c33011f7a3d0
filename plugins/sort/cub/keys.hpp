// The keys of the vendor's sorts: ranks in the declared order, or the floats themselves.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>

#include "assay/plugin.hpp"

namespace sorting::cub_peers {

// The parameter "keys".
assay::sdk::Parameter keys_parameter();
// Excludes float keys for instances that are known to contain what require_plain refuses.
assay::sdk::Constraint keys_constraint();

// Throws ASSAY_UNSUPPORTED for keys on which CUB's order of floats differs from the declared one:
// CUB treats zeros of either sign as equal, and places NaNs elsewhere. -0 and NaN are refused at
// any place, so that nothing is ever sorted wrongly.
void require_plain(std::span<const float> keys);

// Creates a variant's trial for the task's kinds of keys and payloads: Trial<Key, Payload>.
template <template <class, class> class Trial>
std::unique_ptr<assay::sdk::Trial> prepare_for(const assay::sdk::Task& task) {
  const bool is_wide = task.input("payloads").element == ASSAY_U64;
  if (task.configuration().text("keys") == "float") {
    require_plain(assay::sdk::elements<const float>(task.input("keys")));
    if (is_wide) return std::make_unique<Trial<float, std::uint64_t>>(task);
    return std::make_unique<Trial<float, std::uint32_t>>(task);
  }
  if (is_wide) return std::make_unique<Trial<std::uint32_t, std::uint64_t>>(task);
  return std::make_unique<Trial<std::uint32_t, std::uint32_t>>(task);
}

}  // namespace sorting::cub_peers
