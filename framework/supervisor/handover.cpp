#include "framework/supervisor/handover.hpp"

#include <algorithm>
#include <utility>

#include "framework/core/error.hpp"
#include "framework/protocol/shared_memory.hpp"
#include "framework/supervisor/client.hpp"
#include "framework/supervisor/limits.hpp"

namespace assay {
namespace {

// Each snapshot takes a file descriptor, of which a process has a thousand or so.
constexpr std::size_t most_snapshots = 64;

std::string text_of(const InstanceKey& instance) {
  return instance.problem + canonical_text(instance.arguments);
}

}  // namespace

std::vector<SnapshotOffer> Handover::offers(const InstanceKey& instance) {
  const std::lock_guard lock(mutex_);
  const std::string text = text_of(instance);
  const auto others = std::stable_partition(
      kept_.begin(), kept_.end(), [&](const Kept& kept) { return kept.instance == text; });
  std::vector<SnapshotOffer> offers;
  for (auto kept = kept_.begin(); kept != others; ++kept) {
    offers.push_back({kept->key, path_of(kept->memory)});
  }
  return offers;
}

void Handover::keep(const InstanceKey& instance, const SnapshotOffer& made) {
  const std::lock_guard lock(mutex_);
  const std::string text = text_of(instance);
  const bool known = std::ranges::any_of(
      kept_, [&](const Kept& kept) { return kept.instance == text && kept.key == made.key; });
  if (known) return;  // two workers created it at once
  try {
    kept_.push_front({text, made.key, open_sealed(made.path)});
  } catch (const Error&) {
    return;  // the worker's files are not visible here: it runs in a container, as another user
  }
  make_room();
}

std::optional<std::vector<std::string>> Handover::plugins_for(const std::string& what) {
  const std::lock_guard lock(mutex_);
  const auto known = plugins_.find(what);
  return known == plugins_.end() ? std::nullopt : std::optional(known->second);
}

void Handover::keep_plugins(const std::string& what, std::vector<std::string> files) {
  const std::lock_guard lock(mutex_);
  plugins_[what] = std::move(files);
}

void Handover::make_room() {
  const std::uint64_t most = host_memory() / 4;
  std::uint64_t taken = 0;
  std::size_t count = 0;
  const auto first_without_room = std::ranges::find_if(kept_, [&](const Kept& kept) {
    taken += size_of(kept.memory);
    return ++count > 1 && (taken > most || count > most_snapshots);
  });
  kept_.erase(first_without_room, kept_.end());
}

}  // namespace assay
