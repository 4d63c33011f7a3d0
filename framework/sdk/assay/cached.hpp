// Results that take long, kept in the host's cache for coming processes.
#pragma once

#include <chrono>
#include <string>
#include <utility>

#include "assay/host.hpp"

namespace assay::sdk {

// Returns make()'s result, or that of an earlier process: it is kept as encode(result), bytes,
// where making took at least `worth_seconds`. decode(bytes) returns an optional that is empty where
// the bytes are no such result; then it is made anew. `key` names all that the result depends on:
// what for, and a ContentHash that begins with a version of the format.
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
