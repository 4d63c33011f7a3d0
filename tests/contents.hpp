#pragma once

#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>

namespace assay::test {

// The bytes of a file; "" if it cannot be read.
inline std::string contents(const std::filesystem::path& file) {
  std::ifstream stream(file, std::ios::binary);
  return {std::istreambuf_iterator<char>(stream), {}};
}

}  // namespace assay::test
