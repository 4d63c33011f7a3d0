#include "framework/decision/feature.hpp"

#include <algorithm>
#include <limits>

namespace assay::decision {
namespace {

struct AsNumber {
  const std::vector<std::string>& texts;

  double operator()(bool value) const { return value ? 1 : 0; }
  double operator()(std::int64_t value) const { return static_cast<double>(value); }
  double operator()(double value) const { return value; }
  double operator()(const std::string& value) const {
    const auto found = std::ranges::find(texts, value);
    if (found == texts.end()) return std::numeric_limits<double>::quiet_NaN();
    return static_cast<double>(found - texts.begin());
  }
};

}  // namespace

FeatureValues values_of(const std::vector<Feature>& features, const Bindings& arguments,
                        const Bindings& facts) {
  FeatureValues values;
  for (const Feature& feature : features) {
    const Value* value = find(feature.is_fact ? facts : arguments, feature.name);
    values.push_back(value == nullptr ? std::numeric_limits<double>::quiet_NaN()
                                      : std::visit(AsNumber{feature.texts}, *value));
  }
  return values;
}

}  // namespace assay::decision
