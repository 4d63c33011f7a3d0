// Parsing the names of Google Benchmark's benchmarks. Internal to the store.
#pragma once

#include <string>

#include "framework/core/value.hpp"

namespace assay {

struct GoogleBenchmarkName {
  std::string name;
  Bindings arguments;
};

// Splits "BM_Sort<int>/std/1024/n:8/threads:4/real_time" into the name "BM_Sort<int>/std" and the
// arguments that follow it, as far as the parts have the form of arguments: arg0=1024 n=8 threads=4
// real_time=true. Drops nothing, since Google Benchmark tells its benchmarks apart by all of it. A
// part such as "level=3 data=uniform" is a list of arguments too, as assay-bench writes them.
[[nodiscard]] GoogleBenchmarkName parse_google_name(const std::string& text);

}  // namespace assay
