// The origin of a T4 file. Internal to the store.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>

#include "framework/store/recorded_space.hpp"

namespace assay {

// The origin that the metadata state: everything in assay's own files; in others, the device, if a
// member "device_name" or the query of nvidia-smi names it, and the host. Missing parts follow from
// a file name of the form KERNEL-DEVICE, which is usual for such files.
[[nodiscard]] RecordedOrigin t4_origin(const nlohmann::ordered_json& document,
                                       const std::string& file_name);

}  // namespace assay
