// The conversation of a supervisor and a worker: one JSON object per line, requests on the worker's
// standard input, everything else on its standard output.
//
//   worker      {"assay-worker": 7, "version": "0.1.0", "pid": 4711}           once, first
//   supervisor  {"id": 7, "do": "trial", ...}
//   worker      {"id": 7, "stage": "compile"}                                  any number
//   worker      {"id": 7, "ok": {...}}  or  {"id": 7, "error": {"kind": "usage", "message": "..."}}
//
// A supervisor of the same host that hands instances on (handover.hpp) adds to open, trial and
// pairs the snapshots it has of the instance, and the plugins that are enough, once a worker has
// reported them; a worker that had to create the instance reports the snapshot that others may take
// over:
//
//   supervisor  {"id": 8, "do": "trial", "snapshots": [{"key": "...", "path": "/proc/4700/fd/9"}],
//                "plugins": ["/.../assay-sort-cpu.so"], ...}
//   worker      {"id": 8, "plugins": ["/.../assay-sort-cpu.so"]}
//   worker      {"id": 8, "snapshot": {"key": "...", "path": "/proc/4711/fd/5"}}
//
// A trial whose request says that it is measured alongside others ("turn-seconds") asks for each
// turn and waits until it has it:
//
//   worker      {"id": 7, "turn": "first"}                                 also "next" and "last"
//   supervisor  {"do": "turn"}
//
// A worker ends when its standard input does. While a trial is in flight, any input, its end
// included, makes the trial end after the current sample; {"do": "stop"} is meant for that and is
// not answered. Requests are answered one after the other:
//   bring    kernels                  nothing: kernel files become problems and variants
//   describe                          the Catalog
//   open     problem, arguments       an InstanceRecord
//   trial    a TrialRequest           a TrialResult
//   pairs    a PairRequest            a PairedResult
//   compile  a TrialRequest           a TrialResult without samples
//   peaks    device                   Peaks
//   verify   problem, arguments, arena   the verdict on the outputs in the arena
//   perform  see perform.hpp          a TrialResult without samples
//
// A worker that performs takes the steps that the judge asks for, and reports the outcome of each:
//
//   worker      {"id": 9, "step": "compile", "seconds": 0.1}                 once, first
//   supervisor  {"step": "repeat"}
//   worker      {"id": 9, "step": "repeat", "sample": {...}}
//
// A station (`assay worker` as users start it on other hosts) carries several such conversations
// over one connection, each with a process of its own:
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
// A station also takes "end", "kill", "pause", "resume" and "forget" for a process that has been
// started; "forget" discards what it has said on its standard error so far. "killed" says that it
// died of a SIGKILL from elsewhere.
#pragma once

#include <nlohmann/json.hpp>
#include <string>
#include <utility>
#include <vector>

#include "framework/core/error.hpp"
#include "framework/core/machine.hpp"
#include "framework/protocol/requests.hpp"

namespace assay::protocol {

// The version of the protocol, raised when either side would otherwise misunderstand the other.
inline constexpr int version = 7;
inline constexpr const char* greeting_key = "assay-worker";
inline constexpr const char* station_key = "assay-station";

// The message as one line, without its end. Bytes that are not UTF-8 (compilers quote sources)
// become U+FFFD.
[[nodiscard]] std::string line(const nlohmann::json& message);

// Leaves out the limits of a request: they are the supervisor's own business.
[[nodiscard]] nlohmann::json to_json(const TrialRequest& request);
[[nodiscard]] TrialRequest trial_request_from_json(const nlohmann::json& message);

[[nodiscard]] nlohmann::json to_json(const PairRequest& request);
[[nodiscard]] PairRequest pair_request_from_json(const nlohmann::json& message);

[[nodiscard]] nlohmann::json to_json(const InstanceKey& key);
[[nodiscard]] InstanceKey instance_key_from_json(const nlohmann::json& message);

[[nodiscard]] nlohmann::json to_json(const SnapshotOffer& offer);
[[nodiscard]] SnapshotOffer offer_from_json(const nlohmann::json& message);
// Adds the snapshots that the supervisor offers, which may be none yet, to a request.
void add_offers(nlohmann::json& request, const std::vector<SnapshotOffer>& offers);
[[nodiscard]] std::vector<SnapshotOffer> offers_of(const nlohmann::json& request);
// Whether the supervisor that sent the request hands instances on.
[[nodiscard]] bool hands_on(const nlohmann::json& request);

// The names and builds of the variants that a request names, none to two.
[[nodiscard]] std::vector<std::pair<std::string, std::string>> variants_of(
    const nlohmann::json& request);

[[nodiscard]] nlohmann::json to_json(const Peaks& peaks);
[[nodiscard]] Peaks peaks_from_json(const nlohmann::json& message);

[[nodiscard]] nlohmann::json to_json(const Error& error);
[[nodiscard]] Error error_from_json(const nlohmann::json& message);

}  // namespace assay::protocol
