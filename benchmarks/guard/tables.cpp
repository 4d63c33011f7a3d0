#include "benchmarks/guard/tables.hpp"

#include <fmt/format.h>

#include <cmath>
#include <functional>

namespace assay::guard {
namespace {

// The relative excess of simulated differences: a clock with coarse steps puts effects exactly on a
// margin, where rounding would decide their side.
constexpr double hair = 1e-9;

std::string rate_cell(const Rate& rate) {
  return fmt::format("{:.1f} ({:.1f}-{:.1f})", 100 * rate.share, 100 * rate.lower,
                     100 * rate.upper);
}

std::string difference_text(double difference) {
  return difference > 0 ? fmt::format("{:.3g} % slower", 100 * difference) : "no difference";
}

using Cell = std::function<std::string(const SurveyRow& row, std::size_t column)>;

std::string table(const std::string& title, const std::vector<std::string>& columns,
                  const Survey& survey, const Cell& cell) {
  std::string text = fmt::format("\n### {}\n\n| noise |", title);
  for (const std::string& column : columns) text += fmt::format(" {} |", column);
  text += "\n| --- |";
  for (std::size_t c = 0; c < columns.size(); ++c) text += " ---: |";
  text += "\n";
  for (const SurveyRow& row : survey.rows) {
    text += fmt::format("| {} |", row.noise);
    for (std::size_t c = 0; c < columns.size(); ++c) text += fmt::format(" {} |", cell(row, c));
    text += "\n";
  }
  return text;
}

// One table for each difference, with a column for each detector.
std::string by_detector(const Survey& survey,
                        const std::function<std::string(double difference)>& title,
                        const std::function<Rate(const ErrorRates&, double difference)>& rate) {
  std::string tables;
  for (std::size_t d = 0; d < survey.settings.differences.size(); ++d) {
    const double difference = survey.settings.differences[d];
    tables += table(title(difference), survey.detectors, survey,
                    [&](const SurveyRow& row, std::size_t column) {
                      return rate_cell(rate(row.rates[d][column], difference));
                    });
  }
  return tables;
}

// The table of one detector, with a column for each difference.
std::string by_difference(const std::string& title, const Survey& survey, std::size_t detector,
                          const std::function<std::string(const ErrorRates&)>& cell) {
  std::vector<std::string> columns;
  for (const double difference : survey.settings.differences) {
    columns.push_back(difference_text(difference));
  }
  return table(title, columns, survey, [&](const SurveyRow& row, std::size_t column) {
    return cell(row.rates[column][detector]);
  });
}

}  // namespace

Survey survey(const std::vector<NoiseModel>& noises, const std::vector<Detector>& detectors,
              const SurveySettings& settings) {
  Survey result{settings, {}, {}};
  for (const Detector& detector : detectors) result.detectors.push_back(detector.name);
  for (const NoiseModel& noise : noises) {
    SurveyRow& row = result.rows.emplace_back(SurveyRow{noise.name, {}});
    for (const double difference : settings.differences) {
      auto& rates = row.rates.emplace_back();
      for (const Detector& detector : detectors) {
        rates.push_back(error_rates(noise, detector, (1 + hair) * std::log1p(difference),
                                    settings.repetitions, settings.seed));
      }
    }
  }
  return result;
}

std::string claim_tables(const Survey& survey, const std::string& what) {
  return by_detector(
      survey,
      [&](double difference) {
        return difference > 0
                   ? fmt::format("{}Regressions of {:.3g} % found, %", what, 100 * difference)
                   : fmt::format("{}False claims of a difference, %", what);
      },
      [](const ErrorRates& rates, double difference) {
        return difference > 0 ? rates.slower : rates.different;
      });
}

std::string equivalence_tables(const Survey& survey) {
  return by_detector(
      survey,
      [](double difference) {
        return fmt::format("Called equivalent, %: {}", difference_text(difference));
      },
      [](const ErrorRates& rates, double) { return rates.equivalent; });
}

std::string equivalence_table(const Survey& survey, std::size_t detector) {
  return by_difference(fmt::format("Called equivalent by the {}, %", survey.detectors[detector]),
                       survey, detector,
                       [](const ErrorRates& rates) { return rate_cell(rates.equivalent); });
}

std::string coverage_table(const Survey& survey, std::size_t detector) {
  return by_difference(
      fmt::format("The {}'s interval holds the true ratio, %", survey.detectors[detector]), survey,
      detector, [](const ErrorRates& rates) { return rate_cell(rates.covered); });
}

std::string seconds_table(const Survey& survey, std::size_t detector) {
  return by_difference(fmt::format("The {}'s seconds to a verdict: median, and 95 % are done",
                                   survey.detectors[detector]),
                       survey, detector, [](const ErrorRates& rates) {
                         return fmt::format("{:.1f}, {:.1f}", rates.median_seconds,
                                            rates.late_seconds);
                       });
}

}  // namespace assay::guard
