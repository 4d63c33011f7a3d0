#include "framework/protocol/stage.hpp"

#include <array>

#include "framework/core/enumerator.hpp"
#include "framework/core/error.hpp"

namespace assay {
namespace {

constexpr std::array turn_names = {"first", "sample", "next", "last"};
constexpr std::array stage_names = {"instance", "reference", "compile", "prepare", "run",
                                    "sample",   "verify",    "keep",    "finish"};

template <class Enum, std::size_t count>
Enum value_of(const std::array<const char*, count>& names, const std::string& name,
              const char* kind) {
  if (const auto found = find_enumerator<Enum>(names, name)) return *found;
  throw internal_error("'{}' is not a {} of a trial", name, kind);
}

}  // namespace

const char* to_string(Stage stage) { return stage_names.at(static_cast<std::size_t>(stage)); }

Stage stage_from(const std::string& name) { return value_of<Stage>(stage_names, name, "stage"); }

const char* to_string(Turn turn) { return turn_names.at(static_cast<std::size_t>(turn)); }

Turn turn_from(const std::string& name) { return value_of<Turn>(turn_names, name, "turn"); }

}  // namespace assay
