#include "forest/problem/label_map.hpp"

#include <algorithm>
#include <charconv>
#include <map>
#include <optional>

namespace forest {
namespace {

std::optional<std::int64_t> integer_in(const std::string& text) {
  std::int64_t value = 0;
  const char* last = text.data() + text.size();
  const auto [end, error] = std::from_chars(text.data(), last, value);
  if (error != std::errc() || end != last) return std::nullopt;
  return value;
}

}  // namespace

MappedLabels map_labels(const std::vector<std::string>& written) {
  std::map<std::string, std::int32_t> places;
  for (const std::string& label : written) places[label] = 0;
  MappedLabels mapped;
  for (const auto& [name, place] : places) mapped.names.push_back(name);
  const auto is_integer = [](const std::string& name) { return integer_in(name).has_value(); };
  if (std::ranges::all_of(mapped.names, is_integer)) {
    std::ranges::stable_sort(mapped.names, {},
                             [](const std::string& name) { return integer_in(name).value_or(0); });
  }
  for (std::size_t k = 0; k < mapped.names.size(); ++k) {
    places[mapped.names[k]] = static_cast<std::int32_t>(k);
  }
  mapped.labels.reserve(written.size());
  for (const std::string& label : written) mapped.labels.push_back(places[label]);
  return mapped;
}

}  // namespace forest
