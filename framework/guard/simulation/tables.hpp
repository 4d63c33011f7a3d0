// Error rates as tables in Markdown: rows are noises, a cell is a share in per cent with its 95 %
// interval.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "framework/guard/simulation/error_rates.hpp"

namespace assay::guard {

struct SurveySettings {
  std::vector<double> differences;  // true ones: 0.02 is 2 % slower
  std::size_t repetitions = 1000;   // for each figure
  std::uint64_t seed = 1;
};

// What detectors say of one noise.
struct SurveyRow {
  std::string noise;
  std::vector<std::vector<ErrorRates>> rates;  // of each difference, of each detector
};

struct Survey {
  SurveySettings settings;
  std::vector<std::string> detectors;
  std::vector<SurveyRow> rows;
};

[[nodiscard]] Survey survey(const std::vector<NoiseModel>& noises,
                            const std::vector<Detector>& detectors, const SurveySettings& settings);

// For each difference a table of what is claimed, a column for each detector: slower, where the
// candidate is, or a difference in any direction, where there is none. Titles begin with `what`.
[[nodiscard]] std::string claim_tables(const Survey& survey, const std::string& what = "");
// The same of what is called equivalent.
[[nodiscard]] std::string equivalence_tables(const Survey& survey);

// Of one detector, a column for each difference: how often it calls the builds equivalent; how
// often its interval holds the true difference; seconds to its verdict, median and 95 % are done.
[[nodiscard]] std::string equivalence_table(const Survey& survey, std::size_t detector);
[[nodiscard]] std::string coverage_table(const Survey& survey, std::size_t detector);
[[nodiscard]] std::string seconds_table(const Survey& survey, std::size_t detector);

}  // namespace assay::guard
