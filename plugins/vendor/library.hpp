// A vendor's library, opened by the first trial that calls it. Linking it would make a worker take
// ten times as long to load as all other plugins together, and most trials are of other variants.
#pragma once

namespace vendor {

class Library {
 public:
  // Opens the file, found as the loader finds files, for good: contexts of the driver may outlive
  // every trial. Throws sdk::Error (ASSAY_UNSUPPORTED), with the loader's own message, if the
  // machine lacks it.
  explicit Library(const char* file);

  // Returns a routine by its name. Throws as above if the library lacks it.
  [[nodiscard]] void* find(const char* routine) const;

 private:
  void* handle_;
};

}  // namespace vendor

// The routine of a library, an expression, that a header of the vendor's declares: looked up once
// for each use in the source.
#define VENDOR_ROUTINE(library, name)                                              \
  ([] {                                                                            \
    static auto* const found =                                                     \
        reinterpret_cast<decltype(&name)>((library).find(VENDOR_NAME_TEXT(name))); \
    return found;                                                                  \
  }())
// The headers define names as macros that expand to versioned names.
#define VENDOR_NAME_TEXT(name) VENDOR_TEXT(name)
#define VENDOR_TEXT(name) #name
