// Drawings of the evidence for a result: a dot for each of its processes next to its interval.
#pragma once

#include <string>
#include <vector>

#include "framework/compare/comparison.hpp"
#include "framework/report/html_table.hpp"
#include "framework/report/markup.hpp"

namespace assay {

// The name of a process within a result: "run 2, round 14" in finals, where contestants are
// compared by rounds, and "trial 17" for measurements without rounds. Unique within a result.
[[nodiscard]] std::string process_name(const Measurement& result, const ProcessMedian& process);

// Draws the results of an instance on one logarithmic axis, so that equal distances are equal
// ratios and rows of a table can be compared by eye. The axis ranges from the least to the greatest
// of all values drawn. Values that are not above zero have no place on it and are left out.
class ProcessStrips {
 public:
  // Prepares the strips of the instance's entries that have a result.
  explicit ProcessStrips(const InstanceComparison& instance);

  // The ends of the axis as "1.203 ms to 1.351 ms"; "" if nothing is drawn.
  [[nodiscard]] std::string range() const;

  // An <svg>: a bar for the interval, if it is bounded, with a tick for the median, and above it a
  // dot for each process. A result of a single process is only a dot.
  [[nodiscard]] Markup draw(const Measurement& result) const;

 private:
  void widen(double value);
  [[nodiscard]] double place(double value) const;  // position on the axis, 0 to 1
  void write_interval(const Interval& value, Markup& out) const;
  void write_median(double median, Markup& out) const;
  void write_dots(const Measurement& result, Markup& out) const;

  const char* unit_;
  double least_;
  double greatest_;
};

// The cell behind a drawing: the number of processes.
[[nodiscard]] Cell processes_cell(const Measurement& result);

// Writes the terminal's table of an instance (layout.hpp) with a strip for each result.
void write_results(const InstanceComparison& instance, double confidence,
                   const std::string& caption, Markup& out);

}  // namespace assay
