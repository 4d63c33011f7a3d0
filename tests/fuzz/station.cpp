// Feeds a supervisor with the lines of a station that may say anything.
#include <array>
#include <map>
#include <nlohmann/json.hpp>
#include <optional>

#include "framework/core/json.hpp"
#include "framework/supervisor/inboxes.hpp"
#include "tests/fuzz/target.hpp"

namespace assay::fuzz {
namespace {

using nlohmann::json;

// Receives what one process has said after `message` was heard, which must be the line in
// `message`.
void receive_all(Inboxes& inboxes, std::int64_t process, const json& message) {
  for (std::string said;
       inboxes.receive(process, said, Inboxes::Clock::now()) == WorkerProcess::Event::line;) {
    const json as_told = {{"process", process}, {"line", said}};
    require(message.at("process") == process && message.at("line") == as_told.at("line"),
            "a process has said what nobody told of it");
  }
}

void hear_station(std::string_view input) {
  Inboxes inboxes;
  const std::array processes{inboxes.open(), inboxes.open()};
  inboxes.close(inboxes.open());
  std::map<std::int64_t, std::optional<std::string>> ends;
  while (!input.empty()) {
    const std::string line(take_line(input));
    inboxes.hear(line);
    const json message = parse_json_or_discard(line);
    for (const std::int64_t process : processes) {
      receive_all(inboxes, process, message);
      auto& end = ends[process];
      const auto now = inboxes.end_of(process);
      require(!end || end == now, "a process ended twice");
      end = now;
      static_cast<void>(inboxes.last_words(process));
    }
  }
  inboxes.lose("lost");
  for (const std::int64_t process : processes) {
    require(inboxes.end_of(process) == ends[process].value_or("lost"),
            "a process outlives its connection");
  }
}

const Target station("station", hear_station);

}  // namespace
}  // namespace assay::fuzz
