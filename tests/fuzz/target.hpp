// Fuzz targets: readers of untrusted input, which libFuzzer feeds.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "assay/error.hpp"
#include "framework/core/error.hpp"

namespace assay::fuzz {

// A reader to be fuzzed. It is defined once, at namespace scope of a file of its own, and chosen by
// its name; its initial inputs lie in tests/fuzz/corpus/NAME.
struct Target {
  using Read = void (*)(std::string_view input);
  // Changes `size` bytes at `data`, where there is room for `most`; returns the new size.
  using Mutate = std::size_t (*)(unsigned char* data, std::size_t size, std::size_t most,
                                 unsigned seed);

  // `read` returns, or throws an error of assay or of its SDK; anything else that an input causes
  // is a finding. Without `mutate`, libFuzzer's own mutations are used.
  Target(const char* its_name, Read its_read, Mutate its_mutate = nullptr);

  const char* name;
  Read read;
  Mutate mutate;
};

// All targets, in no particular order.
[[nodiscard]] std::vector<const Target*>& targets();

// Ends the program with the finding `what` unless `holds`.
void require(bool holds, std::string_view what);

// Reports a finding if a message is too long for a terminal or, as it is shown, not UTF-8.
void require_presentable(std::string_view message);

// Returns true if `body` returns, and false if it throws a documented error.
template <class Body>
bool accepts(Body&& body) {
  try {
    body();
    return true;
  } catch (const Error& error) {
    require_presentable(error.what());
  } catch (const sdk::Error& error) {
    require_presentable(error.what());
  }
  return false;
}

// Splits an input for a reader of several files at lines of "====".
[[nodiscard]] std::vector<std::string_view> parts_of(std::string_view input);

// Removes the first line from an input that is not empty, and returns it.
[[nodiscard]] std::string_view take_line(std::string_view& input);

// Writes a file into the program's own folder; returns its path.
std::string written(const std::string& name, std::string_view content);

}  // namespace assay::fuzz
