#include "framework/device/cpu/guarded_memory.hpp"

#include <sys/mman.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <charconv>
#include <csignal>
#include <cstring>
#include <new>
#include <string_view>
#include <utility>

#include "assay/sizes.hpp"
#include "framework/device/guards.hpp"

namespace assay::device {
namespace {

// The size of the forbidden pages on each side. They take only address space: they count neither as
// memory nor toward a limit on the data segment.
constexpr std::size_t forbidden_bytes = std::size_t{64} << 20U;

std::size_t whole_pages(std::size_t bytes) {
  return sdk::rounded_up(bytes, static_cast<std::size_t>(sysconf(_SC_PAGESIZE)));
}

// A record of guarded memory that a signal handler may read: slots are taken and given back without
// locks.
struct Guarded {
  std::atomic<const std::byte*> mapping{nullptr};  // nullptr: the slot is free
  std::atomic<std::size_t> mapped_bytes{0};
  std::atomic<const std::byte*> data{nullptr};
  std::atomic<std::size_t> size{0};
  std::array<char, 64> name{};
};
std::array<Guarded, 256> all_guarded;

void remember(const std::byte* mapping, std::size_t mapped, std::span<const std::byte> data,
              const std::string& name) {
  for (Guarded& slot : all_guarded) {
    const std::byte* free = nullptr;
    // The slot is marked as taken, before it is filled in, by an address where no fault happens.
    if (!slot.mapping.compare_exchange_strong(free,
                                              reinterpret_cast<const std::byte*>(&slot.name))) {
      continue;
    }
    slot.data = data.data();
    slot.size = data.size();
    slot.mapped_bytes = mapped;
    const std::size_t length = std::min(name.size(), slot.name.size() - 1);
    std::memcpy(slot.name.data(), name.data(), length);
    slot.name[length] = '\0';
    slot.mapping = mapping;
    return;
  }
  // Memory beyond the number of slots goes without a name.
}

void forget(const std::byte* mapping) {
  for (Guarded& slot : all_guarded) {
    if (slot.mapping != mapping) continue;
    slot.mapped_bytes = 0;
    slot.mapping = nullptr;
    return;
  }
}

}  // namespace

GuardedMemory::GuardedMemory(std::size_t bytes, const std::string& name)
    : size_(bytes), zone_bytes_(whole_pages(guard_zone_bytes(bytes))) {
  const std::size_t usable = whole_pages(bytes) + 2 * zone_bytes_;
  mapped_bytes_ = usable + 2 * forbidden_bytes;
  if (mapped_bytes_ < bytes) throw std::bad_alloc();
  void* mapping =
      mmap(nullptr, mapped_bytes_, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (mapping == MAP_FAILED) throw std::bad_alloc();
  mapping_ = static_cast<std::byte*>(mapping);
  if (mprotect(mapping_ + forbidden_bytes, usable, PROT_READ | PROT_WRITE) != 0) {
    munmap(mapping_, mapped_bytes_);
    throw std::bad_alloc();
  }
  data_ = mapping_ + forbidden_bytes + zone_bytes_;
  renew_guards();
  remember(mapping_, mapped_bytes_, this->bytes(), name);
}

GuardedMemory::~GuardedMemory() {
  if (mapping_ == nullptr) return;
  forget(mapping_);
  munmap(mapping_, mapped_bytes_);
}

GuardedMemory::GuardedMemory(GuardedMemory&& other) noexcept
    : data_(other.data_),
      size_(other.size_),
      zone_bytes_(other.zone_bytes_),
      mapping_(std::exchange(other.mapping_, nullptr)),
      mapped_bytes_(other.mapped_bytes_),
      seeds_(other.seeds_) {}

std::span<unsigned char> GuardedMemory::zone_before() const {
  return {reinterpret_cast<unsigned char*>(data_) - zone_bytes_, zone_bytes_};
}

// From the end of the data to the end of its last page, and one zone more.
std::span<unsigned char> GuardedMemory::zone_after() const {
  return {reinterpret_cast<unsigned char*>(data_) + size_,
          whole_pages(size_) - size_ + zone_bytes_};
}

void GuardedMemory::renew_guards() {
  seeds_ = draw_guard_seeds();
  write_guard_pattern(zone_before(), seeds_.before);
  write_guard_pattern(zone_after(), seeds_.after);
}

GuardDamage GuardedMemory::damage() const {
  return guard_damage(zone_before(), zone_after(), seeds_);
}

// ---- faults ------------------------------------------------------------------------------------

namespace {

struct sigaction faults_before;

void write_out(std::string_view text) {
  // Nothing can be done if standard error cannot be written.
  [[maybe_unused]] const ssize_t written = write(STDERR_FILENO, text.data(), text.size());
}

void write_out(std::size_t number) {
  std::array<char, 24> digits{};
  const auto end = std::to_chars(digits.data(), digits.data() + digits.size(), number).ptr;
  write_out({digits.data(), static_cast<std::size_t>(end - digits.data())});
}

void tell(const Guarded& slot, const std::byte* address) {
  const std::byte* data = slot.data;
  const bool before = address < data;
  write_out("a fault ");
  write_out(static_cast<std::size_t>(before ? data - address : address - data) -
            (before ? 0 : slot.size.load()));
  write_out(before ? " bytes before " : " bytes after the end of ");
  write_out(slot.name.data());
  write_out(", where nothing may be read or written\n");
}

// Calls only functions that POSIX allows in signal handlers.
void on_fault(int signal, siginfo_t* info, void* /*context*/) {
  const auto* address = static_cast<const std::byte*>(info->si_addr);
  for (const Guarded& slot : all_guarded) {
    const std::byte* mapping = slot.mapping;
    if (mapping != nullptr && address >= mapping && address < mapping + slot.mapped_bytes) {
      tell(slot, address);
      break;
    }
  }
  // The instruction that faulted faults again when the handler returns, as if there had been no
  // handler; a signal that somebody sent must be sent again.
  sigaction(signal, &faults_before, nullptr);
  if (info->si_code <= 0) raise(signal);
}

}  // namespace

void name_guard_pages() {
  struct sigaction action {};
  action.sa_sigaction = on_fault;
  action.sa_flags = SA_SIGINFO | SA_NODEFER;
  sigemptyset(&action.sa_mask);
  sigaction(SIGSEGV, &action, &faults_before);
}

}  // namespace assay::device
