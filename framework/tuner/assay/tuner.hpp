// assay as a library: finds the best configuration of a kernel, or of a function of the program,
// and the interval of its time. Standard C++20 and nothing else; link assay::tuner.
//
//   assay::Tuner tuner("vector-add");
//   tuner.input("a", a).input("b", b).output("c", expected);
//   tuner.kernel("vector_add.cl", {"c", "a", "b", {"int", "1000000"}});
//   tuner.local({"block"}).global({"1000000"}).parameter("block", {64, 128, 256});
//   const assay::Best best = tuner.tune();
//
// Trials run in processes of their own, verified and measured as `assay tune` does: a crash, a hang
// or a wrong result costs one trial. assay/online_tuner.hpp tunes inside a running program instead.
// docs/kernel-files.md says what expressions may use.
#pragma once

#include <complex>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#if defined(__GNUC__)
#define ASSAY_TUNER_EXPORT __attribute__((visibility("default")))
#else
#define ASSAY_TUNER_EXPORT
#endif

namespace assay {

// An error of the library: the text says what went wrong, where, and what would be right.
class ASSAY_TUNER_EXPORT TunerError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

// A value of a parameter.
class ParameterValue {
 public:
  using Alternatives = std::variant<bool, std::int64_t, double, std::string>;
  ParameterValue(bool value) : value_(value) {}                      // NOLINT
  ParameterValue(int value) : value_(std::int64_t{value}) {}         // NOLINT
  ParameterValue(std::int64_t value) : value_(value) {}              // NOLINT
  ParameterValue(double value) : value_(value) {}                    // NOLINT
  ParameterValue(std::string value) : value_(std::move(value)) {}    // NOLINT
  ParameterValue(const char* value) : value_(std::string(value)) {}  // NOLINT
  [[nodiscard]] const Alternatives& value() const { return value_; }

 private:
  Alternatives value_;
};

// The values of a configuration's parameters.
class ASSAY_TUNER_EXPORT Configuration {
 public:
  using Items = std::vector<std::pair<std::string, ParameterValue::Alternatives>>;
  explicit Configuration(Items items) : items_(std::move(items)) {}

  // Each getter throws TunerError for an unknown name or another kind of value.
  [[nodiscard]] std::int64_t integer(std::string_view name) const;
  [[nodiscard]] double real(std::string_view name) const;
  [[nodiscard]] bool boolean(std::string_view name) const;
  [[nodiscard]] std::string text(std::string_view name) const;

  [[nodiscard]] const Items& items() const { return items_; }
  [[nodiscard]] std::string str() const;      // "block=128 unroll=4"
  [[nodiscard]] std::string defines() const;  // "-D block=128 -D unroll=4", for a compiler

 private:
  [[nodiscard]] const ParameterValue::Alternatives& find(std::string_view name) const;
  Items items_;
};

// The result of tuning: the best verified configuration, measured again in fresh processes.
struct Best {
  std::string variant;  // the kernel or function
  Configuration configuration;
  double seconds;  // median of the time of one run
  double lower;    // the 95% interval of the median
  double upper;
  std::size_t samples;
};

// How an image (OpenCL), a texture or a surface (CUDA) shows an array: its last extents are planes,
// rows and the pixels of a row, as far as it has them.
struct KernelImage {
  std::size_t channels =
      0;                 // elements of a pixel, 1, 2 or 4: the last extent. 0: one, and no extent
  bool layered = false;  // whether the first extent counts layers
  bool linear = false;   // one row in a buffer: image1d_buffer_t, tex1Dfetch
  bool normalised = false;  // whether kernels read whole numbers of 8 and 16 bits as 0 to 1
};

// How pixels are read of an image by way of a sampler, or of a texture.
struct KernelSampler {
  enum Filter { nearest, linear };
  // What is read beyond the edges: the pixel there, 0, the image again (with normalised coordinates
  // alone, as the next), the image mirrored, or anything (OpenCL).
  enum Address { edge, border, repeat, mirror, none };
  Filter filter = nearest;
  Address address = edge;
  bool normalised = false;  // whether coordinates run from 0 to 1
};

// An argument of a kernel: an array by its name, or a value by type and expression.
struct KernelInput {
  // A value, or a member of a struct: its type and an expression for each of its numbers.
  struct Part {
    template <class... Numbers>
    Part(std::string value_type, std::string number, Numbers... more)
        : type(std::move(value_type)),
          numbers{std::move(number), std::string(std::move(more))...} {}
    std::string type;  // "int", "float", "float4", ...
    std::vector<std::string> numbers;
  };

