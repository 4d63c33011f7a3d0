// Says why a configuration is disqualified.
#include <fmt/format.h>

#include "framework/store/store.hpp"

namespace assay {
namespace {

std::string place_of(const WrongTrial& wrong) {
  if (wrong.stage == "final") return fmt::format("process {} of the finals", wrong.process + 1);
  if (wrong.stage == "search") return "the search";
  if (wrong.stage == "guard") return "a guard";
  if (wrong.stage == "run") return "a single run";
  return "stage " + wrong.stage;
}

}  // namespace

std::string to_string(const WrongTrial& wrong) {
  return fmt::format("{} in {} (run {}){}{}", to_string(wrong.status), place_of(wrong), wrong.run,
                     wrong.message.empty() ? "" : ": ", wrong.message);
}

}  // namespace assay
