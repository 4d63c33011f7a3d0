// Lies that a worker tells in place of its answers.
#pragma once

#include <functional>
#include <map>
#include <nlohmann/json.hpp>
#include <string>

namespace assay::test {

// A lie in place of an answer. It may write lines of its own, even endlessly; the content of `line`
// is written last.
struct Lie {
  std::string verb;  // verb of the requests that are answered with the lie
  std::function<void(std::string& line)> tell;
};

// All lies by name. A lie in place of a station's greeting has the verb "connect".
[[nodiscard]] const std::map<std::string, Lie>& lies();

}  // namespace assay::test
