#include "framework/worker/trial_outputs.hpp"

#include <algorithm>
#include <cstring>
#include <utility>

#include "assay/cache_line.hpp"
#include "framework/core/digest.hpp"
#include "framework/worker/plugins.hpp"
#include "framework/worker/tensor.hpp"
#include "framework/worker/trial_failure.hpp"

namespace assay {
namespace {

// The most digests that are kept of a trial.
constexpr std::size_t most_known = 256;

// The number of fills in a place on a device that computes on the host's cores: each costs a
// command.
constexpr std::size_t fills_in_host = 16;

}  // namespace

TrialOutputs::TrialOutputs(Instance& instance, const TrialTensors& tensors, assay_context& context,
                           const LoadedVariant& variant)
    : instance_(instance),
      precision_(tensors.precision()),
      context_(context),
      variant_(*variant.plugin),
      outputs_(instance.take_memory(tensors.outputs())),
      are_copies_(variant.promises_copies()),
      are_located_(!are_copies_),
      draw_(drawn_seed()),
      seed_(instance.passed().seed() ^ tensors.seed()) {
  if (!are_copies_) prepare_host_memory();
}

TrialOutputs::~TrialOutputs() { instance_.give_back(std::move(outputs_)); }

// Its guard zones may have been damaged by an earlier trial.
void TrialOutputs::prepare_host_memory() {
  if (!std::exchange(uses_host_memory_, true)) outputs_->renew_guards();
}

std::string TrialOutputs::damage() {
  std::string damage = uses_host_memory_ ? outputs_->damage() : "";
  return damage.empty() ? context_.buffer_damage() : damage;
}

void TrialOutputs::renew_guards() {
  if (uses_host_memory_) outputs_->renew_guards();
  context_.renew_guards();
}

void TrialOutputs::poison(std::uint8_t byte) {
  poison_ = byte;
  are_on_host_ = false;
  if (!are_located_) return;
  for (const CopiedRange& place : context_.copies().outputs()) fill(place, 0, place.bytes);
  context_.finish();
  if (are_copies_ && are_on_devices()) return;
  prepare_host_memory();
  outputs_->poison(byte);
}

// What lies between the members of structs keeps what it was overwritten with, and is part of
// digests: a byte that stays the same lets these tell known outputs again.
void TrialOutputs::poison_lightly() {
  are_on_host_ = false;
  const bool have_gaps = !instance_.record().members.empty();
  poison_ = static_cast<std::uint8_t>(have_gaps ? seed_ : draw_.below(256));
  if (are_on_devices()) {
    for (const CopiedRange& place : compared_places()) poison_places_of(place);
    context_.finish();
    return;
  }
  for (const Bytes memory : compared_) {
    fill_places({const_cast<std::byte*>(memory.data()), memory.size()}, poison_, draw_);
  }
}

// The places on devices that hold what is compared: parts of those where outputs lie.
std::vector<CopiedRange> TrialOutputs::compared_places() const {
  std::vector<CopiedRange> places;
  for (const CopiedRange& place : context_.copies().outputs()) {
    for (const Bytes memory : compared_) {
      const std::byte* first = std::max(place.host, memory.data());
      const std::byte* last = std::min(place.host + place.bytes, memory.data() + memory.size());
      if (first >= last) continue;
      CopiedRange part = place;
      part.host = first;
      part.offset += static_cast<std::size_t>(first - place.host);
      part.bytes = static_cast<std::size_t>(last - first);
      places.push_back(part);
    }
  }
  return places;
}

void TrialOutputs::fill(const CopiedRange& place, std::size_t offset, std::size_t bytes) const {
  place.device->fill(nullptr, *place.buffer, place.offset + offset, bytes, &poison_, 1);
}

void TrialOutputs::poison_places_of(const CopiedRange& place) {
  if (!place.device->description().on_host_cores || place.buffer->is_image()) {
    return fill(place, 0, place.bytes);
  }
  for (std::size_t k = 0; k < fills_in_host; ++k) {
    const std::size_t offset = draw_.below(place.bytes);
    fill(place, offset, std::min(sdk::cache_line, place.bytes - offset));
  }
}

TrialOutputs::Found TrialOutputs::look(assay_trial* trial) {
  if (are_on_devices() && known_.contains(digest_of_outputs())) return Found::known;
  if (const auto found = judge_on_devices()) return *found;
  fetch(trial);
  return known_.contains(digest_of_outputs()) ? Found::known : judge();
}

TrialOutputs::Found TrialOutputs::compare(assay_trial* trial) {
  if (const auto found = judge_on_devices()) return *found;
  fetch(trial);
  return judge();
}

// Bits that passed before are looked at where they lie, and new ones as well once the variant was
// seen to hand over what lies there.
std::optional<TrialOutputs::Found> TrialOutputs::judge_on_devices() {
  if (!are_copies_ || !are_on_devices()) return std::nullopt;
  if (passed_before()) return Found::seen;
  if (!instance_.is_copying(variant_)) return std::nullopt;
  auto verdict = instance_.verify_on_devices(tensors(), context_.copies().outputs(), precision_);
  if (!verdict) return std::nullopt;
  verdict_ = *std::move(verdict);
  remember_passed();
  return Found::right;
}

void TrialOutputs::write(assay_trial* trial, const std::filesystem::path& folder) {
  if (!are_on_host_) fetch(trial);
  outputs_->write(folder);
}

std::optional<std::vector<CopiedRange>> TrialOutputs::download(assay_trial* trial, Downloads how) {
  Copies& copies = context_.copies();
  copies.begin_downloads(how);
  if (variant_.outputs != nullptr) require_ok(context_, variant_.outputs(trial), "outputs");
  context_.finish();
  return copies.end_downloads();
}

void TrialOutputs::locate(assay_trial* trial) {
  if (!are_copies_) return;
  auto places = download(trial, Downloads::noted);
  if (places && cover_outputs(*places)) context_.copies().keep_outputs(*std::move(places));
  are_located_ = true;
  poison(poison_);
}

void TrialOutputs::fetch(assay_trial* trial) {
  prepare_host_memory();
  learn_places(download(trial, Downloads::done));
  are_on_host_ = true;
}

bool TrialOutputs::passed_before() {
  PassedOutputs& passed = instance_.passed();
  if (passed.empty()) return false;
  if (compared_.empty()) compared_ = instance_.compared_memory(tensors());
  if (compared_.empty()) return false;
  const std::uint64_t digest = digest_of_outputs();
  const Verification* verdict = passed.find(digest);
  if (verdict == nullptr) return false;
  verdict_ = *verdict;
  remember(digest);
  return true;
}

TrialOutputs::Found TrialOutputs::judge() {
  if (passed_before()) return Found::seen;
  verdict_ = instance_.verify(tensors(), poison_, precision_);
  if (verdict_.status != TrialStatus::ok) return Found::wrong;
  remember_passed();
  return Found::right;
}

void TrialOutputs::remember_passed() {
  if (compared_.empty()) compared_ = instance_.compared_memory(tensors());
  if (compared_.empty()) return;  // there are no outputs, only the problem's own check
  const std::uint64_t digest = digest_of_outputs();
  remember(digest);
  instance_.passed().add(digest, verdict_);
}

void TrialOutputs::remember(std::uint64_t digest) {
  if (known_.size() >= most_known) known_.clear();
  known_.insert(digest);
}

// Outputs that the variant only copies are looked at where they were copied from, unless the host
// worked on them afterwards: then their bits there are not those that were read.
void TrialOutputs::learn_places(std::optional<std::vector<CopiedRange>> downloads) {
  Copies& copies = context_.copies();
  copies.keep_outputs({});
  if (!downloads || !cover_outputs(*downloads)) return;
  const bool as_copied = std::ranges::all_of(*downloads, [&](const CopiedRange& place) {
    return place.device->digest(*place.buffer, place.offset, place.bytes, seed_) ==
           digest({place.host, place.bytes}, seed_);
  });
  if (!as_copied) return;
  copies.keep_outputs(*std::move(downloads));
  if (are_copies_) instance_.add_copying(variant_);
}

// Whether each byte of each output was read once, and nothing else was.
bool TrialOutputs::cover_outputs(const std::vector<CopiedRange>& ranges) const {
  std::vector<std::pair<const std::byte*, std::size_t>> pieces;
  for (const CopiedRange& range : ranges) pieces.emplace_back(range.host, range.bytes);
  std::ranges::sort(pieces);
  auto piece = pieces.begin();
  std::vector<std::pair<const std::byte*, std::size_t>> wanted;
  for (const assay_tensor& tensor : outputs_->tensors()) {
    wanted.emplace_back(memory_of(tensor).data(), memory_of(tensor).size());
  }
  std::ranges::sort(wanted);
  for (const auto& [data, bytes] : wanted) {
    std::size_t covered = 0;
    while (covered < bytes) {
      if (piece == pieces.end() || piece->first != data + covered) return false;
      covered += piece->second;
      ++piece;
    }
    if (covered != bytes) return false;
  }
  return piece == pieces.end() && !pieces.empty();
}

// Taken where the outputs are.
std::uint64_t TrialOutputs::digest_of_outputs() const {
  std::uint64_t sum = 0;
  std::uint64_t seed = seed_;
  if (are_on_devices()) {
    for (const CopiedRange& place : compared_places()) {
      sum += place.device->digest(*place.buffer, place.offset, place.bytes, seed++);
    }
  } else {
    for (const Bytes memory : compared_) sum += digest(memory, seed++);
  }
  return sum;
}

}  // namespace assay
