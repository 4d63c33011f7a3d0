#include "framework/standalone/cxx_runtime.hpp"

namespace assay::standalone::cxx {

const char* const array_begin = R"(// An array on the host and, if a kernel takes it, on the device.
struct Array {
  std::string type;  // as NumPy names it
  std::vector<std::size_t> shape;
  std::vector<unsigned char> host;
  Memory device{};
)";

const char* const array_end = R"(};
using Arrays = std::map<std::string, Array>;

template <class T>
Array array(const char* type, std::vector<std::size_t> shape, const std::vector<T>& elements) {
  Array result;
  result.type = type;
  result.shape = std::move(shape);
  result.host.resize(elements.size() * sizeof(T));
  std::memcpy(result.host.data(), elements.data(), result.host.size());
  return result;
}
)";

const char* const filled = R"(template <class T>
std::vector<T> filled(std::size_t count, double value) {
  return std::vector<T>(count, static_cast<T>(value));
}
)";

const char* const counting = R"(template <class T>
std::vector<T> counting(std::size_t count, double start, double step) {
  std::vector<T> elements(count);
  for (std::size_t k = 0; k < count; ++k) {
    elements[k] = static_cast<T>(start + step * static_cast<double>(k));
  }
  return elements;
}
)";

const char* const random_bits = R"(std::mt19937_64 random_bits(1);
)";

const char* const uniform = R"(// Both ends belong to the range of whole numbers.
template <class T>
std::vector<T> uniform(std::size_t count, double low, double high) {
  std::vector<T> elements(count);
  std::uniform_real_distribution<double> unit;
  for (T& element : elements) {
    const double u = unit(random_bits);
    element = static_cast<T>(std::is_integral<T>::value ? low + std::floor((high - low + 1) * u)
                                                        : low + (high - low) * u);
  }
  return elements;
}
)";

const char* const normal = R"(template <class T>
std::vector<T> normal(std::size_t count, double mean, double deviation) {
  std::vector<T> elements(count);
  std::normal_distribution<double> standard;
  for (T& element : elements) {
    const double x = mean + deviation * standard(random_bits);
    element = static_cast<T>(std::is_integral<T>::value ? std::round(x) : x);
  }
  return elements;
}
)";

const char* const bfloat16 = R"(// The upper half of a float, rounded to nearest.
struct Bfloat16 {
  std::uint16_t bits = 0;
  Bfloat16() = default;
  explicit Bfloat16(double value) {
    const float single = static_cast<float>(value);
    std::uint32_t word = 0;
    std::memcpy(&word, &single, sizeof word);
    const bool nan = value != value;
    bits = static_cast<std::uint16_t>(nan ? 0x7fc0U : (word + 0x7fffU + ((word >> 16U) & 1U)) >> 16U);
  }
};
)";

const char* const read_file = R"(// The elements of a .npy file.
template <class T>
std::vector<T> from_file(const std::string& name, std::size_t count) {
  std::ifstream file(name, std::ios::binary);
  unsigned char head[12] = {};
  file.read(reinterpret_cast<char*>(head), 12);
  const bool long_header = head[6] > 1;
  std::size_t skip = head[8] + 256U * head[9];
  if (long_header) skip += (head[10] + 256U * head[11]) << 16U;
  file.seekg(static_cast<std::streamoff>(skip + (long_header ? 12 : 10)));
  std::vector<T> elements(count);
  file.read(reinterpret_cast<char*>(elements.data()), static_cast<std::streamsize>(count * sizeof(T)));
  if (!file) throw std::runtime_error("cannot read " + name);
  return elements;
}
)";

const char* const structs = R"(template <class T>
std::vector<unsigned char> bytes_of(const std::vector<T>& elements) {
  std::vector<unsigned char> bytes(elements.size() * sizeof(T));
  std::memcpy(bytes.data(), elements.data(), bytes.size());
  return bytes;
}

// Structs one after another, `bytes` of memory in all and `size` of each: the elements of each member
// are placed from its offset on, and zeros lie between them.
std::vector<unsigned char> structs(
    std::size_t bytes, std::size_t size,
    const std::vector<std::pair<std::size_t, std::vector<unsigned char>>>& members) {
  std::vector<unsigned char> memory(bytes);
  const std::size_t count = bytes / size;
  for (const auto& member : members) {
    const std::size_t own = member.second.size() / count;
    for (std::size_t k = 0; k < count; ++k) {
      std::memcpy(memory.data() + k * size + member.first, member.second.data() + k * own, own);
    }
  }
  return memory;
}
)";

const char* const outputs = R"(void save(const Array& array, const std::string& name) {
  std::string header = "{'descr': '" + array.type + "', 'fortran_order': False, 'shape': (";
  for (const std::size_t extent : array.shape) header += std::to_string(extent) + ",";
  header += "), }";
  while ((header.size() + 11) % 64 != 0) header += ' ';
  header += '\n';
  const char size[2] = {static_cast<char>(header.size() % 256),
                        static_cast<char>(header.size() / 256)};
  std::ofstream file(name, std::ios::binary);
  file.write("\x93NUMPY\x01\0", 8).write(size, 2) << header;
  file.write(reinterpret_cast<const char*>(array.host.data()),
             static_cast<std::streamsize>(array.host.size()));
  if (!file.flush()) throw std::runtime_error("cannot write " + name);
}

// Prints the first numbers of an array, and keeps it in a folder, unless that is "".
template <class T>
void show(const std::string& name, const Array& array, const std::string& folder) {
  std::printf("%s:", name.c_str());
  for (std::size_t k = 0; k < 4 && (k + 1) * sizeof(T) <= array.host.size(); ++k) {
    T number;
    std::memcpy(&number, array.host.data() + k * sizeof(T), sizeof number);
    std::printf(" %.7g", static_cast<double>(number));
  }
  std::printf(" ...\n");
  if (!folder.empty()) save(array, folder + "/" + name + ".npy");
}
)";

const char* const main = R"(
}  // namespace

int main(int count, char** words) try {
  const std::string folder = count > 1 ? words[1] : "";
  const Device device = open_device();
  const std::vector<Program> programs = compile(device);
  const Arrays arrays = make_arrays(device);
  seconds(device, programs, arrays);
  show_outputs(device, arrays, folder);
  std::vector<double> times(11);
  for (double& time : times) time = seconds(device, programs, arrays);
  std::sort(times.begin(), times.end());
  std::printf("median %.4g us of %zu repetitions\n", times[times.size() / 2] * 1e6, times.size());
  return 0;
} catch (const std::exception& error) {
  std::fprintf(stderr, "%s\n", error.what());
  return 1;
}
)";

}  // namespace assay::standalone::cxx
