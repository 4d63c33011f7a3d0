#include "framework/worker/host/copies.hpp"

#include <algorithm>
#include <utility>

namespace assay {
namespace {

// The most pieces of copies that are followed: each costs a launch to look at.
constexpr std::size_t most_ranges = 256;

bool overlap(const CopiedRange& a, const CopiedRange& b) {
  return a.owner == b.owner && a.offset < b.offset + b.bytes && b.offset < a.offset + a.bytes;
}

// Adds a range, or extends the last one if the two are adjacent both on the device and on the host.
void add(std::vector<CopiedRange>& ranges, const CopiedRange& range) {
  if (range.bytes == 0) return;
  if (!ranges.empty()) {
    CopiedRange& last = ranges.back();
    if (last.owner == range.owner && last.offset + last.bytes == range.offset &&
        last.host + last.bytes == range.host) {
      last.bytes += range.bytes;
      return;
    }
  }
  ranges.push_back(range);
}

}  // namespace

bool Copies::is_input(const CopiedRange& range) const {
  return range.host != nullptr && std::ranges::any_of(inputs_, [&](Bytes input) {
           return range.host >= input.data() &&
                  range.host + range.bytes <= input.data() + input.size();
         });
}

void Copies::written(const CopiedRange& range, bool in_repetition) {
  only_downloads_ = false;
  std::erase_if(uploads_, [&](const CopiedRange& known) { return overlap(known, range); });
  if (in_repetition || !is_input(range)) return;
  add(uploads_, range);
  if (uploads_.size() > most_ranges) {
    uploads_.clear();
    inputs_.clear();
  }
}

void Copies::begin_downloads(Downloads downloads) {
  downloads_.clear();
  only_downloads_ = true;
  only_noted_ = downloads == Downloads::noted;
}

std::optional<std::vector<CopiedRange>> Copies::end_downloads() {
  const bool only = std::exchange(only_downloads_, false);
  only_noted_ = false;
  auto downloads = std::exchange(downloads_, {});
  if (!only || downloads.size() > most_ranges) return std::nullopt;
  return downloads;
}

void Copies::read(const CopiedRange& range) {
  if (only_downloads_) add(downloads_, range);
}

void Copies::destroyed(const assay_buffer& buffer) {
  const auto is_there = [&](const CopiedRange& range) { return range.owner == &buffer; };
  std::erase_if(uploads_, is_there);
  if (std::ranges::any_of(outputs_, is_there)) outputs_.clear();
}

}  // namespace assay
