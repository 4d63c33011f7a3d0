#include "tests/framework/faults/disk/unsynced.hpp"

#include <algorithm>
#include <fstream>
#include <iterator>

namespace assay::test {
namespace {

constexpr std::uint64_t sector = 512;

std::string bytes_on_disk(const std::string& file) {
  std::string bytes(std::filesystem::file_size(file), '\0');
  std::ifstream(file, std::ios::binary).read(bytes.data(), std::ssize(bytes));
  return bytes;
}

void put(std::string& bytes, std::uint64_t offset, std::string_view written) {
  if (bytes.size() < offset + written.size()) bytes.resize(offset + written.size(), '\0');
  bytes.replace(offset, written.size(), written);
}

}  // namespace

void Unsynced::opened(const std::string& file, bool was_there) {
  const auto [at, fresh] = files_.try_emplace(file);
  File& found = at->second;
  if (fresh && was_there) {
    found.durable = bytes_on_disk(file);
    found.listed = true;
  }
  // A new file with the name of a deleted one replaces it.
  if (found.deleted) found.changes = {{0, "", true}};
  found.deleted = false;
}

void Unsynced::written(const std::string& file, std::uint64_t offset, std::string_view bytes) {
  files_[file].changes.push_back({offset, std::string(bytes), false});
}

void Unsynced::truncated(const std::string& file, std::uint64_t size) {
  files_[file].changes.push_back({size, "", true});
}

void Unsynced::synced(const std::string& file, bool folder_too) {
  File& found = files_[file];
  for (const Change& change : found.changes) apply(change, found.durable);
  found.changes.clear();
  found.listed = true;
  if (folder_too) folder_synced();
}

void Unsynced::deleted(const std::string& file, bool synced_too) {
  files_[file].deleted = true;
  if (synced_too) folder_synced();
}

void Unsynced::folder_synced() {
  std::erase_if(files_, [](const auto& entry) { return entry.second.deleted; });
  for (auto& [_, file] : files_) file.listed = true;
}

void Unsynced::apply(const Change& change, std::string& bytes) {
  if (change.truncates) {
    bytes.resize(change.offset, '\0');
  } else {
    put(bytes, change.offset, change.bytes);
  }
}

void Unsynced::apply_torn(const Change& change, std::string& bytes, std::mt19937_64& random) {
  for (std::uint64_t at = 0; at < change.bytes.size();) {
    const std::uint64_t place = change.offset + at;
    const std::uint64_t length =
        std::min<std::uint64_t>(sector - place % sector, change.bytes.size() - at);
    if (random() % 2 == 0) put(bytes, place, std::string_view(change.bytes).substr(at, length));
    at += length;
  }
}

void Unsynced::lose(std::uint64_t seed) {
  std::mt19937_64 random(seed);
  for (auto& [name, file] : files_) {
    const bool there = (file.listed || random() % 2 == 0) && !(file.deleted && random() % 2 == 0);
    for (const Change& change : file.changes) {
      const auto fate = random() % 3;
      if (fate == 0) continue;
      if (fate == 1 || change.truncates) {
        apply(change, file.durable);
      } else {
        apply_torn(change, file.durable, random);
      }
    }
    std::filesystem::remove(name);
    if (there) std::ofstream(name, std::ios::binary) << file.durable;
    std::filesystem::remove(name + "-shm");  // memory, which a power loss clears
  }
  forget();
}

}  // namespace assay::test
