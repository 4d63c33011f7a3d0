// Whether sanitizers are compiled into the tested code. The tests themselves are compiled without
// them.
#pragma once

extern "C" __attribute__((weak)) void __asan_init();

namespace assay::test {

inline bool sanitized() { return __asan_init != nullptr; }

}  // namespace assay::test
