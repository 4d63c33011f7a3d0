// The bytes of .npy files as NumPy itself would write them, and of such as it would not.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace testing {

inline std::string npy_header(const std::string& descr, const std::string& shape,
                              const std::string& fortran_order = "False") {
  return "{'descr': '" + descr + "', 'fortran_order': " + fortran_order + ", 'shape': " + shape +
         ", }";
}

// A file of that header, which need be none, and elements.
inline std::string npy_file(const std::string& header, const std::string& elements,
                            char version = 1) {
  const auto size = static_cast<std::uint32_t>(header.size());
  std::string bytes = "\x93NUMPY";
  bytes += {version, '\0'};
  bytes.append(reinterpret_cast<const char*>(&size), version == 1 ? 2 : 4);
  return bytes + header + elements;
}

// An array whose elements `descr` names.
template <class T>
std::string npy(const std::string& descr, const std::string& shape, const std::vector<T>& values,
                const std::string& fortran_order = "False") {
  std::string header = npy_header(descr, shape, fortran_order);
  header.resize((header.size() + 11 + 63) / 64 * 64 - 10, ' ');
  return npy_file(header,
                  {reinterpret_cast<const char*>(values.data()), values.size() * sizeof(T)});
}

}  // namespace testing
