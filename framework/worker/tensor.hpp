// The layout of tensors in memory. Their shape is a member of assay_tensor.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "assay/element.hpp"
#include "assay/plugin.h"
#include "assay/tensor.hpp"
#include "framework/core/instance_record.hpp"
#include "framework/core/random.hpp"

namespace assay {

using sdk::element_count;
using sdk::element_size;
using sdk::is_floating;

[[nodiscard]] const char* element_name(assay_element element);  // "f32", "u8", ...
[[nodiscard]] bool is_integer(assay_element element);           // Booleans are 0 or 1
[[nodiscard]] bool is_complex(assay_element element);

// Sets row-major strides without gaps, in elements.
void set_dense_strides(assay_tensor& tensor);

// Position of an element in memory, in elements from `data`, by its number in row-major order.
[[nodiscard]] std::int64_t memory_offset(const assay_tensor& tensor, std::int64_t number);
// "[3, 14]": the index of an element by its number in row-major order, in the array of which the
// tensor is the part from `origin` on.
[[nodiscard]] std::string index_text(const assay_tensor& tensor, std::int64_t number,
                                     const assay_origin& origin = {});

[[nodiscard]] bool same_shape(const assay_tensor& a, const assay_tensor& b);
// "f32[100, 3]"
[[nodiscard]] std::string type_text(const assay_tensor& tensor);

// Overwrites 64 drawn places of a cache line each, so that old contents are not taken for new,
// while caches stay nearly as they are.
void fill_places(std::span<std::byte> bytes, std::uint8_t with, Random& draw);

// Conversions of the C struct to its record, and back.
[[nodiscard]] TensorShape tensor_shape(const assay_tensor& tensor);
[[nodiscard]] std::vector<TensorShape> tensor_shapes(std::span<const assay_tensor> tensors);
// Borrows the name. `data` is where the elements lie, which the record does not say.
[[nodiscard]] assay_tensor tensor_of(const TensorShape& shape, std::byte* data);
[[nodiscard]] std::vector<assay_tensor> tensors_without_data(
    const std::vector<TensorShape>& shapes);

// Copies a tensor's elements to a tensor of the same type, shape and strides, and leaves alone what
// lies between the elements.
void copy_elements(const assay_tensor& from, const assay_tensor& to);

// The memory from the first to the last byte of any element.
struct TensorExtent {
  std::size_t bytes;
  std::size_t before;  // bytes that lie before `data`, where strides are negative
};
[[nodiscard]] TensorExtent extent_of(const assay_tensor& tensor);
[[nodiscard]] std::span<const std::byte> memory_of(const assay_tensor& tensor);

// Throws internal Error if a plugin's tensor cannot be read: no name, unknown element type, rank
// beyond ASSAY_MAX_RANK, negative size, or (where `with_data`) a null pointer to elements.
void check_tensor(const assay_tensor& tensor, bool with_data);

// Calls visit(pointer, count, first number) for runs of elements that are adjacent in memory in
// row-major order, from first to last.
template <class Visit>
void for_each_run(const assay_tensor& tensor, Visit&& visit) {
  const std::int64_t total = element_count(tensor);
  if (total == 0) return;
  // Innermost dimensions without gaps merge into one run.
  std::int64_t run = 1;
  for (std::uint32_t k = tensor.rank; k-- > 0;) {
    if (tensor.shape[k] != 1 && tensor.stride[k] != run) break;
    run *= tensor.shape[k];
  }
  const auto* data = static_cast<const std::byte*>(tensor.data);
  const auto size = static_cast<std::int64_t>(element_size(tensor.element));
  for (std::int64_t number = 0; number < total; number += run) {
    visit(data + memory_offset(tensor, number) * size, run, number);
  }
}

}  // namespace assay