  KernelInput(const char* array_name) : arrays{array_name} {}             // NOLINT
  KernelInput(std::string array_name) : arrays{std::move(array_name)} {}  // NOLINT
  // {"int", "n"}; {"float4", "0", "0", "0", "1"}; {"local", "4 * block"}: bytes of local memory.
  template <class... Numbers>
  KernelInput(std::string type, std::string number, Numbers... more)
      : parts{Part(std::move(type), std::move(number), std::move(more)...)} {}
  // A struct by value, laid out as in C.
  [[nodiscard]] static KernelInput structure(std::vector<Part> members) {
    KernelInput input("");
    input.arrays.clear();
    input.parts = std::move(members);
    input.is_struct = true;
    return input;
  }
  // One of several arrays: number `at`, counted from 0 and beginning again after the last.
  [[nodiscard]] static KernelInput cycle(std::vector<std::string> array_names, std::string at) {
    KernelInput input("");
    input.arrays = std::move(array_names);
    input.turn = std::move(at);
    return input;
  }

  // An array shown by an image, image2d_t and so on (OpenCL), by a texture object or a surface
  // object (CUDA); and a sampler_t (OpenCL).
  [[nodiscard]] static KernelInput image(std::string array, KernelImage how = {}) {
    return shown(Kind::image, std::move(array), how, {});
  }
  [[nodiscard]] static KernelInput texture(std::string array, KernelSampler sampler = {},
                                           KernelImage how = {}) {
    return shown(Kind::texture, std::move(array), how, sampler);
  }
  [[nodiscard]] static KernelInput surface(std::string array, KernelImage how = {}) {
    return shown(Kind::surface, std::move(array), how, {});
  }
  [[nodiscard]] static KernelInput sampler(KernelSampler sampler = {}) {
    return shown(Kind::sampler, "", {}, sampler);
  }
  // Such an argument where an expression over parameters is true. Elsewhere the kernel gets the
  // array itself, and no sampler.
  [[nodiscard]] KernelInput when(std::string expression) && {
    condition = std::move(expression);
    return std::move(*this);
  }

  enum class Kind { plain, image, texture, surface, sampler };
  Kind kind = Kind::plain;
  std::vector<std::string> arrays;  // one, or those that take turns
  std::string turn;                 // an expression: whose turn it is
  std::vector<Part> parts;          // of a value
  bool is_struct = false;
  KernelImage pixels = {};     // of an image, a texture or a surface
  KernelSampler reading = {};  // of a sampler or a texture
  std::string condition;       // of any of these; "": always

