// How a supervisor and a worker talk: one JSON object a line, requests on the worker's standard
// input, everything else on its standard output.
//
//   worker      {"assay-worker": 7, "version": "0.1.0", "pid": 4711}           once, first
//   supervisor  {"id": 7, "do": "trial", ...}
//   worker      {"id": 7, "stage": "compile"}                                  any number
//   worker      {"id": 7, "ok": {...}}  or  {"id": 7, "error": {"kind": "usage", "message": "..."}}
//
// A supervisor of the same host that hands instances on (handover.hpp) adds to open, trial and
// pairs what it has of the instance, and which plugins are enough, once a worker has told that; one
// that had to create the instance tells what others may take over:
//
//   supervisor  {"id": 8, "do": "trial", "snapshots": [{"key": "...", "path": "/proc/4700/fd/9"}],
//                "plugins": ["/.../assay-sort-cpu.so"], ...}
//   worker      {"id": 8, "plugins": ["/.../assay-sort-cpu.so"]}
//   worker      {"id": 8, "snapshot": {"key": "...", "path": "/proc/4711/fd/5"}}
//
// A trial of which the request says that it is measured beside others ("turn-seconds") asks for
// each turn and waits until it has it:
//
//   worker      {"id": 7, "turn": "first"}                                 also "next" and "last"
//   supervisor  {"do": "turn"}
//
// A worker ends when its standard input does. While a trial is in flight, anything that can be read
// there, its end included, has the trial end after the current sample; {"do": "stop"} is for that
// and is not answered. Requests are answered one after the other:
//   bring    kernels                  nothing: kernel files become problems and variants
//   describe                          the Catalog
//   open     problem, arguments       an InstanceRecord
//   trial    see below                a TrialResult
//   pairs    the same, candidate, seed   a PairedResult
//   compile  the same                 a TrialResult without samples
//   peaks    device                   Peaks
//   verify   problem, arguments, arena   what came of judging the outputs in it as the instance's
//   perform  see perform.hpp          a TrialResult without samples
//
// A worker that performs takes steps as it is told, and says what came of each:
//
//   worker      {"id": 9, "step": "compile", "seconds": 0.1}                 once, first
//   supervisor  {"step": "repeat"}
//   worker      {"id": 9, "step": "repeat", "sample": {...}}
//
// A station (`assay worker` as users start it on other hosts) carries several such talks through
// one connection, each with a process of its own:
//
//   station     {"assay-station": 7, "version": "0.1.0", "pid": 4712}          once, first
//   supervisor  {"process": 3, "do": "start", "memory_gib": 0}
//   supervisor  {"process": 3, "line": "what the process is to read"}
//   station     {"process": 3, "line": "what the process said"}
//   station     {"process": 3, "ended": "died of SIGSEGV (...)",
//                "killed": false, "words": "of its standard error"}
//   supervisor  {"do": "ping"}
//   station     {"pong": true}
//
// A process that has been started is also told to "end", "kill", "pause", "resume", and "forget":
// what it said on its standard error so far is of no interest any more. "killed" says that it died
// of SIGKILL from elsewhere.
#pragma once

#include <nlohmann/json.hpp>
#include <string>
#include <utility>
#include <vector>

#include "framework/core/error.hpp"
#include "framework/core/machine.hpp"
#include "framework/worker/client.hpp"
#include "framework/worker/handover.hpp"

namespace assay::protocol {

// Raised when either side would misunderstand the other.
inline constexpr int version = 7;
inline constexpr const char* greeting_key = "assay-worker";
inline constexpr const char* station_key = "assay-station";

// One line without its end. Bytes that are no UTF-8 (compilers quote sources) become U+FFFD.
[[nodiscard]] std::string line(const nlohmann::json& message);

// The limits of a request are the supervisor's own business and stay behind.
[[nodiscard]] nlohmann::json to_json(const TrialRequest& request);
[[nodiscard]] TrialRequest trial_request_from_json(const nlohmann::json& message);

[[nodiscard]] nlohmann::json to_json(const PairRequest& request);
[[nodiscard]] PairRequest pair_request_from_json(const nlohmann::json& message);

[[nodiscard]] nlohmann::json to_json(const InstanceKey& key);
[[nodiscard]] InstanceKey instance_key_from_json(const nlohmann::json& message);

[[nodiscard]] nlohmann::json to_json(const SnapshotOffer& offer);
[[nodiscard]] SnapshotOffer offer_from_json(const nlohmann::json& message);
// Adds to a request what its supervisor has to offer, which may be nothing yet.
void add_offers(nlohmann::json& request, const std::vector<SnapshotOffer>& offers);
[[nodiscard]] std::vector<SnapshotOffer> offers_of(const nlohmann::json& request);
// Whether its supervisor hands instances on.
[[nodiscard]] bool hands_on(const nlohmann::json& request);

// The names and builds of the variants that a request names, none to two.
[[nodiscard]] std::vector<std::pair<std::string, std::string>> variants_of(
    const nlohmann::json& request);

[[nodiscard]] nlohmann::json to_json(const Peaks& peaks);
[[nodiscard]] Peaks peaks_from_json(const nlohmann::json& message);

[[nodiscard]] nlohmann::json to_json(const Error& error);
[[nodiscard]] Error error_from_json(const nlohmann::json& message);

}  // namespace assay::protocol
