// A program of its own that launches one configuration of a kernel in a file: what the writers for
// Python and C++ write down. Code of the host is called instead.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "assay/plugin.h"
#include "framework/core/value.hpp"
#include "framework/kernel_file/formula.hpp"
#include "framework/kernel_file/kernel.hpp"
#include "framework/kernel_file/problem.hpp"

namespace assay::standalone {

// An array of the problem or of the kernel's own.
struct ProgramArray {
  std::string name;
  assay_element element = ASSAY_F32;
  std::vector<std::int64_t> shape;
  std::string shape_text;  // the scenario's expressions, "n, 2 * m"; "" where a file has the shape
  ArrayFill fill;          // the file of a fill is an absolute path
  bool output = false;
  bool restored = false;                // filled anew before each repetition
  bool launched = false;                // whether a launch takes it
  std::vector<std::string> variables;   // variables of the source that it fills
  std::optional<assay_image> image;     // by which launches see it, without a name
  std::vector<assay_sampler> textures;  // the different ways in which textures read it (CUDA)
  // Of an array of structs, whose elements are their bytes: the elements of each member in all of
  // them, where the members have fills.
  std::vector<ProgramArray> members;
  std::size_t offset = 0;  // of a member: the byte of the struct at which it begins

  [[nodiscard]] std::size_t count() const;  // of its elements
};

// A member of a struct, or all of a value that is none.
struct ProgramMember {
  assay_element element = ASSAY_F32;
  std::vector<std::vector<std::byte>> numbers;  // one, or those of a vector
  std::size_t begin = 0;                        // the byte in the value at which it begins
  std::size_t bytes = 0;                        // of all, with what OpenCL adds to vectors of three
  std::size_t alignment = 1;
};

struct ProgramArgument {
  KernelArgument::Kind kind = KernelArgument::Kind::array;
  std::size_t array = 0;               // position among the program's arrays
  std::size_t sampler = 0;             // position among the program's samplers, or its array's
                                       // textures
  std::vector<ProgramMember> members;  // of a value
  std::size_t bytes = 0;               // of a value, or of local memory
  std::string text;                    // what the scenario says of a value, "int n"; "" of an array

  // Whether it is one number alone.
  [[nodiscard]] bool is_number() const {
    return members.size() == 1 && members.front().numbers.size() == 1;
  }
};

struct ProgramLaunch {
  std::size_t build = 0;            // position among the program's builds
  std::string function;             // one of the build's
  std::vector<std::size_t> local;   // work items of a group (threads of a block); none on the host
  std::vector<std::size_t> groups;  // groups (blocks)
  std::string comment;  // the scenario's expressions for these sizes, or the host's function
  std::vector<ProgramArgument> arguments;
};

// Rounds of launches, one after another, `times` times: positions among the program's launches.
// With `until`, the position of an array, all of it ends once that array's first element is not 0
// after a round.
struct ProgramLoop {
  std::vector<std::vector<std::size_t>> rounds;
  std::size_t times = 1;
  std::optional<std::size_t> until = std::nullopt;
};

// One compilation of the source, with constants of its own.
struct ProgramBuild {
  std::vector<std::pair<std::string, std::string>> constants;  // as the compiler takes them
  // The functions that launches call, each once: kernels, or the host's functions of the unit.
  std::vector<std::string> functions;
  // For a compiler that is run as a command, nvcc or one for the host: the shell's command, in
  // which $ARCH is the architecture of a GPU, such as sm_90, the file that it writes, and a
  // translation unit that includes the source. nvcc's names those of the functions that are
  // expressions, in this order; the host's defines the functions, which take the addresses of the
  // arguments.
  std::string command;
  std::string output;
  SourceFile unit;
  std::vector<std::string> expressions;
};

struct Program {
  std::vector<std::string> head;  // lines that say what this is, for the comment at the beginning
  assay_backend backend = ASSAY_OPENCL;  // ASSAY_CUDA, or ASSAY_CPU for code of the host
  std::string file;                      // the source's, for comments
  std::string source;                    // with all that it includes by #include "name"
  std::vector<SourceFile> files;         // instead of the source, where a command compiles them
  std::vector<std::string> options;      // further ones of the compiler, unless it is a command
  std::optional<std::size_t> threads;    // OpenMP's, of code of the host
  std::vector<ProgramBuild> builds;
  bool by_expression = false;  // whether functions are expressions of C++ (CUDA)
  std::vector<ProgramArray> arrays;
  std::vector<assay_sampler> samplers;  // each different one once (OpenCL)
  std::vector<ProgramLaunch> launches;  // each different one once
  std::vector<ProgramLoop> loops;
};

// The program for a configuration; `names` are its parameters and the instance's arguments, and
// `folder` is where the problem's files are found. Where a command prints the kernel's source, its
// `sources` must be what that printed for the configuration. Throws usage Error with the place and
// the cure for what no program can be written of: code that other compilers made, images that end a
// loop, and launches that differ too often; and environment Error for files that cannot be read.
[[nodiscard]] Program make_program(const KernelDescription& kernel,
                                   const ArrayProblemDescription& problem,
                                   const FormulaNames& names, const std::string& folder);

}  // namespace assay::standalone
