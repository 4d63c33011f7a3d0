// Readers of what others wrote, each fed with whatever libFuzzer makes up.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "assay/error.hpp"
#include "framework/core/error.hpp"

namespace assay::fuzz {

// One reader. Defined once, at namespace scope of a file of its own, it is known to the program by
// its name; what it starts from lies in tests/fuzz/corpus/NAME.
struct Target {
  using Read = void (*)(std::string_view input);
  // Changes `size` bytes at `data`, where there is room for `most`; returns how many there are now.
  using Mutate = std::size_t (*)(unsigned char* data, std::size_t size, std::size_t most,
                                 unsigned seed);

  // `read` returns, or throws an error of assay or of its SDK; whatever else comes of an input is a
  // finding. Without `mutate` libFuzzer's own mutations are taken.
  Target(const char* its_name, Read its_read, Mutate its_mutate = nullptr);

  const char* name;
  Read read;
  Mutate mutate;
};

// Every target, in no certain order.
[[nodiscard]] std::vector<const Target*>& targets();

// Ends the program with a finding unless `holds`; `what` says what did not.
void require(bool holds, std::string_view what);

// A finding where a message is too long for a terminal, or shown is no UTF-8.
void require_presentable(std::string_view message);

// Whether `body` returns rather than throws an error that is documented.
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

// The parts of an input for a reader of several files: what lines of "====" separate.
[[nodiscard]] std::vector<std::string_view> parts_of(std::string_view input);

// Takes the first line off an input that is not empty.
[[nodiscard]] std::string_view take_line(std::string_view& input);

// Writes a file into a folder that is the program's own; returns its path.
std::string written(const std::string& name, std::string_view content);

}  // namespace assay::fuzz
