#include "framework/core/blob_cache.hpp"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <chrono>
#include <cstdint>
#include <cstring>
#include <string>

#include "framework/core/hash.hpp"

namespace assay {
namespace {

namespace fs = std::filesystem;

// The header of an entry; key and content follow it. The checksum covers key, content and both
// sizes, so that an entry moved to another key's place, or two keys of one file name, are told
// apart.
struct Header {
  std::array<char, 8> magic = {'a', 's', 's', 'a', 'y', 'b', 'l', 'b'};
  std::uint32_t version = 1;
  std::uint32_t reserved = 0;
  std::uint64_t key_size = 0;
  std::uint64_t content_size = 0;
  std::uint64_t checksum = 0;
};
static_assert(sizeof(Header) == 40, "written to disk as it lies in memory: no padding");

Header header_of(std::string_view key, std::span<const std::byte> content) {
  Header header;
  header.key_size = key.size();
  header.content_size = content.size();
  header.checksum =
      Hasher().text(key).number(content.size()).bytes(content.data(), content.size()).value();
  return header;
}

// A file descriptor that is closed with the object; -1 if opening failed.
class File {
 public:
  explicit File(int descriptor) : descriptor_(descriptor) {}
  File(const File&) = delete;
  File& operator=(const File&) = delete;
  ~File() { close(); }

  [[nodiscard]] bool is_open() const { return descriptor_ >= 0; }

  [[nodiscard]] std::optional<std::uint64_t> size() const {
    struct stat status {};
    if (::fstat(descriptor_, &status) != 0 || !S_ISREG(status.st_mode)) return std::nullopt;
    return static_cast<std::uint64_t>(status.st_size);
  }

  bool read(void* target, std::size_t size) {
    return transfer(static_cast<char*>(target), size,
                    [this](char* at, std::size_t n) { return ::read(descriptor_, at, n); });
  }

  bool write(const void* source, std::size_t size) {
    return transfer(static_cast<const char*>(source), size,
                    [this](const char* at, std::size_t n) { return ::write(descriptor_, at, n); });
  }

  // Returns false if the system reports a delayed failure of an earlier write.
  bool close() {
    const bool closed = descriptor_ < 0 || ::close(descriptor_) == 0;
    descriptor_ = -1;
    return closed;
  }

 private:
  template <class Char, class Call>
  static bool transfer(Char* at, std::size_t size, Call call) {
    while (size > 0) {
      const ssize_t done = call(at, size);
      if (done < 0 && errno == EINTR) continue;
      if (done <= 0) return false;
      at += done;
      size -= static_cast<std::size_t>(done);
    }
    return true;
  }

  int descriptor_;
};

// Removes the temporary files of writers that were killed; an hour is longer than any writer takes.
void remove_leftovers(const fs::path& folder) {
  const auto limit = fs::file_time_type::clock::now() - std::chrono::hours(1);
  std::error_code error;
  for (fs::directory_iterator at(folder, error), end; !error && at != end; at.increment(error)) {
    std::error_code ignored;
    const bool aside = at->path().extension() == ".tmp";
    if (aside && at->last_write_time(ignored) < limit && !ignored) fs::remove(at->path(), ignored);
  }
}

}  // namespace

fs::path BlobCache::entry_path(std::string_view key) const {
  const std::string name = hash_hex(key);
  return folder_ / name.substr(0, 2) / name;
}

std::optional<std::vector<std::byte>> BlobCache::load(std::string_view key) const {
  File file(::open(entry_path(key).c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK));
  if (!file.is_open()) return std::nullopt;
  const auto size = file.size();
  Header found;
  if (!size || *size < sizeof found + key.size() || !file.read(&found, sizeof found)) {
    return std::nullopt;
  }
  // The file's true size decides what is allocated, never a size a damaged header claims.
  std::string found_key(key.size(), '\0');
  std::vector<std::byte> content(*size - sizeof found - key.size());
  if (!file.read(found_key.data(), found_key.size()) ||
      !file.read(content.data(), content.size()) || found_key != key) {
    return std::nullopt;
  }
  const Header right = header_of(key, content);
  if (std::memcmp(&found, &right, sizeof found) != 0) return std::nullopt;
  return content;
}

bool BlobCache::store(std::string_view key, std::span<const std::byte> content) const {
  const fs::path entry = entry_path(key);
  std::error_code error;
  fs::create_directories(entry.parent_path(), error);
  if (error) return false;
  remove_leftovers(entry.parent_path());

  std::string aside = entry.string() + ".XXXXXX.tmp";
  File file(::mkostemps(aside.data(), 4, O_CLOEXEC));
  if (!file.is_open()) return false;
  const Header header = header_of(key, content);
  const bool written = file.write(&header, sizeof header) && file.write(key.data(), key.size()) &&
                       file.write(content.data(), content.size());
  // No fsync: after a power cut the checksum turns a half-written entry into a miss.
  if (written && file.close() && ::rename(aside.c_str(), entry.c_str()) == 0) return true;
  ::unlink(aside.c_str());
  return false;
}

}  // namespace assay
