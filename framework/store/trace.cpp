#include "framework/store/trace.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <numeric>

#include "framework/core/error.hpp"
#include "framework/core/hash.hpp"
#include "framework/store/t4.hpp"

namespace assay {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t most_best = 128;
constexpr std::size_t most_rest = 128;

// The numbers of a space's configurations, the best first, failures last.
std::vector<std::size_t> by_rank(const RecordedSpace& space) {
  std::vector<std::size_t> numbers(space.outcomes.size());
  std::iota(numbers.begin(), numbers.end(), std::size_t{0});
  const auto value = [&](std::size_t k) {
    return space.outcomes[k].objective.value_or(std::numeric_limits<double>::infinity());
  };
  std::stable_sort(numbers.begin(), numbers.end(),
                   [&](std::size_t a, std::size_t b) { return value(a) < value(b); });
  return numbers;
}

// Letters, digits and dots of a text, everything else as a dash.
std::string file_word(std::string text) {
  for (char& c : text) {
    const bool plain = (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
    if (!plain && c != '.') c = '-';
  }
  return text;
}

std::vector<fs::path> trace_files(const fs::path& folder) {
  std::vector<fs::path> files;
  std::error_code error;
  for (fs::directory_iterator at(folder, error), end; !error && at != end; at.increment(error)) {
    const std::string name = at->path().filename().string();
    if (name.ends_with(".json.gz") || name.ends_with(".json")) files.push_back(at->path());
  }
  std::sort(files.begin(), files.end());
  return files;
}

}  // namespace

RecordedSpace trace_of(const RecordedSpace& space) {
  auto numbers = by_rank(space);
  if (numbers.empty() || !space.outcomes[numbers.front()].objective) {
    throw environment_error("{}: no configuration succeeded, so there is nothing to learn from it",
                            space.name);
  }
  if (numbers.size() > most_best + most_rest) {
    const std::size_t rest = numbers.size() - most_best;
    for (std::size_t k = 0; k < most_rest; ++k) {
      numbers[most_best + k] = numbers[most_best + k * rest / most_rest];
    }
    numbers.resize(most_best + most_rest);
  }
  RecordedSpace trace = space;
  trace.whole = space.whole && numbers.size() == space.outcomes.size();
  trace.configurations.clear();
  trace.outcomes.clear();
  for (const std::size_t number : numbers) {
    trace.configurations.push_back(space.configurations[number]);
    RecordedOutcome& outcome = trace.outcomes.emplace_back();
    outcome.status = space.outcomes[number].status;
    outcome.objective = space.outcomes[number].objective;
  }
  return trace;
}

fs::path trace_file(const fs::path& folder, const RecordedSpace& space) {
  const RecordedOrigin& origin = space.origin;
  std::string identity = origin.problem + '\n' + origin.variant + '\n' + origin.device + '\n' +
                         canonical_text(origin.arguments) + '\n' + space.objective.name;
  for (const auto& [name, value] : origin.machine.attributes)
    identity += fmt::format("\n{}={}", name, value);
  return folder / fmt::format("{}-{}-{}.json.gz", file_word(origin.variant),
                              file_word(origin.device), hash_hex(identity).substr(0, 8));
}

TraceLibrary read_traces(const std::vector<fs::path>& folders) {
  TraceLibrary library;
  for (const auto& folder : folders) {
    for (const auto& file : trace_files(folder)) {
      try {
        library.traces.push_back({file, read_t4(file)});
      } catch (const Error& error) {
        library.complaints.push_back(fmt::format(
            "a trace is left out: {}; remove the file, or add it anew (assay traces add)",
            error.what()));
      }
    }
  }
  return library;
}

}  // namespace assay
