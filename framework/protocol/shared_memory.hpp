// Memory that processes hand to each other without a name in any file system: it is gone when the
// last process that holds it has ended, in whatever way.
#pragma once

#include <cstddef>
#include <functional>
#include <span>
#include <string>

#include "framework/protocol/descriptor.hpp"

namespace assay {

// Pages of shared memory in this process, unmapped with their owner.
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

// Creates memory of `bytes` zero bytes, has `fill` write into it, and seals it: nobody can change
// it any more, this process included. Where the kernel grants huge pages, the memory has them, and
// a process maps it in a five-hundredth of the time. Throws environment Error where there is no
// memory for it, or not enough left for others.
[[nodiscard]] Descriptor create_sealed(std::size_t bytes,
                                       const std::function<void(std::byte*)>& fill);

// Creates memory of `bytes` zero bytes that any process that opens it may write to, but none may
// resize. Throws environment Error where there is no memory for it, or not enough left for others.
[[nodiscard]] Descriptor create_shared(std::size_t bytes);
// Opens what another process made by create_shared(). Throws environment Error if there is nothing,
// or it has another size.
[[nodiscard]] Descriptor open_shared(const std::string& path, std::size_t bytes);
// Maps all of the memory, for reading and writing; every process sees what is written.
[[nodiscard]] Mapping map_shared(const Descriptor& memory);

// The path under which other processes of this host open this memory while this process holds it.
[[nodiscard]] std::string path_of(const Descriptor& memory);
// Opens sealed memory that another process holds. Throws environment Error if there is nothing, or
// it is not sealed memory.
[[nodiscard]] Descriptor open_sealed(const std::string& path);
[[nodiscard]] std::size_t size_of(const Descriptor& memory);

// Maps all of the memory, for reading.
[[nodiscard]] Mapping map_sealed(const Descriptor& memory);
// Maps the first `bytes`, for reading and writing: only this process sees what is written. The copy
// counts towards the limit of the data segment. All pages are there from the beginning, so that
// reading them causes no page faults.
[[nodiscard]] Mapping map_copy(const Descriptor& memory, std::size_t bytes);

// Whether a copy's bytes differ from those of the original. Looks only at the pages that were
// written to, which the kernel marks (/proc/self/pagemap); where it reports nothing, at all pages.
[[nodiscard]] bool differs(const Mapping& copy, const Mapping& original);

}  // namespace assay
