// Where C places the members of a struct.
#pragma once

#include <algorithm>
#include <cstddef>

#include "assay/sizes.hpp"
#include "framework/kernel_file/element.hpp"

namespace assay {

// Members are placed one after another, each at its alignment.
class StructLayout {
 public:
  // Places a member and returns the byte at which it begins.
  std::size_t add(const Extent& member) {
    const std::size_t begin = sdk::rounded_up(end_, member.alignment);
    end_ = begin + member.bytes;
    alignment_ = std::max(alignment_, member.alignment);
    return begin;
  }

  // The bytes of the struct: a multiple of the largest alignment of its members.
  [[nodiscard]] std::size_t bytes() const { return sdk::rounded_up(end_, alignment_); }

 private:
  std::size_t end_ = 0;
  std::size_t alignment_ = 1;
};

}  // namespace assay
