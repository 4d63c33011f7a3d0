#include "framework/core/machine.hpp"

#include "framework/core/hash.hpp"

namespace assay {

std::string MachineRecord::fingerprint() const {
  Hasher hasher;
  for (const auto& [name, value] : attributes) hasher.text(name).text(value);
  return hasher.hex();
}

}  // namespace assay
