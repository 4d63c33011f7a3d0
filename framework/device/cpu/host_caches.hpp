#pragma once

#include <vector>

namespace assay::device {

// Empties the caches of all cores that this process may run on, of what they held.
class HostCaches {
 public:
  // Every hardware thread, pinned, reads twice as much as the largest cache holds, all of them the
  // same memory: so each private cache and each shared one is filled with it, however cores share
  // them. Takes milliseconds.
  void flush();

 private:
  std::vector<char> memory_;
};

}  // namespace assay::device
