// Hyperparameters of strategies.
#pragma once

#include <map>
#include <string>
#include <vector>

namespace assay {

// A number that configures a strategy.
struct StrategySetting {
  std::string name;
  double fallback;  // the default
  double least;
  double most;
  std::string meaning;
};

// The settings of one strategy: the given values, and the defaults for the rest.
class StrategySettings {
 public:
  // Throws usage Error for a name that is not declared or a value out of its range; the message
  // begins with `strategy` and says what would be right.
  StrategySettings(const std::string& strategy, const std::vector<StrategySetting>& declared,
                   const std::map<std::string, double>& given);

  // Throws internal Error for a name that is not declared.
  [[nodiscard]] double operator[](const std::string& name) const;
  [[nodiscard]] std::size_t count(const std::string& name) const;  // rounded

 private:
  std::map<std::string, double> values_;
};

}  // namespace assay
