// What a result rests on, drawn: a dot for each of its processes beside its interval.
#pragma once

#include <string>
#include <vector>

#include "framework/page/html_table.hpp"
#include "framework/page/markup.hpp"
#include "framework/report/comparison.hpp"

namespace assay {

// "run 2, round 14" of finals, whose rounds are what contestants are compared in; "trial 17" of
// what was measured in no rounds. Unique within a result.
[[nodiscard]] std::string process_name(const Measurement& result, const ProcessMedian& process);

// Draws the results of an instance on one logarithmic axis, so that equal distances are equal
// ratios and rows of a table can be compared by eye. The least and the greatest of all that is
// drawn stand at its ends. What is not above zero has no place on it and is left out.
class ProcessStrips {
 public:
  // Strips of the instance's entries that have a result.
  explicit ProcessStrips(const InstanceComparison& instance);

  // "1.203 ms to 1.351 ms": the ends of the axis; "" where nothing is drawn.
  [[nodiscard]] std::string range() const;

  // An <svg>: a bar for the interval, where it is bounded, with a tick for the median, and above it
  // a dot for each process. One process alone is a dot and nothing else.
  [[nodiscard]] Markup draw(const Measurement& result) const;

 private:
  void widen(double value);
  [[nodiscard]] double place(double value) const;  // on the axis, 0 to 1
  void write_interval(const Interval& value, Markup& out) const;
  void write_median(double median, Markup& out) const;
  void write_dots(const Measurement& result, Markup& out) const;

  const char* unit_;
  double least_;
  double greatest_;
};

// The cell of such a drawing: the number of processes.
[[nodiscard]] Cell processes_cell(const Measurement& result);

// What the terminal's table says of an instance (layout.hpp), with the strips.
void write_results(const InstanceComparison& instance, double confidence,
                   const std::string& caption, Markup& out);

}  // namespace assay
