#include "framework/protocol/shared_memory.hpp"

#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdint>
#include <cstring>
#include <utility>
#include <vector>

#include "assay/sizes.hpp"
#include "framework/core/error.hpp"
#include "framework/core/shares.hpp"
#include "framework/protocol/spare_memory.hpp"

// Advice of Linux 5.14 and 6.1, which older headers lack and older kernels refuse: it is optional.
#ifndef MADV_POPULATE_READ
#define MADV_POPULATE_READ 22
#endif
#ifndef MADV_COLLAPSE
#define MADV_COLLAPSE 25
#endif

namespace assay {
namespace {

constexpr std::size_t huge_page = std::size_t{2} << 20;
constexpr int size_seals = F_SEAL_GROW | F_SEAL_SHRINK | F_SEAL_SEAL;
constexpr int all_seals = F_SEAL_WRITE | size_seals;

[[noreturn]] void refuse_memory(const char* what, std::size_t bytes) {
  throw environment_error("cannot {} {} bytes of shared memory: {}", what, bytes,
                          std::strerror(errno));
}

std::size_t page_size() { return static_cast<std::size_t>(sysconf(_SC_PAGESIZE)); }

// Maps the memory. A huge page can be mapped only where file offset and address agree in their
// position within one.
Mapping map(const Descriptor& memory, std::size_t bytes, int protection, int sharing) {
  if (bytes == 0) return {};
  const std::size_t unit = bytes >= huge_page ? huge_page : page_size();
  const std::size_t reserved_size = sdk::rounded_up(bytes, page_size()) + unit;
  void* reserved =
      mmap(nullptr, reserved_size, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (reserved == MAP_FAILED) refuse_memory("reserve addresses for", bytes);
  const auto first = reinterpret_cast<std::uintptr_t>(reserved);
  const std::uintptr_t start = sdk::rounded_up(first, unit);
  const std::uintptr_t end = start + sdk::rounded_up(bytes, page_size());
  // Only the part of the reservation that lies under the mapping stays.
  if (start > first) munmap(reserved, start - first);
  if (first + reserved_size > end) {
    munmap(reinterpret_cast<void*>(end), first + reserved_size - end);
  }
  auto* at = reinterpret_cast<std::byte*>(start);
  if (mmap(at, bytes, protection, sharing | MAP_FIXED, memory.get(), 0) == MAP_FAILED) {
    const int reason = errno;
    munmap(at, bytes);
    errno = reason;
    refuse_memory("map", bytes);
  }
  return {at, bytes};
}

// Asks for huge pages before the memory is filled, since later all of it would have to be copied
// once more. A range without any page is not turned into a huge page, hence the writes. They are
// made by one thread, as the node of memory where each page then stays follows from them. Clearing
// the pages takes most of the time, 2 s for a gigabyte that a virtual machine's host has yet to
// find, so all cores share it. Each of them asks only once, since each time the kernel waits for
// every core. Where there are no huge pages, small ones do.
void ask_for_huge_pages(const Mapping& memory) {
  constexpr std::size_t fewest = 8;
  const std::size_t pages = memory.size() / huge_page;
  for (std::size_t page = 0; page < pages; ++page) {
    *static_cast<volatile std::byte*>(memory.data() + page * huge_page) = std::byte{0};
  }
  if (pages == 0) return;
  do_in_shares(pages, fewest, [&](std::size_t first, std::size_t last) {
    static_cast<void>(
        madvise(memory.data() + first * huge_page, (last - first) * huge_page, MADV_COLLAPSE));
  });
}

Descriptor create(std::size_t bytes) {
  // Memory of this kind is limited only by the machine's, where the kernel's out-of-memory killer
  // steps in: half of what is free leaves room for what the trials will take.
  if (bytes > spare_memory() / 2) {
    errno = ENOMEM;
    refuse_memory("create", bytes);
  }
  Descriptor memory(memfd_create("assay-instance", MFD_CLOEXEC | MFD_ALLOW_SEALING));
  if (memory.get() < 0 || ftruncate(memory.get(), static_cast<off_t>(bytes)) != 0) {
    refuse_memory("create", bytes);
  }
  return memory;
}

Descriptor open_memory(const std::string& path, int access) {
  Descriptor memory(open(path.c_str(), access | O_CLOEXEC | O_NONBLOCK));
  if (memory.get() < 0) {
    throw environment_error("cannot open the shared memory {}: {}", path, std::strerror(errno));
  }
  return memory;
}

// The kernel's information about pages, if this process may ask for it at all.
class Pagemap {
 public:
  Pagemap() : file_(open("/proc/self/pagemap", O_RDONLY | O_CLOEXEC)) {}

  // Reads the entries of the pages that begin at an address; false if the kernel reports nothing.
  bool read(const std::byte* address, std::span<std::uint64_t> entries) const {
    const auto first = reinterpret_cast<std::uintptr_t>(address) / page_size();
    const auto bytes = static_cast<ssize_t>(entries.size_bytes());
    return pread(file_.get(), entries.data(), entries.size_bytes(),
                 static_cast<off_t>(first * sizeof(std::uint64_t))) == bytes;
  }
  // Whether a write has made the page this process's own, so that it is not the file's page any
  // more.
  static bool is_own(std::uint64_t entry) {
    constexpr std::uint64_t present_or_swapped = std::uint64_t{3} << 62;
    constexpr std::uint64_t of_a_file = std::uint64_t{1} << 61;
    return (entry & present_or_swapped) != 0 && (entry & of_a_file) == 0;
  }

 private:
  Descriptor file_;
};

}  // namespace

Mapping::~Mapping() {
  if (data_ != nullptr) munmap(data_, size_);
}

Mapping::Mapping(Mapping&& other) noexcept
    : data_(std::exchange(other.data_, nullptr)), size_(std::exchange(other.size_, 0)) {}

Mapping& Mapping::operator=(Mapping&& other) noexcept {
  std::swap(data_, other.data_);
  std::swap(size_, other.size_);
  return *this;
}

Descriptor create_sealed(std::size_t bytes, const std::function<void(std::byte*)>& fill) {
  Descriptor memory = create(bytes);
  {
    const Mapping written = map(memory, bytes, PROT_READ | PROT_WRITE, MAP_SHARED);
    ask_for_huge_pages(written);
    fill(written.data());
  }
  if (fcntl(memory.get(), F_ADD_SEALS, all_seals) != 0) refuse_memory("seal", bytes);
  return memory;
}

std::string path_of(const Descriptor& memory) {
  return fmt::format("/proc/{}/fd/{}", getpid(), memory.get());
}

Descriptor create_shared(std::size_t bytes) {
  Descriptor memory = create(bytes);
  if (fcntl(memory.get(), F_ADD_SEALS, size_seals) != 0) refuse_memory("seal", bytes);
  return memory;
}

Descriptor open_shared(const std::string& path, std::size_t bytes) {
  Descriptor memory = open_memory(path, O_RDWR);
  if (fcntl(memory.get(), F_GET_SEALS) != size_seals || size_of(memory) != bytes) {
    throw environment_error("{} is not shared memory of assay with {} bytes", path, bytes);
  }
  return memory;
}

Mapping map_shared(const Descriptor& memory) {
  return map(memory, size_of(memory), PROT_READ | PROT_WRITE, MAP_SHARED);
}

Descriptor open_sealed(const std::string& path) {
  Descriptor memory = open_memory(path, O_RDONLY);
  // In a process of another namespace, the number in a path may mean another file.
  if (fcntl(memory.get(), F_GET_SEALS) != all_seals) {
    throw environment_error("{} is not shared memory of assay", path);
  }
  return memory;
}

std::size_t size_of(const Descriptor& memory) {
  struct stat status {};
  return fstat(memory.get(), &status) == 0 ? static_cast<std::size_t>(status.st_size) : 0;
}

Mapping map_sealed(const Descriptor& memory) {
  return map(memory, size_of(memory), PROT_READ, MAP_SHARED);
}

Mapping map_copy(const Descriptor& memory, std::size_t bytes) {
  Mapping copy = map(memory, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE);
  // A kernel that does not know this advice lets the pages appear when they are read.
  if (bytes > 0) static_cast<void>(madvise(copy.data(), bytes, MADV_POPULATE_READ));
  return copy;
}

bool differs(const Mapping& copy, const Mapping& original) {
  const auto differs_at = [&](std::size_t at, std::size_t size) {
    const std::size_t present = std::min(size, copy.size() - at);
    return std::memcmp(copy.data() + at, original.data() + at, present) != 0;
  };
  const std::size_t page = page_size();
  const std::size_t pages = sdk::rounded_up(copy.size(), page) / page;
  const Pagemap pagemap;
  std::vector<std::uint64_t> entries(std::min<std::size_t>(pages, 1 << 15));
  for (std::size_t first = 0; first < pages; first += entries.size()) {
    const std::span some = std::span(entries).first(std::min(entries.size(), pages - first));
    const bool told = pagemap.read(copy.data() + first * page, some);
    for (std::size_t k = 0; k < some.size(); ++k) {
      const bool suspect = !told || Pagemap::is_own(some[k]);
      if (suspect && differs_at((first + k) * page, page)) return true;
    }
  }
  return false;
}

}  // namespace assay
