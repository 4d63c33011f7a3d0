#pragma once

#include <string>

#include "tests/catch.hpp"

// The text with its first `old` replaced by `fresh`; fails the test if there is none.
inline std::string with(std::string text, const std::string& old, const std::string& fresh) {
  const auto at = text.find(old);
  REQUIRE(at != std::string::npos);
  return text.replace(at, old.size(), fresh);
}
