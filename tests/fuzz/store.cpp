// Feeds readers of stores with stores whose bytes were changed: each of them answers or reports
// that the store is damaged.
#include "framework/store/store.hpp"

#include <algorithm>
#include <cstdint>
#include <filesystem>
#include <random>
#include <sstream>

#include "framework/compare/comparison.hpp"
#include "framework/compare/writer.hpp"
#include "framework/store/store_check.hpp"
#include "tests/framework/store/read_everything.hpp"
#include "tests/fuzz/target.hpp"

extern "C" std::size_t LLVMFuzzerMutate(std::uint8_t* data, std::size_t size, std::size_t most);

namespace assay::fuzz {
namespace {

constexpr std::size_t header_bytes = 100;  // of SQLite's files; a damaged one is always refused

void read_store(std::string_view input) {
  const std::string file = written("store.db", input);
  for (const char* beside : {"-wal", "-shm", "-journal"}) std::filesystem::remove(file + beside);
  bool sound = false;
  accepts([&] { sound = check_store(file).faults.empty(); });
  const bool read = accepts([&] { test::read_everything(file); });
  require(read || !sound, "a store that was checked cannot be read");
  accepts([&] {
    const Comparison comparison = compare(Store(file, Store::Mode::read_only));
    for (const std::string& format : writer_names()) {
      std::ostringstream out;
      make_writer(format)->write(comparison, out);
    }
  });
  accepts([&] { Store store(file); });
}

// Changes a few bytes, or lets libFuzzer mutate short stretches. The size of the store stays, and
// with it the order of its pages.
std::size_t patch_pages(unsigned char* data, std::size_t size, std::size_t most, unsigned seed) {
  if (size <= header_bytes) return LLVMFuzzerMutate(data, size, most);
  std::minstd_rand random(seed);
  const auto below = [&](std::size_t bound) { return random() % bound; };
  for (std::size_t left = 1 + below(8); left > 0; --left) {
    const std::size_t at = header_bytes + below(size - header_bytes);
    const std::size_t stretch = std::min<std::size_t>(1 + below(16), size - at);
    if (below(2) == 0) {
      data[at] = static_cast<unsigned char>(random());
    } else {
      LLVMFuzzerMutate(data + at, stretch, stretch);
    }
  }
  return size;
}

const Target store("store", read_store, patch_pages);

}  // namespace
}  // namespace assay::fuzz
