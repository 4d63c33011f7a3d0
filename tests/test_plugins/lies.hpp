// What a worker that lies says in place of its answers.
#pragma once

#include <functional>
#include <map>
#include <nlohmann/json.hpp>
#include <string>

namespace assay::test {

// A lie in the place of one answer. It may write lines of its own, endlessly too; what it leaves in
// `line` is said last.
struct Lie {
  std::string verb;  // of the requests that are answered so
  std::function<void(std::string& line)> tell;
};

// By name; those of whole stations, in place of their greeting, have the verb "connect".
[[nodiscard]] const std::map<std::string, Lie>& lies();

}  // namespace assay::test
