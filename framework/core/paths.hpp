// The places where assay finds its files: relative to the running executable, so that an install
// tree works wherever it is moved, and a build tree works as it is.
#pragma once

#include <filesystem>
#include <vector>

namespace assay {

// The path of the running executable, symbolic links resolved. Throws environment Error if /proc
// does not provide it.
[[nodiscard]] std::filesystem::path executable_path();

// Folders to load plugins from, existing ones only, in order of search: those of ASSAY_PLUGIN_PATH
// (separated by ':'), then ../lib*/assay/plugins and ../lib*/*/assay/plugins (Debian's multiarch
// folders) as seen from the executable's folder.
[[nodiscard]] std::vector<std::filesystem::path> plugin_folders(
    const std::filesystem::path& executable = executable_path());

// The folder of the scenarios that are shipped: ../share/assay/scenarios as seen from the
// executable's folder, or, in a build tree, scenarios/ of the source tree it was configured from.
// Empty if neither exists.
[[nodiscard]] std::filesystem::path scenario_folder(
    const std::filesystem::path& executable = executable_path());

// The folder of traces that the user added: $ASSAY_TRACES, else $XDG_DATA_HOME/assay/traces, else
// ~/.local/share/assay/traces. Empty if there is no home. Not created here.
[[nodiscard]] std::filesystem::path own_trace_folder();

// The folders to look for traces in, existing ones only: the user's own, then the shipped ones,
// ../share/assay/traces as seen from the executable's folder, or, in a build tree, traces/ of the
// source tree it was configured from.
[[nodiscard]] std::vector<std::filesystem::path> trace_folders(
    const std::filesystem::path& executable = executable_path());

// The library that draws the charts of reports: ../share/assay/report/chart.min.js as seen from the
// executable's folder, in an install tree as well as in a build tree. Empty if it is missing.
[[nodiscard]] std::filesystem::path chart_library_file(
    const std::filesystem::path& executable = executable_path());

// The folder for what can be recomputed: $ASSAY_CACHE, else $XDG_CACHE_HOME/assay, else
// ~/.cache/assay, else (no home) a folder of the user's own below the one for temporary files. Not
// created here.
[[nodiscard]] std::filesystem::path cache_folder();

}  // namespace assay
