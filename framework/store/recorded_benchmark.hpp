// What other benchmark tools recorded, as far as assay has words for it.
#pragma once

#include <string>
#include <vector>

#include "framework/core/catalog.hpp"
#include "framework/core/machine.hpp"
#include "framework/core/trial.hpp"

namespace assay {

// Which of the times in a file becomes the samples: what passed, or what the process itself took of
// the processor.
enum class BenchmarkTime { real, cpu };

// One benchmark with its arguments fixed.
struct RecordedBenchmark {
  std::string title;    // as the file names it, for messages
  std::string name;     // without its arguments: "BM_Sort<int>"
  Bindings arguments;   // of the instance
  std::string device;   // "cpu", "cuda:0"
  std::string backend;  // "cpu", "cuda"
  std::string mode;     // what its times are, mode_text()
  // What was measured, with a sample for each time in the file, then each failure; never empty.
  std::vector<TrialResult> trials;
  double unit = 0;  // seconds: that in which the file has its times; 0 where it does not say
  // What it counts as here; name_benchmarks() fills them in.
  std::string problem = {};
  std::string variant = {};
};

// The benchmarks of one file.
struct RecordedBenchmarks {
  std::string tool;         // "google-benchmark", "nvbench": problems are named after it
  std::string program;      // that ran them, without its folder
  MachineRecord machine;    // what identifies it; the name of a host does not
  std::string environment;  // a JSON object: what else the file says of machine and program
  std::vector<RecordedBenchmark> benchmarks;
};

// Decides what is compared with what. With no problem given every benchmark is a problem TOOL/NAME
// of its own and the program is the variant, so that programs, and builds of one, meet on the same
// instances. With a problem given the benchmarks are variants of it, so that they meet each other.
// `variant`, unless empty, is the variant's name in either case. Throws usage Error, naming
// `place`, for two benchmarks that this leaves the same.
void name_benchmarks(RecordedBenchmarks& file, const std::string& problem,
                     const std::string& variant, const std::string& place);

// What a benchmark, once it is named, is to the store; its inputs are those of no plugin. A
// `build_id` tells one build of it from another.
[[nodiscard]] InstanceRecord instance_of(const RecordedBenchmark& benchmark);
[[nodiscard]] VariantDescription variant_of(const RecordedBenchmark& benchmark,
                                            const std::string& build_id);

// What tells one measurement of a program from another: over the times, and what else the file
// says.
[[nodiscard]] std::string digest_of(const RecordedBenchmarks& file);

}  // namespace assay
