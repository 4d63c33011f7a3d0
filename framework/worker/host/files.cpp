// The cache on disk that the host keeps for plugins, and the places of their files.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <cstdlib>
#include <cstring>
#include <filesystem>

#include "framework/worker/host/functions.hpp"
#include "framework/worker/host/guarded.hpp"

namespace assay::host {
namespace {

namespace fs = std::filesystem;

// Keeps plugins' entries apart from the host's own (compiled kernels).
std::string cache_key(const char* key) {
  require(key != nullptr, "a cache key");
  return std::string("plugin/") + key;
}

std::string quoted(const std::vector<fs::path>& paths) {
  std::vector<std::string> texts;
  for (const fs::path& path : paths) texts.push_back(fmt::format("'{}'", path.string()));
  return fmt::format("{}", fmt::join(texts, " and "));
}

}  // namespace

assay_status cache_load(assay_context* context, const char* key, void** data, size_t* size) {
  return guarded(context, [&] {
    require(data != nullptr && size != nullptr, "the target of a cache entry");
    *data = nullptr;
    *size = 0;
    if (!context->resources().cache) return;
    const auto bytes = context->resources().cache->load(cache_key(key));
    if (!bytes) return;
    *data = std::malloc(std::max<std::size_t>(1, bytes->size()));
    if (*data == nullptr) throw std::bad_alloc();
    if (!bytes->empty()) std::memcpy(*data, bytes->data(), bytes->size());
    *size = bytes->size();
  });
}

void cache_release(assay_context*, void* data) { std::free(data); }

assay_status cache_store(assay_context* context, const char* key, const void* data, size_t size) {
  return guarded(context, [&] {
    require(data != nullptr || size == 0, "the data of a cache entry");
    if (!context->resources().cache) return;
    // A full disk costs time later and nothing now: it is no failure of the plugin.
    static_cast<void>(context->resources().cache->store(
        cache_key(key), {static_cast<const std::byte*>(data), size}));
  });
}

assay_status resolve_path(assay_context* context, const char* path, const char** resolved) {
  return guarded(context, [&] {
    require(path != nullptr && resolved != nullptr, "a path to resolve");
    const fs::path file(path);
    std::vector<fs::path> folders{context->resources().data_folder};
    if (fs::current_path() != folders.front()) folders.push_back(fs::current_path());
    std::error_code unreadable;
    for (const fs::path& folder : folders) {
      const fs::path candidate = folder / file;  // an absolute file stays as it is
      if (!fs::exists(candidate, unreadable)) continue;
      *resolved = context->keep_path(candidate.string());
      return;
    }
    throw device::DeviceError(
        ASSAY_DATA_ERROR, file.is_absolute()
                              ? fmt::format("no file '{}'", path)
                              : fmt::format("no file '{}' (looked in {})", path, quoted(folders)));
  });
}

}  // namespace assay::host
