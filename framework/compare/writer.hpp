// The formats of a comparison. Each format is in a file of its own; all of them show one model.
#pragma once

#include <iosfwd>
#include <memory>
#include <string>
#include <vector>

#include "framework/compare/comparison.hpp"

namespace assay {

class Writer {
 public:
  virtual ~Writer() = default;
  virtual void write(const Comparison& comparison, std::ostream& out) const = 0;
};

// A writer of the named format:
//
// "terminal": aligned columns for people, with `colour` by meaning (winner, failure, doubt). More
// than 20 instances of a problem are summarised, unless `each` is asked for.
// "markdown": GitHub's tables. "csv": RFC 4180, one row per entry, full precision, times in
// seconds, absent values empty. "json": everything, times in seconds; null stands for an absent
// value, and as a bound of an interval for unbounded. Throws usage Error for another name. `colour`
// affects only the terminal.
[[nodiscard]] std::unique_ptr<Writer> make_writer(const std::string& format, bool colour = false,
                                                  bool each = false);
[[nodiscard]] std::vector<std::string> writer_names();

}  // namespace assay
