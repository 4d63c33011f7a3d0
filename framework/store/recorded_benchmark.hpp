// Recordings of other benchmark tools, as far as assay has words for them.
#pragma once

#include <string>
#include <vector>

#include "framework/core/catalog.hpp"
#include "framework/core/instance_record.hpp"
#include "framework/core/machine.hpp"
#include "framework/core/trial.hpp"

namespace assay {

// Which of the times in a file become the samples: elapsed time, or the processor time of the
// process.
enum class BenchmarkTime { real, cpu };

// One benchmark with its arguments fixed.
struct RecordedBenchmark {
  std::string title;    // the name in the file, for messages
  std::string name;     // without arguments: "BM_Sort<int>"
  Bindings arguments;   // of the instance
  std::string device;   // "cpu", "cuda:0"
  std::string backend;  // "cpu", "cuda"
  std::string mode;     // the kind of its times, mode_text()
  // A success with one sample for each time in the file, then each failure; never empty.
  std::vector<TrialResult> trials;
  double unit = 0;  // of the times in the file, in seconds; 0 if the file does not name it
  // The names it has in assay; name_benchmarks() fills them in.
  std::string problem = {};
  std::string variant = {};
};

// The benchmarks of one file.
struct RecordedBenchmarks {
  std::string tool;         // "google-benchmark", "nvbench": the prefix of problem names
  std::string program;      // the program that ran the benchmarks, without its folder
  MachineRecord machine;    // only what identifies it, which the name of a host does not
  std::string environment;  // a JSON object: the rest of what the file says of machine and program
  std::vector<RecordedBenchmark> benchmarks;
};

// Decides which benchmarks are compared with each other. With an empty `problem`, every benchmark
// is a problem TOOL/NAME of its own and the program is the variant, so that programs, and builds of
// one program, meet on the same instances. With a `problem`, the benchmarks are variants of it, so
// that they meet each other. A `variant` that is not empty is the variant's name in either case.
// Throws usage Error that names `place` if two benchmarks end up with the same names.
void name_benchmarks(RecordedBenchmarks& file, const std::string& problem,
                     const std::string& variant, const std::string& place);

// The instance and the variant that a named benchmark is to the store. Its inputs belong to no
// plugin. `build_id` distinguishes builds of the variant.
[[nodiscard]] InstanceRecord instance_of(const RecordedBenchmark& benchmark);
[[nodiscard]] VariantDescription variant_of(const RecordedBenchmark& benchmark,
                                            const std::string& build_id);

// A digest that distinguishes measurements of a program, over the times and everything else that
// the file says.
[[nodiscard]] std::string digest_of(const RecordedBenchmarks& file);

}  // namespace assay
