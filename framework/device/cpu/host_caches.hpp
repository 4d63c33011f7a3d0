#pragma once

#include <vector>

namespace assay::device {

// Empties the caches of all cores that this process may run on.
class HostCaches {
 public:
  // Has every hardware thread, pinned, read the same memory, which is twice as large as the largest
  // cache: this fills each private and each shared cache with it, however cores share them. Takes
  // milliseconds.
  void flush();

 private:
  std::vector<char> memory_;
};

}  // namespace assay::device
