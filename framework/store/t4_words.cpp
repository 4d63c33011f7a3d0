#include "framework/store/t4_words.hpp"

#include <algorithm>
#include <cctype>
#include <map>

namespace assay {
namespace {

const std::map<std::string, double> units = {{"s", 1},
                                             {"sec", 1},
                                             {"second", 1},
                                             {"seconds", 1},
                                             {"ms", 1e-3},
                                             {"millisecond", 1e-3},
                                             {"milliseconds", 1e-3},
                                             {"msec", 1e-3},
                                             {"miliseconds", 1e-3},
                                             {"us", 1e-6},
                                             {"microsecond", 1e-6},
                                             {"microseconds", 1e-6},
                                             {"usec", 1e-6},
                                             {"\u00b5s", 1e-6},  // the micro sign
                                             {"\u03bcs", 1e-6},  // the Greek letter mu
                                             {"ns", 1e-9},
                                             {"nsec", 1e-9},
                                             {"nanosecond", 1e-9},
                                             {"nanoseconds", 1e-9}};

const std::map<std::string, TrialStatus> invalidities = {{"correct", TrialStatus::ok},
                                                         {"timeout", TrialStatus::timeout},
                                                         {"compile", TrialStatus::compile_error},
                                                         {"runtime", TrialStatus::device_error},
                                                         {"correctness", TrialStatus::wrong_output},
                                                         {"constraints", TrialStatus::invalid}};

std::string lower_case(std::string text) {
  std::transform(text.begin(), text.end(), text.begin(),
                 [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
  return text;
}

template <class Value>
std::optional<Value> looked_up(const std::map<std::string, Value>& table, const std::string& word) {
  const auto at = table.find(word);
  return at == table.end() ? std::nullopt : std::optional(at->second);
}

template <class Value>
std::vector<std::string> words_of(const std::map<std::string, Value>& table) {
  std::vector<std::string> words;
  for (const auto& entry : table) words.push_back(entry.first);
  return words;
}

}  // namespace

std::optional<double> t4_seconds_per(const std::string& unit) {
  return looked_up(units, lower_case(unit));
}

std::vector<std::string> t4_units() { return words_of(units); }

std::optional<TrialStatus> t4_status(const std::string& invalidity) {
  return looked_up(invalidities, invalidity);
}

std::vector<std::string> t4_invalidities() { return words_of(invalidities); }

const char* t4_invalidity(TrialStatus status) {
  switch (status) {
    case TrialStatus::ok:
      return "correct";
    case TrialStatus::timeout:
      return "timeout";
    case TrialStatus::compile_error:
      return "compile";
    case TrialStatus::wrong_output:
    case TrialStatus::not_finite:
    case TrialStatus::out_of_bounds:
    case TrialStatus::input_changed:
      return "correctness";
    default:
      // Includes refusals by a plugin or device: they cost a trial, which "constraints" do not.
      return "runtime";
  }
}

bool t4_is_time(const std::string& objective) { return lower_case(objective).ends_with("time"); }

}  // namespace assay
