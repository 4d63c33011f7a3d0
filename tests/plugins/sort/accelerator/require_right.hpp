// Runs a variant of sort/pairs on an OpenCL device and compares its result with std::stable_sort.
#pragma once

#include <cstdint>
#include <string>
#include <variant>

#include "tests/catch.hpp"
#include "tests/plugins/host/opencl_host.hpp"
#include "tests/plugins/sort/cases.hpp"

namespace testing {

// `sorts_stably` for a variant that is stable in every configuration; others are where they carry
// positions.
template <class Payload>
void require_right(OpenClHost& host, const Case<Payload>& given, const std::string& name,
                   const Configuration& configuration, bool sorts_stably = false) {
  std::string text = name;
  for (const auto& [parameter, value] : configuration) {
    text += " " + parameter + "=";
    if (const auto* number = std::get_if<std::int64_t>(&value)) text += std::to_string(*number);
    if (const auto* word = std::get_if<std::string>(&value)) text += *word;
    if (const auto* flag = std::get_if<bool>(&value)) text += *flag ? "true" : "false";
  }
  const auto carry = configuration.find("carry");
  const bool is_stable = sorts_stably || (carry != configuration.end() &&
                                          std::get<std::string>(carry->second) == "positions");
  host.failure.clear();
  INFO(text << ", payloads of " << sizeof(Payload));
  CHECK(testing::fault(host.table(), host.context(), testing::find_variant(name), given,
                       configuration, is_stable) == "");
  CHECK(host.failure == "");
  CHECK(host.live == 0);
  CHECK(host.guards_intact());
}

}  // namespace testing
