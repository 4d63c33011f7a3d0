#include "assay/cached.hpp"

#include <cstdlib>
#include <cstring>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "tests/catch.hpp"

using namespace assay::sdk;

namespace {

// The entries of a fake host's cache, in memory.
std::map<std::string, std::vector<std::byte>> kept;

assay_status load(assay_context* /*context*/, const char* key, void** data, std::size_t* size) {
  *data = nullptr;
  const auto found = kept.find(key);
  if (found == kept.end()) return ASSAY_OK;
  *size = found->second.size();
  *data = std::malloc(*size);
  std::memcpy(*data, found->second.data(), *size);
  return ASSAY_OK;
}
assay_status store(assay_context* /*context*/, const char* key, const void* data,
                   std::size_t size) {
  const auto* first = static_cast<const std::byte*>(data);
  kept[key].assign(first, first + size);
  return ASSAY_OK;
}
void release(assay_context* /*context*/, void* data) { std::free(data); }

Host caching_host() {
  kept.clear();
  static const assay_host table = [] {
    assay_host made{};
    made.size = sizeof(made);
    made.cache_load = load;
    made.cache_store = store;
    made.cache_release = release;
    return made;
  }();
  return {&table, nullptr};
}

// A cached result of one integer. An entry that is not positive counts as damaged.
struct Kept {
  int operator()(const Host& host, double worth_seconds) {
    return cached(
        host, "key", worth_seconds, [&] { return ++made; },
        [](const int& value) { return std::as_bytes(std::span(&value, 1)); },
        [](std::span<const std::byte> bytes) -> std::optional<int> {
          int value = 0;
          if (bytes.size() != sizeof(value)) return std::nullopt;
          std::memcpy(&value, bytes.data(), sizeof(value));
          return value > 0 ? std::optional(value) : std::nullopt;
        });
  }
  int made = 0;
};

}  // namespace

TEST_CASE("a result is made once and then taken from the cache") {
  const Host where = caching_host();
  Kept result;
  CHECK(result(where, 0) == 1);
  CHECK(result(where, 0) == 1);
  CHECK(result.made == 1);
}

TEST_CASE("a result that takes less time than it must is not kept") {
  const Host where = caching_host();
  Kept result;
  CHECK(result(where, 3600) == 1);
  CHECK(result(where, 3600) == 2);
}

TEST_CASE("an entry that is no result is made anew") {
  const Host where = caching_host();
  Kept result;
  CHECK(result(where, 0) == 1);
  kept["key"].back() = std::byte{0xff};  // makes the integer negative
  CHECK(result(where, 0) == 2);
  kept["key"].resize(1);
  CHECK(result(where, 0) == 3);
  CHECK(result(where, 0) == 3);
}
