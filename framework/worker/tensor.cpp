#include "framework/worker/tensor.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <cstring>

#include <algorithm>
#include <array>
#include <span>

#include "assay/cache_line.hpp"
#include "framework/core/error.hpp"

namespace assay {
namespace {

// The names of the element types, in the order of assay_element.
constexpr std::array<const char*, 17> element_names{
    "f32", "f64", "i8",   "u8",      "i16",     "u16",   "i32", "u32", "i64",
    "u64", "f16", "bf16", "f8_e4m3", "f8_e5m2", "bool8", "c64", "c128"};

std::span<const std::int64_t> shape_of(const assay_tensor& tensor) {
  return {tensor.shape, tensor.rank};
}

}  // namespace

const char* element_name(assay_element element) {
  const auto k = static_cast<std::size_t>(element);
  return k < element_names.size() ? element_names[k] : "unknown";
}

bool is_integer(assay_element element) {
  return (element >= ASSAY_I8 && element <= ASSAY_U64) || element == ASSAY_BOOL8;
}

bool is_complex(assay_element element) { return element == ASSAY_C64 || element == ASSAY_C128; }

void set_dense_strides(assay_tensor& tensor) {
  std::int64_t stride = 1;
  for (std::uint32_t k = tensor.rank; k-- > 0;) {
    tensor.stride[k] = stride;
    stride *= tensor.shape[k];
  }
}

std::int64_t memory_offset(const assay_tensor& tensor, std::int64_t number) {
  std::int64_t offset = 0;
  for (std::uint32_t k = tensor.rank; k-- > 0;) {
    offset += (number % tensor.shape[k]) * tensor.stride[k];
    number /= tensor.shape[k];
  }
  return offset;
}

std::string index_text(const assay_tensor& tensor, std::int64_t number,
                       const assay_origin& origin) {
  std::array<std::int64_t, ASSAY_MAX_RANK> index{};
  for (std::uint32_t k = tensor.rank; k-- > 0;) {
    index[k] = origin.at[k] + number % tensor.shape[k];
    number /= tensor.shape[k];
  }
  return fmt::format("[{}]", fmt::join(std::span(index).first(tensor.rank), ", "));
}

bool same_shape(const assay_tensor& a, const assay_tensor& b) {
  return std::ranges::equal(shape_of(a), shape_of(b));
}

std::string type_text(const assay_tensor& tensor) {
  return fmt::format("{}[{}]", element_name(tensor.element), fmt::join(shape_of(tensor), ", "));
}

void fill_places(std::span<std::byte> bytes, std::uint8_t with, Random& draw) {
  constexpr std::size_t places = 64;
  if (bytes.empty()) return;
  for (std::size_t k = 0; k < places; ++k) {
    const std::size_t offset = draw.below(bytes.size());
    std::memset(bytes.data() + offset, with, std::min(sdk::cache_line, bytes.size() - offset));
  }
}

TensorShape tensor_shape(const assay_tensor& tensor) {
  return {tensor.name,
          tensor.element,
          {tensor.shape, tensor.shape + tensor.rank},
          {tensor.stride, tensor.stride + tensor.rank}};
}

std::vector<TensorShape> tensor_shapes(std::span<const assay_tensor> tensors) {
  std::vector<TensorShape> shapes;
  for (const assay_tensor& tensor : tensors) shapes.push_back(tensor_shape(tensor));
  return shapes;
}

assay_tensor tensor_of(const TensorShape& shape, std::byte* data) {
  assay_tensor tensor{};
  tensor.name = shape.name.c_str();
  tensor.element = static_cast<assay_element>(shape.element);
  tensor.rank =
      static_cast<std::uint32_t>(std::min<std::size_t>(shape.shape.size(), ASSAY_MAX_RANK));
  std::copy_n(shape.shape.begin(), tensor.rank, tensor.shape);
  std::copy_n(shape.stride.begin(), tensor.rank, tensor.stride);
  tensor.data = data;
  return tensor;
}

std::vector<assay_tensor> tensors_without_data(const std::vector<TensorShape>& shapes) {
  std::vector<assay_tensor> tensors;
  for (const TensorShape& shape : shapes) tensors.push_back(tensor_of(shape, nullptr));
  return tensors;
}

std::span<const std::byte> memory_of(const assay_tensor& tensor) {
  const TensorExtent extent = extent_of(tensor);
  return {static_cast<const std::byte*>(tensor.data) - extent.before, extent.bytes};
}

void copy_elements(const assay_tensor& from, const assay_tensor& to) {
  const std::size_t size = element_size(from.element);
  for_each_run(from, [&](const std::byte* run, std::int64_t count, std::int64_t number) {
    auto* target = static_cast<std::byte*>(to.data) +
                   memory_offset(to, number) * static_cast<std::int64_t>(size);
    std::memcpy(target, run, static_cast<std::size_t>(count) * size);
  });
}

TensorExtent extent_of(const assay_tensor& tensor) {
  if (element_count(tensor) == 0) return {0, 0};
  std::int64_t lowest = 0;
  std::int64_t highest = 0;
  for (std::uint32_t k = 0; k < tensor.rank; ++k) {
    const std::int64_t last = (tensor.shape[k] - 1) * tensor.stride[k];
    (last < 0 ? lowest : highest) += last;
  }
  const std::size_t size = element_size(tensor.element);
  return {static_cast<std::size_t>(highest - lowest + 1) * size,
          static_cast<std::size_t>(-lowest) * size};
}

void check_tensor(const assay_tensor& tensor, bool with_data) {
  if (tensor.name == nullptr) throw internal_error("the problem provides a tensor without a name");
  if (element_size(tensor.element) == 0) {
    throw internal_error("tensor '{}' has element type {}, which plugin.h does not know",
                         tensor.name, static_cast<int>(tensor.element));
  }
  if (tensor.rank > ASSAY_MAX_RANK) {
    throw internal_error("tensor '{}' has rank {}; the most is {}", tensor.name, tensor.rank,
                         ASSAY_MAX_RANK);
  }
  if (std::ranges::any_of(shape_of(tensor), [](std::int64_t extent) { return extent < 0; })) {
    throw internal_error("tensor '{}' has a negative extent: {}", tensor.name, type_text(tensor));
  }
  if (with_data && tensor.data == nullptr && element_count(tensor) > 0) {
    throw internal_error("tensor '{}' has no data", tensor.name);
  }
}

}  // namespace assay
