#include "framework/worker/stage.hpp"

#include <algorithm>
#include <array>

#include "framework/core/error.hpp"

namespace assay {
namespace {

constexpr std::array turn_names = {"first", "next", "last"};
constexpr std::array stage_names = {"instance", "reference", "compile", "prepare", "run",
                                    "sample",   "verify",    "keep",    "finish"};

}  // namespace

const char* to_string(Stage stage) { return stage_names.at(static_cast<std::size_t>(stage)); }

Stage stage_from(const std::string& name) {
  const auto found = std::ranges::find(stage_names, name);
  if (found == stage_names.end()) throw internal_error("'{}' is no stage of a trial", name);
  return static_cast<Stage>(found - stage_names.begin());
}

const char* to_string(Turn turn) { return turn_names.at(static_cast<std::size_t>(turn)); }

Turn turn_from(const std::string& name) {
  const auto found = std::ranges::find(turn_names, name);
  if (found == turn_names.end()) throw internal_error("'{}' is no turn of a trial", name);
  return static_cast<Turn>(found - turn_names.begin());
}

}  // namespace assay