 private:
  static KernelInput shown(Kind kind, std::string array, KernelImage pixels,
                           KernelSampler reading) {
    KernelInput input(std::move(array));
    input.kind = kind;
    input.pixels = pixels;
    input.reading = reading;
    return input;
  }
};

// The name that kernels have for elements of a type.
template <class T>
[[nodiscard]] const char* element_name() {
  constexpr bool is_complex =
      std::is_same_v<T, std::complex<float>> || std::is_same_v<T, std::complex<double>>;
  static_assert(is_complex || (std::is_arithmetic_v<T> && !std::is_same_v<T, bool>),
                "arrays must hold numbers");
  if constexpr (is_complex) {
    return sizeof(T) == 8 ? "complex64" : "complex128";
  } else if constexpr (std::is_floating_point_v<T>) {
    return sizeof(T) == 4 ? "float" : "double";
  } else {
    constexpr const char* names[2][4] = {{"uint8_t", "uint16_t", "uint32_t", "uint64_t"},
                                         {"int8_t", "int16_t", "int32_t", "int64_t"}};
    constexpr std::size_t size = sizeof(T) == 1 ? 0 : sizeof(T) == 2 ? 1 : sizeof(T) == 4 ? 2 : 3;
    return names[std::is_signed_v<T> ? 1 : 0][size];
  }
}

// The outputs of one run, for a program that verifies them itself. Valid during the call that gets
// them.
class ASSAY_TUNER_EXPORT Outputs {
 public:
  // The elements, row by row. Throws TunerError for an unknown name or another type.
  template <class T>
  [[nodiscard]] std::span<const T> get(const std::string& name) const {
    const std::span<const std::byte> bytes = find(name, element_name<T>());
    return {reinterpret_cast<const T*>(bytes.data()), bytes.size() / sizeof(T)};
  }
  // The same as bytes, of elements of any type.
  [[nodiscard]] std::span<const std::byte> bytes(const std::string& name) const {
    return find(name, "");
  }

  struct Item {
    std::string name;
    std::string type;
    std::span<const std::byte> bytes;
  };
  explicit Outputs(std::vector<Item> items) : items_(std::move(items)) {}

 private:
  [[nodiscard]] std::span<const std::byte> find(const std::string& name,
                                                const std::string& type) const;
  std::vector<Item> items_;
};

// A problem and its competitors. Functions that add a kernel or function begin a new competitor;
// parameters and constraints belong to the one added last, sizes and conditions to its last launch.
// All functions throw TunerError.
class ASSAY_TUNER_EXPORT Tuner {
 public:
  explicit Tuner(std::string problem);
  ~Tuner();
  Tuner(Tuner&&) noexcept;
  Tuner& operator=(Tuner&&) noexcept;

  // ---- the problem: arrays, which are copied; `shape` is one dimension unless given

  template <class T>
  Tuner& input(const std::string& name, const std::vector<T>& values,
               const std::vector<std::int64_t>& shape = {}) {
    return add_array(name, element_name<T>(), std::as_bytes(std::span(values)), shape, false);
  }
  // An array that kernels write, with its expected values. |x - r| <= tolerance * (rms of r + |r|)
  // passes.
  template <class T>
  Tuner& output(const std::string& name, const std::vector<T>& expected,
                const std::vector<std::int64_t>& shape = {}, std::optional<double> tolerance = {}) {
    add_array(name, element_name<T>(), std::as_bytes(std::span(expected)), shape, true);
    return set_tolerance(tolerance);
  }
  // An array that kernels read and write: it holds `initial` again before each run, and `expected`
  // after it.
  template <class T>
  Tuner& in_out(const std::string& name, const std::vector<T>& initial,
                const std::vector<T>& expected, const std::vector<std::int64_t>& shape = {},
                std::optional<double> tolerance = {}) {
    output(name, expected, shape, tolerance);
    return set_initial(std::as_bytes(std::span(initial)));
  }
  // Arrays of elements that C++ has no type for, by their names in kernels: "half", "bfloat16",
  // "complex64", "bool" (a byte each).
  Tuner& input(const std::string& name, const std::string& type, std::span<const std::byte> bytes,
               const std::vector<std::int64_t>& shape = {});
  Tuner& output(const std::string& name, const std::string& type,
                std::span<const std::byte> expected, const std::vector<std::int64_t>& shape = {},
                std::optional<double> tolerance = {});
  // Arrays whose results verify() examines, so that no expected values are given: by their types
  // and shapes, or by what they hold before each run.
  Tuner& output(const std::string& name, const std::string& type,
                const std::vector<std::int64_t>& shape);
  template <class T>
  Tuner& in_out(const std::string& name, const std::vector<T>& initial) {
    output(name, element_name<T>(), {static_cast<std::int64_t>(initial.size())});
    return set_initial(std::as_bytes(std::span(initial)));
  }
  // Has the program examine the outputs of kernels, in place of expected values: `error` returns
  // their error in units of the tolerance (up to 1 passes). It is called in this process, but on
  // another thread while tune() waits, one call at a time. Outputs that passed before are not shown
  // again, and another build of the program measures anew. What it throws leaves tune().
  Tuner& verify(std::function<double(const Outputs&)> error);
  // The useful work of one run, so that reports show what share of the device's peak it reaches.
  Tuner& work(double flops, double bytes);

