#include "framework/kernel_file/struct_array.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cstring>
#include <utility>

#include "assay/element.hpp"
#include "assay/tensor.hpp"
#include "framework/core/error.hpp"
#include "framework/kernel_file/element.hpp"
#include "framework/kernel_file/formula.hpp"
#include "framework/kernel_file/struct_layout.hpp"

namespace assay {
namespace {

std::size_t product_of(const std::vector<std::int64_t>& extents) {
  std::size_t product = 1;
  for (const std::int64_t extent : extents) product *= static_cast<std::size_t>(extent);
  return product;
}

// Calls visit(begin, bytes) for pieces of memory without gaps, which hold all elements in row-major
// order.
template <class Visit>
void for_each_piece(const assay_tensor& tensor, const Visit& visit) {
  std::uint32_t outer = tensor.rank;  // extents that a piece does not cover
  std::int64_t elements = 1;          // of a piece
  while (outer > 0 && tensor.stride[outer - 1] == elements) elements *= tensor.shape[--outer];
  const auto size = static_cast<std::int64_t>(sdk::element_size(tensor.element));
  const std::int64_t pieces = elements == 0 ? 0 : sdk::element_count(tensor) / elements;
  for (std::int64_t number = 0; number < pieces; ++number) {
    std::int64_t rest = number;
    std::int64_t offset = 0;
    for (std::uint32_t k = outer; k-- > 0;) {
      offset += rest % tensor.shape[k] * tensor.stride[k];
      rest /= tensor.shape[k];
    }
    visit(static_cast<std::byte*>(tensor.data) + offset * size,
          static_cast<std::size_t>(elements * size));
  }
}

NpyRecord record_of(const ArrayDescription& array) {
  NpyRecord record;
  record.bytes = array.struct_bytes;
  for (const ArrayMember& member : array.members) {
    record.members.push_back({member.name, member.element, extents_of(member), member.offset});
  }
  return record;
}

// Whether a record of a file has the members of an array's structs, in whatever order and places.
bool same_members(const NpyRecord& record, const ArrayDescription& array) {
  return record.members.size() == array.members.size() &&
         std::ranges::all_of(array.members, [&](const ArrayMember& member) {
           const auto own = std::ranges::find(record.members, member.name, &NpyMember::name);
           return own != record.members.end() && same_bits(own->element, member.element) &&
                  element_count(*own) == product_of(extents_of(member));
         });
}

}  // namespace

void lay_out(ArrayDescription& array, assay_backend backend) {
  StructLayout layout;
  for (ArrayMember& member : array.members) {
    Extent extent = extent_of(member.element, member.width, backend);
    extent.bytes *= product_of(member.shape);
    member.offset = layout.add(extent);
  }
  array.struct_bytes = layout.bytes();
  for (const ArrayMember& member : array.members) {
    const std::size_t size = sdk::element_size(member.element);
    if (array.struct_bytes % size == 0) continue;
    throw error_at(
        member.place,
        fmt::format("the structs of '{}' have {} bytes, which is no multiple of the {} of "
                    "a {}: add a member that fills them up, or make '{}' the last extent "
                    "of an array, type = \"{}\", shape = 2",
                    array.name, array.struct_bytes, size, name_of(member.element), member.name,
                    name_of(part_of(member.element))));
  }
  if (!array.shape.empty()) {
    array.shape.push_back({std::to_string(array.struct_bytes), array.place});
  }
}

std::string struct_text(const ArrayDescription& array) {
  std::vector<std::string> members;
  for (const ArrayMember& member : array.members) {
    const std::string width = member.width == 1 ? "" : std::to_string(member.width);
    std::string& text =
        members.emplace_back(fmt::format("{}{} {}", name_of(member.element), width, member.name));
    for (const std::int64_t extent : member.shape) text += fmt::format("[{}]", extent);
    if (array.struct_bytes > 0) text += fmt::format(" at {}", member.offset);
  }
  const std::string bytes =
      array.struct_bytes > 0 ? fmt::format("; {} bytes", array.struct_bytes) : "";
  return fmt::format("{{{}{}}}", fmt::join(members, ", "), bytes);
}

std::string type_of_elements(const ArrayDescription& array) {
  return array.members.empty() ? name_of(array.element) : struct_text(array);
}

std::string type_text(const ArrayDescription& array, std::span<const std::int64_t> shape) {
  if (array.members.empty()) return type_text(array.element, shape);
  return fmt::format("{}[{}]", struct_text(array), fmt::join(shape.first(shape.size() - 1), ", "));
}

std::vector<std::int64_t> extents_of(const ArrayMember& member) {
  std::vector<std::int64_t> extents = member.shape;
  if (member.width > 1) extents.push_back(static_cast<std::int64_t>(member.width));
  return extents;
}

assay_tensor structs_in(std::span<std::byte> memory, const ArrayDescription& array) {
  const auto size = static_cast<std::int64_t>(array.struct_bytes);
  const auto count = static_cast<std::int64_t>(memory.size()) / size;
  return {nullptr, ASSAY_U8, 2, {count, size}, {size, 1}, memory.data()};
}

assay_tensor member_tensor(const ArrayMember& member, const assay_tensor& structs) {
  const auto size = static_cast<std::int64_t>(sdk::element_size(member.element));
  const std::uint32_t outer = structs.rank - 1;
  assay_tensor tensor{};
  tensor.element = member.element;
  tensor.rank = outer;
  std::int64_t stride = structs.shape[outer] / size;  // from struct to struct
  for (std::uint32_t k = outer; k-- > 0;) {
    tensor.shape[k] = structs.shape[k];
    tensor.stride[k] = stride;
    stride *= structs.shape[k];
  }
  const auto own = extents_of(member);
  tensor.rank += static_cast<std::uint32_t>(own.size());
  stride = 1;
  for (std::size_t k = own.size(); k-- > 0;) {
    tensor.shape[outer + k] = own[k];
    tensor.stride[outer + k] = stride;
    stride *= own[k];
  }
  if (structs.data != nullptr) tensor.data = static_cast<std::byte*>(structs.data) + member.offset;
  return tensor;
}

std::vector<std::byte> gathered(const assay_tensor& tensor) {
  std::vector<std::byte> elements;
  elements.reserve(static_cast<std::size_t>(sdk::element_count(tensor)) *
                   sdk::element_size(tensor.element));
  for_each_piece(tensor, [&](const std::byte* begin, std::size_t bytes) {
    elements.insert(elements.end(), begin, begin + bytes);
  });
  return elements;
}

void scatter(std::span<const std::byte> elements, const assay_tensor& tensor) {
  const std::byte* next = elements.data();
  for_each_piece(tensor, [&](std::byte* begin, std::size_t bytes) {
    std::memcpy(begin, next, bytes);
    next += bytes;
  });
}

std::optional<NpyArray> as_elements(NpyArray file, const ArrayDescription& array) {
  if (array.members.empty()) {
    const bool fits = file.record.members.empty() && same_bits(file.element, array.element);
    return fits ? std::optional(std::move(file)) : std::nullopt;
  }
  if (!same_members(file.record, array)) return std::nullopt;
  NpyArray placed{ASSAY_U8, file.shape, {}, record_of(array)};
  placed.shape.back() = static_cast<std::int64_t>(array.struct_bytes);
  placed.data.resize(product_of(placed.shape));
  const assay_tensor target = structs_in(placed.data, array);
  const std::size_t structs = placed.data.size() / array.struct_bytes;
  for (const ArrayMember& member : array.members) {
    const auto own = std::ranges::find(file.record.members, member.name, &NpyMember::name);
    const std::size_t bytes = element_count(*own) * sdk::element_size(own->element);
    std::vector<std::byte> elements;
    elements.reserve(structs * bytes);
    for (std::size_t k = 0; k < structs; ++k) {
      const auto* begin = file.data.data() + k * file.record.bytes + own->offset;
      elements.insert(elements.end(), begin, begin + bytes);
    }
    scatter(elements, member_tensor(member, target));
  }
  return placed;
}

void write_array(const std::filesystem::path& file, const ArrayDescription& array,
                 const assay_tensor& tensor) {
  const std::span shape(tensor.shape, tensor.rank);
  const std::span data(
      static_cast<const std::byte*>(tensor.data),
      static_cast<std::size_t>(sdk::element_count(tensor)) * sdk::element_size(tensor.element));
  if (array.members.empty()) return write_npy(file, tensor.element, shape, data);
  write_npy(file, record_of(array), shape.first(shape.size() - 1), data);
}

}  // namespace assay
