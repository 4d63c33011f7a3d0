// The data that a check needs of its instance (Instance::save_check), to bytes and back: arrays in
// a row.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>
#include <type_traits>
#include <utility>
#include <vector>

#include "assay/error.hpp"
#include "assay/sizes.hpp"

namespace assay::sdk {

class SavedStateWriter {
 public:
  template <class T>
  SavedStateWriter& add(std::span<const T> values) {
    static_assert(std::is_trivially_copyable_v<T>);
    append(values.size());
    append_bytes(std::as_bytes(values));
    return *this;
  }
  template <class T>
  SavedStateWriter& add(const std::vector<T>& values) {
    return add(std::span<const T>(values));
  }
  // Adds a single value, as an array of one element.
  template <class T>
  SavedStateWriter& add_one(const T& value) {
    return add(std::span<const T>(&value, 1));
  }
  [[nodiscard]] std::vector<std::byte> bytes() && { return std::move(bytes_); }

 private:
  void append(std::uint64_t count) { append_bytes(std::as_bytes(std::span(&count, 1))); }
  void append_bytes(std::span<const std::byte> added) {
    bytes_.insert(bytes_.end(), added.begin(), added.end());
    bytes_.resize(rounded_up(bytes_.size(), alignment));
  }

  friend class SavedStateReader;
  static constexpr std::size_t alignment = alignof(std::max_align_t);
  std::vector<std::byte> bytes_;
};

// Returns the arrays in the order in which they were added, in place: nothing is copied. Throws
// ASSAY_INTERNAL if there are no more.
class SavedStateReader {
 public:
  explicit SavedStateReader(std::span<const std::byte> bytes) : left_(bytes) {}

  template <class T>
  std::span<const T> next() {
    std::uint64_t count = 0;
    std::memcpy(&count, take(sizeof count).data(), sizeof count);
    if (count > left_.size() / sizeof(T)) throw_cut_off();
    return {reinterpret_cast<const T*>(take(count * sizeof(T)).data()),
            static_cast<std::size_t>(count)};
  }
  template <class T>
  T next_one() {
    const auto values = next<T>();
    if (values.size() != 1) throw_cut_off();
    return values.front();
  }

 private:
  [[noreturn]] static void throw_cut_off() {
    throw Error(ASSAY_INTERNAL, "the saved state of the check does not match");
  }
  std::span<const std::byte> take(std::size_t size) {
    constexpr std::size_t alignment = SavedStateWriter::alignment;
    const std::size_t padded = rounded_up(size, alignment);
    if (padded > left_.size()) throw_cut_off();
    const auto taken = left_.first(size);
    left_ = left_.subspan(padded);
    return taken;
  }

  std::span<const std::byte> left_;
};

}  // namespace assay::sdk
