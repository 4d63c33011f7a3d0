#include "framework/tune/strategy/settings.hpp"

#include <cmath>

#include "framework/core/error.hpp"
#include "framework/core/names.hpp"

namespace assay {

StrategySettings::StrategySettings(const std::string& strategy,
                                   const std::vector<StrategySetting>& declared,
                                   const std::map<std::string, double>& given) {
  std::vector<std::string> names;
  for (const auto& setting : declared) {
    values_[setting.name] = setting.fallback;
    names.push_back(setting.name);
  }
  for (const auto& [name, value] : given) {
    if (values_.count(name) == 0) {
      throw usage_error("strategy '{}' has no setting '{}'; {}", strategy, name,
                        did_you_mean(name, names));
    }
    values_[name] = value;
  }
  for (const auto& setting : declared) {
    const double value = values_[setting.name];
    if (!(value >= setting.least && value <= setting.most)) {
      throw usage_error("strategy '{}': {} = {} is out of range; give {} to {} ({})", strategy,
                        setting.name, value, setting.least, setting.most, setting.meaning);
    }
  }
}

double StrategySettings::operator[](const std::string& name) const {
  const auto value = values_.find(name);
  if (value == values_.end()) throw internal_error("strategy setting '{}' is not declared", name);
  return value->second;
}

std::size_t StrategySettings::count(const std::string& name) const {
  return static_cast<std::size_t>(std::llround((*this)[name]));
}

}  // namespace assay
