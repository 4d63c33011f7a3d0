#include "framework/kernel_file/argument_type.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <string_view>
#include <utility>
#include <vector>

#include "assay/element.hpp"
#include "framework/kernel_file/element.hpp"
#include "framework/kernel_file/record_members.hpp"
#include "framework/kernel_file/struct_array.hpp"
#include "framework/kernel_file/struct_layout.hpp"

namespace assay {
namespace {

using Kind = ArgumentType::Kind;
using Tokens = std::vector<SourceToken>;

constexpr std::array<std::string_view, 5> opaques = {"event_t", "queue_t", "clk_event_t",
                                                     "reserve_id_t", "ndrange_t"};
constexpr std::array<std::string_view, 3> records = {"struct", "union", "class"};

template <std::size_t N>
bool among(const std::array<std::string_view, N>& words, std::string_view word) {
  return std::ranges::find(words, word) != words.end();
}

bool is_opaque(const std::string& type) {
  return among(opaques, type) || type.starts_with("pipe") ||
         (type.starts_with("image") && type.ends_with("_t"));
}

// The images, samplers and objects of images that arguments can be.
std::optional<ArgumentType> image_like(const std::string& type) {
  struct Name {
    std::string_view type;
    Kind kind;
    std::size_t dimensions;
    bool layered;
    bool linear;
  };
  static constexpr std::array<Name, 11> names = {
      {{"image1d_t", Kind::image, 1, false, false},
       {"image2d_t", Kind::image, 2, false, false},
       {"image3d_t", Kind::image, 3, false, false},
       {"image1d_array_t", Kind::image, 1, true, false},
       {"image2d_array_t", Kind::image, 2, true, false},
       {"image1d_buffer_t", Kind::image, 1, false, true},
       {"sampler_t", Kind::sampler, 0, false, false},
       {"cudaTextureObject_t", Kind::texture, 0, false, false},
       {"CUtexObject", Kind::texture, 0, false, false},
       {"cudaSurfaceObject_t", Kind::surface, 0, false, false},
       {"CUsurfObject", Kind::surface, 0, false, false}}};
  for (const Name& name : names) {
    if (name.type != type) continue;
    return ArgumentType{name.kind, ASSAY_F32,    name.dimensions, fmt::format("'{}'", type),
                        {},        name.layered, name.linear};
  }
  return std::nullopt;
}

// The semicolon that ends the declaration beginning at `at`, ignoring semicolons within braces.
std::size_t end_of_declaration(const Tokens& tokens, std::size_t at) {
  for (int depth = 0; at < tokens.size(); ++at) {
    if (tokens[at].is("{")) ++depth;
    if (tokens[at].is("}")) --depth;
    if (depth <= 0 && tokens[at].is(";")) return at;
  }
  return at;
}

// The words between `typedef` and the type's name in the declaration of the name; for a struct or
// union only the first word.
std::optional<std::string> behind_typedef(const Tokens& tokens, const std::string& type) {
  for (std::size_t at = 0; at < tokens.size(); ++at) {
    if (!tokens[at].is("typedef")) continue;
    const std::size_t end = end_of_declaration(tokens, at);
    if (end == tokens.size() || !tokens[end - 1].is(type)) continue;
    std::string words;
    for (std::size_t k = at + 1; k + 1 < end; ++k) {
      if (among(records, tokens[k].spelling)) return tokens[k].spelling;
      if (tokens[k].is("*")) return std::nullopt;
      words += (words.empty() ? "" : " ") + tokens[k].spelling;
    }
    return words;
  }
  return std::nullopt;
}

// Whether a source contains struct NAME {.
bool defines_record(const Tokens& tokens, const std::string& type) {
  for (std::size_t at = 0; at + 1 < tokens.size(); ++at) {
    if (!among(records, tokens[at].spelling)) continue;
    const bool opens = at + 2 < tokens.size() && (tokens[at + 2].is("{") || tokens[at + 2].is(":"));
    if (tokens[at + 1].is(type) && opens) return true;
  }
  return false;
}

// The type of that name without following typedefs; unknown if it may be a typedef.
ArgumentType plain_type(const std::string& type) {
  if (const auto element = element_named(type)) return {Kind::number, *element, 1, type, {}};
  if (const auto vector = vector_named(type)) {
    return {Kind::number, vector->element, vector->width, type, {}};
  }
  if (auto image = image_like(type)) return *std::move(image);
  if (is_opaque(type)) return {Kind::opaque, ASSAY_F32, 1, fmt::format("'{}'", type), {}};
  return {Kind::unknown, ASSAY_F32, 1, type, {}};
}

ArgumentType resolved(const std::string& name, std::span<const SourceText> sources, int depth);

// The members of a struct; empty if one of them is no number and no vector.
std::vector<ArgumentType> members_of(const std::string& type, std::span<const SourceText> sources,
                                     int depth) {
  std::vector<ArgumentType> types;
  for (const RecordMember& member : record_members(type, sources)) {
    types.push_back(resolved(member.type, sources, depth + 1));
    types.back().member = member.name;
    if (types.back().kind != Kind::number) return {};
  }
  return types;
}

// The type of that name; follows typedefs, each of which may name the next.
ArgumentType resolved(const std::string& name, std::span<const SourceText> sources, int depth) {
  constexpr int deepest = 16;
  std::string type = name;
  std::string before = name;  // the name that `type` stands behind
  for (int step = depth; step < deepest; ++step) {
    ArgumentType plain = plain_type(type);
    if (plain.kind != Kind::unknown) return plain;
    std::optional<std::string> behind;
    for (const SourceText& source : sources) {
      if (among(records, type) || defines_record(source.tokens, type)) {
        const std::string& own = among(records, type) ? before : type;
        return {Kind::record, ASSAY_U8, 1, fmt::format("the struct '{}'", name),
                members_of(own, sources, step)};
      }
      if (!behind) behind = behind_typedef(source.tokens, type);
    }
    if (!behind || *behind == type) return plain;
    before = std::exchange(type, *behind);
  }
  return {Kind::unknown, ASSAY_F32, 1, type, {}};
}

// A number of a struct: its byte and its type.
using Place = std::pair<std::size_t, assay_element>;

// The numbers of all members, and at the end the size of the struct.
std::vector<Place> places_in(const ArgumentType& record, assay_backend backend) {
  std::vector<Place> places;
  StructLayout layout;
  for (const ArgumentType& member : record.members) {
    const std::size_t begin = layout.add(extent_of(member.element, member.width, backend));
    for (std::size_t k = 0; k < member.width; ++k) {
      places.emplace_back(begin + k * sdk::element_size(member.element), member.element);
    }
  }
  places.emplace_back(layout.bytes(), ASSAY_U8);
  return places;
}

std::vector<Place> places_in(const ArrayDescription& array) {
  std::vector<Place> places;
  for (const ArrayMember& member : array.members) {
    std::size_t count = 1;
    for (const std::int64_t extent : extents_of(member)) count *= static_cast<std::size_t>(extent);
    for (std::size_t k = 0; k < count; ++k) {
      places.emplace_back(member.offset + k * sdk::element_size(member.element), member.element);
    }
  }
  places.emplace_back(array.struct_bytes, ASSAY_U8);
  return places;
}

bool same_place(const Place& one, const Place& other) {
  return one.first == other.first && same_bits(one.second, other.second);
}

// As struct_text writes the structs of an array.
std::string record_text(const ArgumentType& record, assay_backend backend) {
  std::vector<std::string> members;
  StructLayout layout;
  for (const ArgumentType& member : record.members) {
    const std::size_t begin = layout.add(extent_of(member.element, member.width, backend));
    members.push_back(fmt::format("{} {} at {}", type_text(member), member.member, begin));
  }
  return fmt::format("{{{}; {} bytes}}", fmt::join(members, ", "), layout.bytes());
}

}  // namespace

ArgumentType argument_type(const SignatureParameter& parameter,
                           std::span<const SourceText> sources) {
  if (parameter.pointers > 1) return {Kind::opaque, ASSAY_F32, 1, "a pointer to pointers", {}};
  return resolved(parameter.type, sources, 0);
}

bool is_image_like(const ArgumentType& type) {
  return type.kind == Kind::image || type.kind == Kind::sampler || type.kind == Kind::texture ||
         type.kind == Kind::surface;
}

std::size_t record_bytes(const ArgumentType& type, assay_backend backend) {
  StructLayout layout;
  for (const ArgumentType& member : type.members) {
    layout.add(extent_of(member.element, member.width, backend));
  }
  return layout.bytes();
}

std::string type_text(const ArgumentType& type) {
  return type.kind == Kind::number && type.width == 1 ? name_of(type.element) : type.name;
}

std::string why_not_by_value(const ArgumentType& type) {
  if (type.kind != Kind::opaque) return "";
  return fmt::format(
      "{}, which a scenario cannot provide: let the function take a pointer to an array of numbers",
      type.name);
}

std::string why_not_array_of(const ArgumentType& type, assay_element array) {
  const std::string given = name_of(array);
  switch (type.kind) {
    case Kind::number:
      if (same_bits(type.element, array) || part_of(array) == type.element) return "";
      return fmt::format("of {}, not of {}: give the array the type {}", type.name, given,
                         type_text(type));
    case Kind::record:
      if (sdk::element_size(array) == 1) return "";
      return fmt::format(
          "of {}, not of {}: give the array its members in place of a type, struct = [{{ name = "
          "\"NAME\", type = \"{}\" }}, ...]",
          type.name, given, given);
    case Kind::opaque:
      return why_not_by_value(type);
    default:
      break;
  }
  return "";
}

std::string why_not_structs_of(const ArgumentType& type, const ArrayDescription& array,
                               assay_backend backend) {
  switch (type.kind) {
    case Kind::number:
      if (type.width == 1 && sdk::element_size(type.element) == 1) return "";
      return fmt::format("of {}, not of structs: give the array the type {} in place of 'struct'",
                         type.name, type_text(type));
    case Kind::record: {
      const bool same = std::ranges::equal(places_in(type, backend), places_in(array), same_place);
      if (type.members.empty() || same) return "";
      return fmt::format("of {}, {}, not of {}: give the array the members of the struct",
                         type.name, record_text(type, backend), struct_text(array));
    }
    case Kind::opaque:
      return why_not_by_value(type);
    default:
      break;
  }
  return "";
}

}  // namespace assay
