#pragma once

#include <string>

#include "framework/supervisor/worker_process.hpp"

namespace assay {

// Waits until a worker greets under `key` (protocol.hpp). Lines before the greeting are skipped:
// remote shells print banners. Throws environment Error, which names `command` and what would help,
// if the worker ends, is silent for `seconds`, says other things only, or greets under another key
// or in another version. The message includes the last words of a worker that ended or was given
// up.
void await_greeting(WorkerProcess& process, const char* key, double seconds,
                    const std::string& command);

}  // namespace assay
