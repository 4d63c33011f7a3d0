// The temporary storage of a call of CUB's.
#pragma once

#include <cstddef>

namespace cub_calls {

// In device memory. A call that gets none sets `bytes` to what it needs, and does nothing else.
struct Storage {
  void* data = nullptr;
  std::size_t bytes = 0;
};

}  // namespace cub_calls
