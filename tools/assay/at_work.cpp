#include "tools/assay/at_work.hpp"

#include <fcntl.h>
#include <sys/file.h>
#include <unistd.h>

#include "framework/core/hash.hpp"
#include "framework/core/paths.hpp"

namespace assay::command {
namespace {

namespace fs = std::filesystem;

// The mark is in the cache folder rather than next to the store, whose folder may be on a network.
fs::path mark_of(const fs::path& store) {
  std::error_code ignored;
  const fs::path folder = cache_folder() / "at-work";
  fs::create_directories(folder, ignored);
  const fs::path whole = fs::weakly_canonical(fs::absolute(store), ignored);
  return folder / hash_hex(whole.empty() ? store.string() : whole.string());
}

}  // namespace

AtWork::AtWork(const fs::path& store)
    : descriptor_(open(mark_of(store).c_str(), O_CREAT | O_RDWR | O_CLOEXEC, 0600)) {
  if (descriptor_ < 0) return;
  beside_another_ = flock(descriptor_, LOCK_EX | LOCK_NB) != 0;
  flock(descriptor_, LOCK_SH | LOCK_NB);
}

AtWork::~AtWork() {
  if (descriptor_ >= 0) close(descriptor_);
}

}  // namespace assay::command
