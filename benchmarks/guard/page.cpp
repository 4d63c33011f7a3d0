#include "benchmarks/guard/page.hpp"

#include <fmt/format.h>

#include "framework/core/error.hpp"

namespace assay::guard {
namespace {

struct Extent {
  std::size_t begin = 0;
  std::size_t end = 0;
};

std::size_t find_line(const std::string& page, const std::string& line, std::size_t from) {
  const std::size_t at = page.find(line, from);
  if (at == std::string::npos) throw environment_error("the page has no line '{}'", line);
  return at;
}

std::string first_line(const std::string& name) { return fmt::format("<!-- begin {} -->\n", name); }

Extent extent_of(const std::string& page, const std::string& name) {
  const std::string first = first_line(name);
  const std::size_t begin = find_line(page, first, 0) + first.size();
  return {begin, find_line(page, fmt::format("<!-- end {} -->\n", name), begin)};
}

}  // namespace

bool has_section(const std::string& page, const std::string& name) {
  return page.find(first_line(name)) != std::string::npos;
}

std::string section(const std::string& page, const std::string& name) {
  const Extent extent = extent_of(page, name);
  return page.substr(extent.begin, extent.end - extent.begin);
}

std::string with_section(const std::string& page, const std::string& name,
                         const std::string& content) {
  const Extent extent = extent_of(page, name);
  return page.substr(0, extent.begin) + content + page.substr(extent.end);
}

}  // namespace assay::guard
