// Shortened files as Google Benchmark and nvbench write them.
#pragma once

#include <cstdint>
#include <filesystem>
#include <fstream>
#include <vector>

namespace assay::test {

// Three repetitions interleaved with another benchmark, one of whose repetitions failed;
// aggregates; a fit.
inline constexpr const char* google_text = R"({
  "context": {
    "date": "2024-04-10T19:22:38+02:00",
    "host_name": "build-box",
    "executable": "./build/bm_sort",
    "num_cpus": 8,
    "mhz_per_cpu": 3600,
    "cpu_scaling_enabled": false,
    "caches": [
      {"type": "Data", "level": 1, "size": 32768, "num_sharing": 2},
      {"type": "Unified", "level": 2, "size": 1048576, "num_sharing": 2}
    ],
    "load_avg": [0.11, 0.2, 0.3],
    "library_build_type": "release"
  },
  "benchmarks": [
    {"name": "BM_Sort<int>/64", "family_index": 0, "per_family_instance_index": 0,
     "run_name": "BM_Sort<int>/64", "run_type": "iteration", "repetitions": 3,
     "repetition_index": 0, "threads": 1, "iterations": 7000, "real_time": 1.0e+02,
     "cpu_time": 9.9e+01, "time_unit": "us", "label": "introsort", "swaps": 1.2e+01},
    {"name": "BM_Copy", "family_index": 1, "per_family_instance_index": 0,
     "run_name": "BM_Copy", "run_type": "iteration", "repetitions": 2,
     "repetition_index": 0, "threads": 1, "iterations": 10, "real_time": 2.0e+00,
     "cpu_time": 2.0e+00, "time_unit": "ms"},
    {"name": "BM_Sort<int>/64", "family_index": 0, "per_family_instance_index": 0,
     "run_name": "BM_Sort<int>/64", "run_type": "iteration", "repetitions": 3,
     "repetition_index": 1, "threads": 1, "iterations": 7000, "real_time": 1.2e+02,
     "cpu_time": 9.8e+01, "time_unit": "us", "label": "introsort", "swaps": 1.1e+01},
    {"name": "BM_Copy", "family_index": 1, "per_family_instance_index": 0,
     "run_name": "BM_Copy", "run_type": "iteration", "repetitions": 2,
     "repetition_index": 1, "threads": 1, "error_occurred": true,
     "error_message": "out of memory", "iterations": 0, "real_time": 0.0, "cpu_time": 0.0,
     "time_unit": "ms"},
    {"name": "BM_Sort<int>/64", "family_index": 0, "per_family_instance_index": 0,
     "run_name": "BM_Sort<int>/64", "run_type": "iteration", "repetitions": 3,
     "repetition_index": 2, "threads": 1, "iterations": 7000, "real_time": 1.04e+05,
     "cpu_time": 1.0e+05, "time_unit": "ns", "label": "introsort", "swaps": 1.3e+01},
    {"name": "BM_Sort<int>/64_median", "family_index": 0, "per_family_instance_index": 0,
     "run_name": "BM_Sort<int>/64", "run_type": "aggregate", "repetitions": 3, "threads": 1,
     "aggregate_name": "median", "aggregate_unit": "time", "iterations": 3,
     "real_time": 1.04e+02, "cpu_time": 9.9e+01, "time_unit": "us"},
    {"name": "BM_Sort<int>_BigO", "family_index": 0, "per_family_instance_index": 0,
     "run_name": "BM_Sort<int>", "run_type": "aggregate", "repetitions": 3, "threads": 1,
     "aggregate_name": "BigO", "aggregate_unit": "time", "cpu_coefficient": 1.5,
     "real_coefficient": 1.6, "big_o": "N", "time_unit": "us"},
    {"name": "BM_Wide", "family_index": 2, "per_family_instance_index": 0,
     "run_name": "BM_Wide", "run_type": "iteration", "repetitions": 1, "repetition_index": 0,
     "threads": 1, "skipped": true, "skip_message": "needs AVX-512", "iterations": 0,
     "real_time": 0.0, "cpu_time": 0.0, "time_unit": "ns"}
  ]
})";

// One state with samples in a file, and one state that was skipped.
inline constexpr const char* nvbench_text = R"({
  "meta": {"argv": ["./bin/copy_bench", "--jsonbin", "out.json"],
           "version": {"json": {"major": 1, "minor": 0, "patch": 0, "string": "1.0.0"}}},
  "devices": [{"id": 0, "name": "NVIDIA H200", "sm_version": 900, "number_of_sms": 132}],
  "benchmarks": [
    {"name": "copy", "index": 0, "devices": [0],
     "axes": [{"name": "Size", "type": "int64", "flags": "", "values": []}],
     "states": [
       {"name": "Device=0 Size=2^20 Kind=I32", "device": 0, "type_config_index": 0,
        "axis_values": [{"name": "Size", "type": "int64", "value": "1048576"},
                        {"name": "Kind", "type": "string", "value": "32"},
                        {"name": "Share", "type": "float64", "value": "0.5"}],
        "summaries": [
          {"tag": "nv/cold/time/gpu/mean", "name": "GPU Time", "hint": "duration",
           "data": [{"name": "value", "type": "float64", "value": "2e-06"}]},
          {"tag": "nv/cold/sample_size", "name": "Samples", "hint": "sample_size",
           "data": [{"name": "value", "type": "int64", "value": "3"}]},
          {"tag": "nv/cold/time/gpu/stdev/relative", "name": "Noise", "hint": "percentage",
           "data": [{"name": "value", "type": "float64", "value": "inf"}]},
          {"tag": "nv/json/bin:nv/cold/sample_times", "name": "Samples Times File",
           "hint": "file/sample_times", "hide": "Not needed in table.",
           "data": [{"name": "filename", "type": "string", "value": "out.json-bin/0.bin"},
                    {"name": "size", "type": "int64", "value": "3"}]}],
        "is_skipped": false},
       {"name": "Device=0 Size=2^40 Kind=I32", "device": 0, "type_config_index": 0,
        "axis_values": [{"name": "Size", "type": "int64", "value": "1099511627776"}],
        "summaries": null, "is_skipped": true, "skip_reason": "does not fit"}
     ]}
  ]
})";

// Writes the file with the samples of the nvbench state. nvbench writes the least byte first, and
// the tests run on machines with this order.
inline void write_times(const std::filesystem::path& file, const std::vector<float>& seconds) {
  std::filesystem::create_directories(file.parent_path());
  std::ofstream(file, std::ios::binary)
      .write(reinterpret_cast<const char*>(seconds.data()),
             static_cast<std::streamsize>(seconds.size() * sizeof(float)));
}

}  // namespace assay::test
