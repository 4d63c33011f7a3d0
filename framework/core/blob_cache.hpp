#pragma once

#include <cstddef>
#include <filesystem>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

namespace assay {

// A cache of byte blobs on disk: compiled kernels, prepared instances. The key names everything the
// content depends on (any length, any bytes).
//
// Safe under concurrent processes: an entry is written to a temporary file and renamed, so that
// readers see a whole entry or none. Nothing that happens on disk is an error to the caller,
// because a cache may always miss: damaged, truncated and foreign files count as absent and are
// replaced by the next store.
class BlobCache {
 public:
  // The folder is created by the first store.
  explicit BlobCache(std::filesystem::path folder) : folder_(std::move(folder)) {}

  [[nodiscard]] std::optional<std::vector<std::byte>> load(std::string_view key) const;
  // Returns false if the content could not be stored (folder not writable, disk full); an earlier
  // entry of the key then remains.
  bool store(std::string_view key, std::span<const std::byte> content) const;

  // The path of a key's entry, whether or not the entry exists.
  [[nodiscard]] std::filesystem::path entry_path(std::string_view key) const;

 private:
  std::filesystem::path folder_;
};

}  // namespace assay
