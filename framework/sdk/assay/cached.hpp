// Results that take long to compute, kept in the host's cache for later processes.
#pragma once

#include <chrono>
#include <string>
#include <utility>

#include "assay/host.hpp"

namespace assay::sdk {

// Returns make()'s result, or that of an earlier process: it is kept as encode(result), bytes, if
// making it took at least `worth_seconds`. decode(bytes) returns an optional that is empty if the
// bytes are not such a result; the result is then made anew. `key` names everything that the result
// depends on: its purpose, and a ContentHash that begins with a version of the format.
template <class Make, class Encode, class Decode>
auto cached(const Host& host, const std::string& key, double worth_seconds, const Make& make,
            const Encode& encode, const Decode& decode) -> decltype(make()) {
  if (const auto bytes = host.cache_load(key)) {
    if (auto result = decode(*bytes)) return *std::move(result);
  }
  const auto begin = std::chrono::steady_clock::now();
  auto result = make();
  const std::chrono::duration<double> taken = std::chrono::steady_clock::now() - begin;
  if (taken.count() >= worth_seconds) host.cache_store(key, encode(result));
  return result;
}

}  // namespace assay::sdk
