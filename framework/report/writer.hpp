// How a comparison is laid out. One format per file; all of them show the same model.
#pragma once

#include <iosfwd>
#include <memory>
#include <string>
#include <vector>

#include "framework/report/comparison.hpp"

namespace assay {

class Writer {
 public:
  virtual ~Writer() = default;
  virtual void write(const Comparison& comparison, std::ostream& out) const = 0;
};

// "terminal": aligned columns for people; with `colour` by meaning (winner, failure, doubt).
// "markdown": GitHub's tables.
// "csv": RFC 4180, a row per entry, full precision, times in seconds; what is absent is empty.
// "json": everything, times in seconds; null is absent, and for a bound of an interval unbounded.
// Throws usage Error for another name. `colour` matters to the terminal only.
[[nodiscard]] std::unique_ptr<Writer> make_writer(const std::string& format, bool colour = false);
[[nodiscard]] std::vector<std::string> writer_names();

}  // namespace assay
