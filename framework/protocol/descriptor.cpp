#include "framework/protocol/descriptor.hpp"

#include <unistd.h>

namespace assay {

void Descriptor::reset() {
  if (number_ >= 0) close(std::exchange(number_, -1));
}

}  // namespace assay
