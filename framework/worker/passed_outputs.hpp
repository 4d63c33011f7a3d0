// Outputs that passed, told again by their bits.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>

#include "framework/core/digest.hpp"
#include "framework/worker/verify.hpp"

namespace assay {

// The outputs of an instance that passed, of whatever trial: comparing the same bits once more
// would find the same. Known by digests with a seed that is drawn, so that no variant can aim at
// one.
class PassedOutputs {
 public:
  // The seed of all digests.
  [[nodiscard]] std::uint64_t seed() const { return seed_; }
  [[nodiscard]] bool empty() const { return verdicts_.empty(); }
  // What was found of outputs with this digest; nullptr if none passed.
  [[nodiscard]] const Verification* find(std::uint64_t digest) const {
    const auto found = verdicts_.find(digest);
    return found == verdicts_.end() ? nullptr : &found->second;
  }
  void add(std::uint64_t digest, const Verification& verdict) {
    if (verdicts_.size() >= most) verdicts_.clear();
    verdicts_.emplace(digest, verdict);
  }

 private:
  // Outputs that differ from run to run would fill memory with digests that never come again.
  static constexpr std::size_t most = 256;

  std::uint64_t seed_ = drawn_seed();
  std::map<std::uint64_t, Verification> verdicts_;
};

}  // namespace assay
