// Feeds the reader of T4 results: results that were read are the same after writing and reading
// them again.
#include "framework/store/t4.hpp"

#include <cmath>

#include "tests/fuzz/target.hpp"

namespace assay::fuzz {
namespace {

void read_t4_text(std::string_view input) {
  const RecordedSpace space = parse_t4(std::string(input), "input.json");
  for (const RecordedOutcome& outcome : space.outcomes) {
    require(!outcome.objective || (std::isfinite(*outcome.objective) && *outcome.objective > 0),
            "an objective is no finite number above 0");
  }
  const std::string text = t4_text(space);
  require(t4_text(parse_t4(text, "input.json")) == text, "written and read again it is another");
}

const Target t4("t4", read_t4_text);

}  // namespace
}  // namespace assay::fuzz
