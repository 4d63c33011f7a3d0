// The names of Google Benchmark. Internal to the store.
#pragma once

#include <string>

#include "framework/core/value.hpp"

namespace assay {

struct GoogleBenchmarkName {
  std::string name;
  Bindings arguments;
};

// Takes "BM_Sort<int>/std/1024/n:8/threads:4/real_time" apart: the name is "BM_Sort<int>/std", the
// arguments are what stands behind it as far as it has their form, arg0=1024 n=8 threads=4
// real_time=true. Nothing is dropped, since Google Benchmark tells its benchmarks apart by it all.
// A part such as "level=3 data=uniform" is a list of arguments too, as assay-bench writes them.
[[nodiscard]] GoogleBenchmarkName parse_google_name(const std::string& text);

}  // namespace assay
