// Plugins that cannot be loaded, one per definition BROKEN_<FAULT>.
#include <unistd.h>

#include <csignal>
#include <cstdlib>
#include <stdexcept>

#include "assay/plugin.h"

#if defined(BROKEN_LIBRARY)
extern "C" int assay_test_vanished();
#endif

#if !defined(BROKEN_NO_ENTRY)
extern "C" const assay_plugin* assay_plugin_entry(uint32_t) {
  static assay_plugin plugin{
      ASSAY_ABI_VERSION, sizeof(assay_plugin), "broken", "1.0", nullptr, 0, nullptr, 0};
#if defined(BROKEN_ABI)
  plugin.abi = 99;
#elif defined(BROKEN_NULL)
  return nullptr;
#elif defined(BROKEN_THROW)
  throw std::runtime_error("no licence\nfound");
#elif defined(BROKEN_SEGFAULT)
  std::raise(SIGSEGV);
#elif defined(BROKEN_ABORT)
  std::abort();
#elif defined(BROKEN_EXIT)
  std::exit(0);
#elif defined(BROKEN_HANG)
  for (;;) pause();
#elif defined(BROKEN_LIBRARY)
  plugin.problem_count = static_cast<size_t>(assay_test_vanished());
#endif
  return &plugin;
}
#endif
