#pragma once

#include <string>
#include <vector>

#include "framework/store/recorded_space.hpp"

namespace assay {

// Gathers recorded trials into a space, whose parameters' values follow from the trials.
class SpaceBuilder {
 public:
  // `place` says in messages where the trials stand.
  explicit SpaceBuilder(std::string place) : place_(std::move(place)) {}

  // The parameters of the first trial become the space's, those of every other must be the same.
  // `where` names the trial in messages. Throws environment Error otherwise.
  void add(const std::string& where, const Bindings& configuration, RecordedOutcome outcome);
  // Counts what constraints exclude; its parameters are checked as those of any other.
  void add_excluded(const std::string& where, const Bindings& configuration);

  // Throws environment Error for two trials of one configuration, and where there is no trial.
  [[nodiscard]] RecordedSpace build(std::string name) &&;

 private:
  struct Row {
    std::string where;
    std::vector<Value> values;
  };

  [[nodiscard]] std::vector<Value> values_in_order(const std::string& where,
                                                   const Bindings& configuration);
  void unify_numbers();
  void derive_values();
  void number_configurations();

  std::string place_;
  std::string first_;  // the trial that named the parameters
  std::vector<std::string> names_;
  std::vector<Row> rows_;
  RecordedSpace space_;
};

}  // namespace assay
