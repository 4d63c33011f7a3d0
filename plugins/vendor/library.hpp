// A vendor's library, opened by the first trial that calls it. Linking cuBLAS would make a worker
// take ten times as long to load as all other plugins together, and most trials are of other
// variants.
#pragma once

namespace vendor {

// Opens a library by the name that the loader knows it by, "libcublas.so.13", for good: contexts of
// the driver may outlive every trial. Throws sdk::Error (ASSAY_UNSUPPORTED), with the loader's own
// message, if the machine lacks it.
void* open_library(const char* file);

// Returns a routine of an open library. Throws sdk::Error (ASSAY_UNSUPPORTED) if there is none of
// that name.
void* find_routine(void* library, const char* name);

}  // namespace vendor

// The routine `name` that a library's header declares, looked up once for each use in the source by
// find(const char* name), which returns its address.
#define VENDOR_ROUTINE(find, name)                                                            \
  ([] {                                                                                       \
    static auto* const found = reinterpret_cast<decltype(&name)>(find(VENDOR_TEXT_OF(name))); \
    return found;                                                                             \
  }())
// The headers define names as macros that expand to versioned names.
#define VENDOR_TEXT_OF(name) VENDOR_TEXT(name)
#define VENDOR_TEXT(name) #name
