// Where a T4 file was recorded. Internal to the store.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>

#include "framework/store/recorded_space.hpp"

namespace assay {

// What the metadata tell: in our own files everything, in those of others the device, where a
// member "device_name" or the query of nvidia-smi names one, and the host. What they leave open
// follows from a file name of the form KERNEL-DEVICE, as such files are called.
[[nodiscard]] RecordedOrigin t4_origin(const nlohmann::ordered_json& document,
                                       const std::string& file_name);

}  // namespace assay
