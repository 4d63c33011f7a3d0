#pragma once

#include <string>
#include <vector>

#include "framework/store/recorded_space.hpp"

namespace assay {

// Gathers recorded trials into a space; the values of its parameters follow from the trials.
class SpaceBuilder {
 public:
  // `place` is the origin of the trials in messages.
  explicit SpaceBuilder(std::string place) : place_(std::move(place)) {}

  // Adds a trial. The parameters of the first trial become the space's; every other trial must have
  // the same ones. `where` names the trial in messages. Throws environment Error if the parameters
  // differ.
  void add(const std::string& where, const Bindings& configuration, RecordedOutcome outcome);
  // Counts a configuration that constraints exclude. Its parameters are checked like those of a
  // trial.
  void add_excluded(const std::string& where, const Bindings& configuration);

  // Builds the space. Throws environment Error for two trials of one configuration and for no
  // trials.
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
  std::string first_;  // the trial that determined the names of the parameters
  std::vector<std::string> names_;
  std::vector<Row> rows_;
  RecordedSpace space_;
};

}  // namespace assay
