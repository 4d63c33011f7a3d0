#include "framework/supervisor/greeting.hpp"

#include <algorithm>
#include <nlohmann/json.hpp>

#include "framework/core/error.hpp"
#include "framework/core/json.hpp"
#include "framework/protocol/protocol.hpp"
#include "framework/supervisor/limits.hpp"

namespace assay {
namespace {

using nlohmann::json;

constexpr int banner_lines = 1000;

std::string with_last_words(const WorkerProcess& process) {
  const std::string words = process.last_words();
  return words.empty() ? "" : fmt::format("; its last output:\n{}", words);
}

[[noreturn]] void give_up(WorkerProcess& process, const std::string& command,
                          const std::string& reason) {
  process.kill();
  static_cast<void>(process.end_and_explain(farewell));
  throw environment_error("the worker '{}' did not start: {}{}", command, reason,
                          with_last_words(process));
}

// True if this line is the greeting.
bool is_greeting(const json& line, const char* key, const std::string& command) {
  if (!line.is_object()) return false;
  for (const char* known : {protocol::greeting_key, protocol::station_key}) {
    if (!line.contains(known)) continue;
    const json& version = line.at(known);
    if (version != protocol::version) {
      const json& assay = line.contains("version") ? line.at("version") : json("unknown");
      throw environment_error(
          "the worker '{}' (assay {}) speaks protocol {}, but this assay speaks {}: install the "
          "same version on both ends",
          command, assay.dump(), version.dump(), protocol::version);
    }
    if (std::string(known) == key) return true;
    const bool station = std::string(key) == protocol::station_key;
    throw environment_error(
        "the worker '{}' identifies itself as {}, not as {}: {}", command, known, key,
        station ? "start it without --process"
                : "start a single worker process with 'assay worker --process'");
  }
  return false;
}

}  // namespace

void await_greeting(WorkerProcess& process, const char* key, double seconds,
                    const std::string& command) {
  const auto deadline = in_seconds(seconds);
  std::string line;
  for (int count = 0; count < banner_lines; ++count) {
    switch (process.receive(line, deadline)) {
      case WorkerProcess::Event::closed: {
        const std::string end = process.end_and_explain(farewell);
        throw environment_error(
            "the worker '{}' did not start: it {} before its greeting; the command must run 'assay "
            "worker' (installed there, with its full path if it is not found) and leave standard "
            "input and output to it{}",
            command, end, with_last_words(process));
      }
      case WorkerProcess::Event::timeout:
        give_up(process, command,
                fmt::format("no greeting within {} s (limits.start_seconds)", seconds));
      case WorkerProcess::Event::line:
        break;
    }
    if (is_greeting(parse_json_or_discard(line), key, command)) return;
  }
  give_up(process, command,
          fmt::format("no greeting in {} lines of output, the last of which was '{}'", banner_lines,
                      line.substr(0, 200)));
}

}  // namespace assay
