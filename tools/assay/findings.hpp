#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace assay::command {

enum class Severity { good, warning, fatal };

// One thing `assay doctor` looked at.
struct Finding {
  std::string subject;
  Severity severity = Severity::good;
  std::string text;
  std::string cure;  // what to do about a warning or worse
};

// Each looks at one subject and never throws: what cannot be found out is a finding too.
std::vector<Finding> examine_environment();  // clock, frequency, load
Finding examine_noise(double seconds);       // repeats identical work
Finding examine_folder(const std::string& subject, const std::string& folder);  // writable?
std::vector<Finding> examine_store(const std::filesystem::path& file);  // intact? one, if it is

}  // namespace assay::command
