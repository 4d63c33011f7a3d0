// Whether sanitizers look at what is tested. Tests themselves are compiled without them.
#pragma once

extern "C" __attribute__((weak)) void __asan_init();

namespace assay::test {

inline bool sanitized() { return __asan_init != nullptr; }

}  // namespace assay::test