  // ---- the competitors

  // A kernel in a file (.cl: OpenCL, .cu: CUDA). `function` may be omitted if the file has only
  // one.
  Tuner& kernel(const std::string& source, std::vector<KernelInput> arguments,
                const std::string& function = "");
  // Sizes as expressions over parameters, in one to three dimensions: local() gives the work items
  // of a group (CUDA: a block), 1 in each dimension that it leaves out; grid() the number of
  // groups, global() the work items, rounded up to whole groups.
  Tuner& local(const std::vector<std::string>& sizes);
  Tuner& grid(const std::vector<std::string>& sizes);
  Tuner& global(const std::vector<std::string>& sizes);
  Tuner& options(const std::string& compiler_options);
  // A constant that the kernel sees beside its parameters, by an expression over these.
  Tuner& define(const std::string& name, const std::string& expression);
  // An array of the kernel's own, whose extents may name parameters. Its contents are undefined
  // before the first run, and then what the run before left.
  Tuner& scratch(const std::string& name, const std::string& type,
                 const std::vector<std::string>& shape);
  // A further launch of the same run, of another function of the source or of the same one, after
  // those before it. It needs sizes of its own.
  Tuner& then(const std::string& function, std::vector<KernelInput> arguments);
  // Leaves the last launch out where the expression over parameters is false.
  Tuner& when(const std::string& expression);
  // Repeats the last launch so many times. `index` names the number of the repetition, from 0, in
  // expressions for its arguments and sizes.
  Tuner& repeat(const std::string& times, const std::string& index = "");

  // A function of this program, run in a forked process: `run` is timed, `check` examines its
  // results and returns their error in units of the tolerance (up to 1 passes). The program should
  // not have started any threads of its own before it tunes.
  Tuner& function(const std::string& name, std::function<void(const Configuration&)> run,
                  std::function<double()> check);

  // The first value is the default; `condition` is an expression over other parameters.
  Tuner& parameter(const std::string& name, std::vector<ParameterValue> values,
                   const std::string& condition = "");
  Tuner& constraint(const std::string& expression);

  // ---- how to tune

  Tuner& store(const std::string& file);  // a repeated program resumes. Default: none kept
  Tuner& trials(std::uint64_t most);      // for each competitor; default 50
  Tuner& seconds(double most);            // for each competitor; default 60
  Tuner& strategy(const std::string& name, std::uint64_t seed = 1);
  Tuner& device(const std::string& id_or_name);  // of the kernel added last
  Tuner& on_progress(std::function<void(const std::string& line)> print);

  // Returns the fastest configuration. Throws TunerError, with the reasons, if nothing runs or
  // nothing is right.
  [[nodiscard]] Best tune();

 private:
  friend class OnlineTuner;
  Tuner& add_array(const std::string& name, const std::string& type,
                   std::span<const std::byte> bytes, const std::vector<std::int64_t>& shape,
                   bool output);
  Tuner& set_tolerance(std::optional<double> tolerance);
  Tuner& set_initial(std::span<const std::byte> bytes);  // of the array added last

  struct Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace assay
