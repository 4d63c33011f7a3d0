// Structs to JSON and back, by their lists of fields (fields.hpp). For the framework's own .cpp
// files only, as json.hpp.
#pragma once

#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include "framework/core/fields.hpp"
#include "framework/core/json.hpp"
#include "framework/core/value.hpp"

namespace assay {

// The JSON of a struct with a list of fields, or of anything that such a struct may hold: numbers
// (reals as real_to_json writes them), texts, paths, enumerators without names, values, bindings,
// and optionals (null for nothing), lists, pairs and maps of all these.
template <class T>
[[nodiscard]] nlohmann::json json_of(const T& value);

// Reads what json_of wrote. Throws nlohmann::json::exception or internal Error for JSON of another
// shape; a member that the list does not name is ignored.
template <class T>
[[nodiscard]] T read_as(const nlohmann::json& found);

// The visitors of lists of fields: one writes each field into an object, the other reads it.
class FieldWriter {
 public:
  template <class Member>
  void operator()(const char* name, const Member& member) {
    object_[name] = json_of(member);
  }
  template <class Enum, class FromName>
  void operator()(const char* name, Enum enumerator, FromName /*from_name*/) {
    object_[name] = to_string(enumerator);
  }
  template <class Member, class... FromName>
  void optional(const char* name, const Member& member, FromName... from_name) {
    if (!has_default(member)) (*this)(name, member, from_name...);
  }
  template <class List>
  void group(const char* name, List list) {
    FieldWriter inner;
    list(inner);
    object_[name] = std::move(inner).object();
  }

  [[nodiscard]] nlohmann::json object() && { return std::move(object_); }

 private:
  template <class Member>
  static bool has_default(const Member& member) {
    return member == Member{};
  }
  template <class T>
  static bool has_default(const std::optional<T>& member) {
    return !member.has_value();
  }

  nlohmann::json object_ = nlohmann::json::object();
};

class FieldReader {
 public:
  // `object` must outlive the reader.
  explicit FieldReader(const nlohmann::json& object) : object_(object) {}

  template <class Member>
  void operator()(const char* name, Member& member) {
    member = read_as<Member>(object_.at(name));
  }
  template <class Enum, class FromName>
  void operator()(const char* name, Enum& enumerator, FromName from_name) {
    enumerator = from_name(object_.at(name).template get<std::string>());
  }
  template <class Member, class... FromName>
  void optional(const char* name, Member& member, FromName... from_name) {
    if (object_.contains(name)) (*this)(name, member, from_name...);
  }
  template <class List>
  void group(const char* name, List list) {
    FieldReader inner(object_.at(name));
    list(inner);
  }

 private:
  const nlohmann::json& object_;
};

namespace json_detail {

template <class T>
concept Listed = requires(FieldReader& reader, T& record) {
  fields(reader, record);
};

template <class T>
inline constexpr bool is_map = false;
template <class T>
inline constexpr bool is_map<std::map<std::string, T>> = true;
template <class T>
inline constexpr bool is_list = false;
template <class T>
inline constexpr bool is_list<std::vector<T>> = true;
template <class T>
inline constexpr bool is_pair = false;
template <class First, class Second>
inline constexpr bool is_pair<std::pair<First, Second>> = true;
template <class T>
inline constexpr bool is_optional = false;
template <class T>
inline constexpr bool is_optional<std::optional<T>> = true;

template <class Map>
Map read_map(const nlohmann::json& found) {
  Map map;
  for (const auto& [name, value] : found.get_ref<const nlohmann::json::object_t&>()) {
    map.emplace(name, read_as<typename Map::mapped_type>(value));
  }
  return map;
}

template <class List>
List read_list(const nlohmann::json& found) {
  List list;
  const auto& elements = found.get_ref<const nlohmann::json::array_t&>();
  list.reserve(elements.size());
  for (const auto& element : elements) {
    list.push_back(read_as<typename List::value_type>(element));
  }
  return list;
}

}  // namespace json_detail

template <class T>
nlohmann::json json_of(const T& value) {
  using namespace json_detail;
  if constexpr (std::is_same_v<T, Value> || std::is_same_v<T, Bindings>) {
    return to_json(value);
  } else if constexpr (Listed<T>) {
    FieldWriter writer;
    fields(writer, value);
    return std::move(writer).object();
  } else if constexpr (std::is_floating_point_v<T>) {
    return real_to_json(value);
  } else if constexpr (std::is_same_v<T, std::filesystem::path>) {
    return value.string();
  } else if constexpr (is_optional<T>) {
    return value ? json_of(*value) : nlohmann::json(nullptr);
  } else if constexpr (is_map<T>) {
    auto object = nlohmann::json::object();
    for (const auto& [name, each] : value) object[name] = json_of(each);
    return object;
  } else if constexpr (is_list<T>) {
    auto array = nlohmann::json::array();
    for (const typename T::value_type& each : value) array.push_back(json_of(each));
    return array;
  } else if constexpr (is_pair<T>) {
    return nlohmann::json::array({json_of(value.first), json_of(value.second)});
  } else {
    static_assert(std::is_arithmetic_v<T> || std::is_enum_v<T> || std::is_same_v<T, std::string>,
                  "a struct needs a list of its fields");
    return value;
  }
}

template <class T>
T read_as(const nlohmann::json& found) {
  using namespace json_detail;
  if constexpr (std::is_same_v<T, Value>) {
    return value_from_json(found);
  } else if constexpr (std::is_same_v<T, Bindings>) {
    return bindings_from_json(found);
  } else if constexpr (Listed<T>) {
    T record{};
    FieldReader reader(found);
    fields(reader, record);
    return record;
  } else if constexpr (std::is_floating_point_v<T>) {
    return real_from_json(found);
  } else if constexpr (std::is_same_v<T, std::filesystem::path>) {
    return found.get<std::string>();
  } else if constexpr (is_optional<T>) {
    return found.is_null() ? T() : T(read_as<typename T::value_type>(found));
  } else if constexpr (is_map<T>) {
    return read_map<T>(found);
  } else if constexpr (is_list<T>) {
    return read_list<T>(found);
  } else if constexpr (is_pair<T>) {
    return {read_as<typename T::first_type>(found.at(0)),
            read_as<typename T::second_type>(found.at(1))};
  } else {
    return found.get<T>();
  }
}

}  // namespace assay
