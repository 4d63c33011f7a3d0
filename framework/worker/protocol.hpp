// How a supervisor and a worker talk: one JSON object a line, requests on the worker's standard
// input, everything else on its standard output.
//
//   worker      {"assay-worker": 3, "version": "0.1.0", "pid": 4711}           once, first
//   supervisor  {"id": 7, "do": "trial", ...}
//   worker      {"id": 7, "stage": "compile"}                                  any number
//   worker      {"id": 7, "ok": {...}}  or  {"id": 7, "error": {"kind": "usage", "message": "..."}}
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
//
// A station (`assay worker` as users start it on other hosts) carries several such talks through
// one connection, each with a process of its own:
//
//   station     {"assay-station": 3, "version": "0.1.0", "pid": 4712}          once, first
//   supervisor  {"process": 3, "do": "start", "memory_gib": 0}                 also "end", "kill"
//   supervisor  {"process": 3, "line": "what the process is to read"}
//   station     {"process": 3, "line": "what the process said"}
//   station     {"process": 3, "ended": "died of SIGSEGV (...)", "words": "of its standard error"}
//   supervisor  {"do": "ping"}
//   station     {"pong": true}
#pragma once

#include <nlohmann/json.hpp>
#include <string>

#include "framework/core/error.hpp"
#include "framework/core/machine.hpp"
#include "framework/worker/client.hpp"

namespace assay::protocol {

// Raised when either side would misunderstand the other.
inline constexpr int version = 3;
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

[[nodiscard]] nlohmann::json to_json(const Peaks& peaks);
[[nodiscard]] Peaks peaks_from_json(const nlohmann::json& message);

[[nodiscard]] nlohmann::json to_json(const Error& error);
[[nodiscard]] Error error_from_json(const nlohmann::json& message);

}  // namespace assay::protocol
