#include "tests/framework/faults/memory/spared_places.hpp"

#include <execinfo.h>
#include <link.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstdio>
#include <memory>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

namespace assay::test {
namespace {

struct Range {
  std::uintptr_t begin;
  std::uintptr_t end;
};

std::vector<Range>& ranges() {
  static std::vector<Range> all;
  return all;
}

// Whether the symbol is JSON's destructor or a function that it calls and that is not always
// inlined.
bool is_destructor(std::string_view symbol) {
  const auto names = [symbol](const char* part) { return symbol.find(part) != symbol.npos; };
  return names("10basic_json") && (names("7destroyE") || names("ED1Ev") || names("ED2Ev"));
}

// Adds the segments of the TOML library to the spared ranges.
int take_in(dl_phdr_info* object, std::size_t, void*) {
  if (std::string_view(object->dlpi_name).find("tomlplusplus") == std::string_view::npos) return 0;
  for (int k = 0; k < object->dlpi_phnum; ++k) {
    const auto begin = object->dlpi_addr + object->dlpi_phdr[k].p_vaddr;
    ranges().push_back({begin, begin + object->dlpi_phdr[k].p_memsz});
  }
  return 0;
}

// The distance between the addresses at which the executable is loaded and linked; it is the first
// of all objects.
std::uintptr_t shift_of_executable() {
  std::uintptr_t shift = 0;
  const auto first = [](dl_phdr_info* object, std::size_t, void* found) {
    *static_cast<std::uintptr_t*>(found) = object->dlpi_addr;
    return 1;
  };
  dl_iterate_phdr(first, &shift);
  return shift;
}

// Adds the destructors of JSON values to the spared ranges.
void take_in_symbols() {
  const std::unique_ptr<FILE, int (*)(FILE*)> symbols(
      popen("nm --defined-only --print-size /proc/$PPID/exe", "r"), pclose);
  const std::uintptr_t shift = shift_of_executable();
  std::array<char, 1 << 14> line{};
  std::array<char, 1 << 14> name{};
  while (std::fgets(line.data(), static_cast<int>(line.size()), symbols.get()) != nullptr) {
    unsigned long begin = 0;
    unsigned long size = 0;
    char kind = ' ';
    if (std::sscanf(line.data(), "%lx %lx %c %s", &begin, &size, &kind, name.data()) != 4) continue;
    if (is_destructor(name.data())) ranges().push_back({shift + begin, shift + begin + size});
  }
}

}  // namespace

void find_spared_places() {
  take_in_symbols();
  if (ranges().empty()) throw std::runtime_error("there are no destructors of JSON values");
  dl_iterate_phdr(take_in, nullptr);
  std::array<void*, 4> frames{};
  static_cast<void>(
      backtrace(frames.data(), static_cast<int>(frames.size())));  // loads what backtrace needs
}

bool in_spared_place() {
  std::array<void*, 24> frames{};
  const int count = backtrace(frames.data(), static_cast<int>(frames.size()));
  return std::any_of(frames.begin(), frames.begin() + count, [](void* frame) {
    const auto address = reinterpret_cast<std::uintptr_t>(frame);
    return std::ranges::any_of(ranges(), [address](const Range& range) {
      return address > range.begin && address <= range.end;
    });
  });
}

}  // namespace assay::test
