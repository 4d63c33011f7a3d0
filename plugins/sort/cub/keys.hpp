// What the vendor's sorts take for keys: ranks in the declared order, or the floats themselves.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>

#include "assay/plugin.hpp"

namespace sorting::cub_peers {

// "keys".
assay::sdk::Parameter keys_parameter();
// Leaves floats out of instances that are known to hold what require_plain refuses.
assay::sdk::Constraint keys_constraint();

// Throws ASSAY_UNSUPPORTED where CUB's order of floats is not the declared one: it takes zeros of
// either sign as equal, and puts NaNs elsewhere. So that nothing wrong is ever sorted, -0 and NaN
// are refused wherever they stand.
void require_plain(std::span<const float> keys);

// A variant's trial for the task's kinds of keys and payloads: Trial<Key, Payload>.
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
