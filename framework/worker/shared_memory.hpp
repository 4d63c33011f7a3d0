// Memory that processes hand to each other without a name in any file system: it is gone when the
// last process that holds it is, however that one ended.
#pragma once

#include <cstddef>
#include <functional>
#include <span>
#include <string>

#include "framework/worker/descriptor.hpp"

namespace assay {

// Pages of a sealed file in this process, unmapped with their owner.
class Mapping {
 public:
  Mapping() = default;
  Mapping(std::byte* data, std::size_t size) : data_(data), size_(size) {}
  ~Mapping();
  Mapping(Mapping&& other) noexcept;
  Mapping& operator=(Mapping&& other) noexcept;

  [[nodiscard]] std::byte* data() const { return data_; }
  [[nodiscard]] std::size_t size() const { return size_; }

 private:
  std::byte* data_ = nullptr;
  std::size_t size_ = 0;
};

// Creates memory of `bytes` that are zero, has `fill` write into it, and seals it: nobody can
// change it any more, this process included. Where the kernel grants them it lies in huge pages,
// which a process maps in a five-hundredth of the time. Throws environment Error where there is no
// memory for it, or not enough beside what others need.
[[nodiscard]] Descriptor create_sealed(std::size_t bytes,
                                       const std::function<void(std::byte*)>& fill);

// Creates memory of `bytes` that are zero and that whoever opens it may write to, but nobody
// resize. Throws environment Error as above.
[[nodiscard]] Descriptor create_shared(std::size_t bytes);
// Opens what another process created so. Throws environment Error if there is nothing, or it has
// another size.
[[nodiscard]] Descriptor open_shared(const std::string& path, std::size_t bytes);
// All of it, for reading and writing; what is written is everybody's.
[[nodiscard]] Mapping map_shared(const Descriptor& memory);

// Under which name other processes of this host open what this one holds, while it does.
[[nodiscard]] std::string path_of(const Descriptor& memory);
// Opens what another process holds. Throws environment Error if there is nothing, or it is not
// sealed memory.
[[nodiscard]] Descriptor open_sealed(const std::string& path);
[[nodiscard]] std::size_t size_of(const Descriptor& memory);

// All of it, for reading.
[[nodiscard]] Mapping map_sealed(const Descriptor& memory);
// The first `bytes`, for reading and writing: what is written is this process's alone. Counts
// towards a limit of its data segment. All pages are there from the beginning, so that reading them
// meets no page faults.
[[nodiscard]] Mapping map_copy(const Descriptor& memory, std::size_t bytes);

// True if a copy's bytes are not those of the original. Looks only at the pages that were written
// to, which the kernel tells apart (/proc/self/pagemap); where it tells nothing, at all of them.
[[nodiscard]] bool differs(const Mapping& copy, const Mapping& original);

}  // namespace assay
