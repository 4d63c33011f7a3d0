#include "framework/store/foreign_file.hpp"

#include "framework/store/foreign_json.hpp"
#include "framework/store/google_benchmark.hpp"
#include "framework/store/nvbench.hpp"
#include "framework/store/packed_text.hpp"
#include "framework/store/t4.hpp"

namespace assay {
ForeignFile read_foreign_file(const std::filesystem::path& path, BenchmarkTime time) {
  const ForeignJson document = parse_foreign_json(read_packed_text(path), path.string());
  if (is_google_benchmark(document)) return google_benchmarks(document, path.string(), time);
  if (is_nvbench(document)) {
    if (time == BenchmarkTime::real) return nvbench_benchmarks(document, path);
    throw environment_error(
        "{}: nvbench records no processor time: leave out --time cpu to compare the device's times",
        path.string());
  }
  if (member(document, "benchmarks") != nullptr) {
    throw environment_error(
        "{}: has \"benchmarks\", but neither the \"context\" of Google Benchmark nor the "
        "\"devices\" of nvbench; import it as the tool wrote it",
        path.string());
  }
  return t4_space(document, path.string());
}

}  // namespace assay
