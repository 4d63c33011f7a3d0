#pragma once

#include <string>

#include "framework/worker/worker_process.hpp"

namespace assay {

// Waits until a worker greets under `key` (protocol.hpp). What comes before is passed over: remote
// shells print banners. Throws environment Error that names `command` and what would help where it
// ends, keeps silent for `seconds`, says other things only, or greets otherwise or in another
// version. What is thrown for an end includes its last words.
void await_greeting(WorkerProcess& process, const char* key, double seconds,
                    const std::string& command);

}  // namespace assay
