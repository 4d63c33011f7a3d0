// Error rates as Markdown tables: rows are noise models, a cell is a share in per cent with its 95
// % interval.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "benchmarks/guard/error_rates.hpp"

namespace assay::guard {

struct SurveySettings {
  std::vector<double> differences;  // true fractions: 0.02 is 2 % slower
  std::size_t repetitions = 1000;   // for each figure
  std::uint64_t seed = 1;
};

// The results of all detectors for one noise model.
struct SurveyRow {
  std::string noise;
  std::vector<std::vector<ErrorRates>> rates;  // [difference][detector]
};

struct Survey {
  SurveySettings settings;
  std::vector<std::string> detectors;
  std::vector<SurveyRow> rows;
};

[[nodiscard]] Survey survey(const std::vector<NoiseModel>& noises,
                            const std::vector<Detector>& detectors, const SurveySettings& settings);

// A table of claims for each difference, with a column for each detector. It counts "slower" if the
// candidate is, or a difference in either direction if there is none. Titles begin with `what`.
[[nodiscard]] std::string claim_tables(const Survey& survey, const std::string& what = "");
// A table for each difference, with a column for each detector: how often it calls the builds
// equivalent.
[[nodiscard]] std::string equivalence_tables(const Survey& survey);

// Tables of one detector, with a column for each difference: how often it calls the builds
// equivalent; how often its interval contains the true difference; and the seconds to its verdict,
// as median and 95 % quantile.
[[nodiscard]] std::string equivalence_table(const Survey& survey, std::size_t detector);
[[nodiscard]] std::string coverage_table(const Survey& survey, std::size_t detector);
[[nodiscard]] std::string seconds_table(const Survey& survey, std::size_t detector);

}  // namespace assay::guard
