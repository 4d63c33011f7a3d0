#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace assay::command {

enum class Severity { good, warning, fatal };

// A finding of `assay doctor` about one subject.
struct Finding {
  std::string subject;
  Severity severity = Severity::good;
  std::string text;
  std::string cure;  // remedy for a warning or worse
};

// Each function examines one subject and never throws: a failed examination is a finding too.
std::vector<Finding> examine_environment();  // clock, frequency, load
Finding examine_noise(double seconds);       // repeats identical work
Finding examine_folder(const std::string& subject, const std::string& folder);  // is it writable?
// Returns the faults of the store, or a single finding if it is intact.
std::vector<Finding> examine_store(const std::filesystem::path& file);

}  // namespace assay::command
