// Feeds the reader of dispatchers: each walk through a tree that it accepts ends at one of the
// pairs.
#include "framework/decision/decision.hpp"
#include "tests/fuzz/target.hpp"

namespace assay::fuzz {
namespace {

void read_dispatcher(std::string_view input) {
  const decision::Decision decision = decision::decision_from_json(std::string(input));
  for (const double value : {0.0, 1.0, 64.5, 1e6, -3.0}) {
    const decision::FeatureValues values(decision.features.size(), value);
    require(decision.choose(values) < decision.pairs.size(), "no pair is chosen");
  }
  accepts([&] { require_one_device(decision); });
}

const Target dispatcher("dispatcher", read_dispatcher);

}  // namespace
}  // namespace assay::fuzz
