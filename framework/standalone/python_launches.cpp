#include "framework/standalone/python_launches.hpp"

#include <fmt/format.h>

#include <ostream>
#include <string>
#include <vector>

#include "framework/core/error.hpp"
#include "framework/standalone/python_images.hpp"
#include "framework/standalone/python_values.hpp"
#include "framework/standalone/text.hpp"

namespace assay::standalone::python {
namespace {

std::string argument_text(const Program& program, const ProgramArgument& argument) {
  switch (argument.kind) {
    case KernelArgument::Kind::array:
      return fmt::format("on_device[{}]", quoted(program.arrays[argument.array].name));
    case KernelArgument::Kind::value:
      return value_text(argument, program.backend);
    case KernelArgument::Kind::local:
      return fmt::format("cl.LocalMemory({})", argument.bytes);
    case KernelArgument::Kind::image:
    case KernelArgument::Kind::sampler:
    case KernelArgument::Kind::texture:
    case KernelArgument::Kind::surface:
      return fmt::format("on_device[{}]", quoted(image_name(program, argument)));
  }
  throw internal_error("an argument of unknown kind");
}

// The text of a launch around its arguments.
struct Call {
  std::string head;
  std::string first_line;
  std::string indent;  // of the arguments, further than that of the lines
  std::vector<std::string> last_lines;
};

Call call_of(const Program& program, const ProgramLaunch& launch) {
  const auto tuple = [](const std::vector<std::size_t>& sizes) {
    return fmt::format("({},)", sizes_of(sizes));
  };
  const std::string kernel = fmt::format("kernels[{}][{}]", launch.build, quoted(launch.function));
  if (program.backend == ASSAY_CPU) return {"call(", kernel + ",", "", {}};
  const std::string sizes =
      fmt::format("{}, {},", tuple(extents_of(program, launch)), tuple(launch.local));
  if (program.backend == ASSAY_OPENCL) return {kernel + "(", "queue, " + sizes, "", {}};
  Call call = {kernel + "(", sizes + " (", "    ", {"),"}};
  const std::size_t shared = shared_bytes(launch);
  if (shared > 0) call.last_lines.push_back(fmt::format("shared_mem={},", shared));
  return call;
}

void write_launch(const Program& program, const ProgramLaunch& launch, const std::string& indent,
                  std::ostream& out) {
  const Call call = call_of(program, launch);
  const std::string inner = indent + "    ";
  out << fmt::format("{0}# {1}\n{0}{2}\n", indent, one_comment(launch.comment), call.head);
  out << inner << call.first_line << '\n';
  for (const ProgramArgument& argument : launch.arguments) {
    // CUDA sizes its shared memory at the launch.
    if (program.backend == ASSAY_CUDA && argument.kind == KernelArgument::Kind::local) continue;
    out << inner << call.indent << argument_text(program, argument) << ",";
    if (!argument.text.empty()) out << "  # " << one_comment(argument.text);
    out << '\n';
  }
  for (const std::string& line : call.last_lines) out << inner << line << '\n';
  out << indent << ")\n";
}

void write_loop(const Program& program, const ProgramLoop& loop, std::ostream& out) {
  std::string indent = "    ";
  if (loop.times != 1 || loop.until) {
    out << fmt::format("{}for _ in range({}):\n", indent, loop.times);
    indent += "    ";
  }
  const bool opencl = program.backend == ASSAY_OPENCL;
  for (const auto& round : loop.rounds) {
    for (const std::size_t launch : round) {
      write_launch(program, program.launches[launch], indent, out);
    }
    if (!loop.until) continue;
    const ProgramArray& flag = program.arrays[*loop.until];
    out << fmt::format("{0}if first_element({1}on_device[{2}]{3}) != 0:\n{0}    break\n", indent,
                       opencl ? "queue, " : "", quoted(flag.name),
                       opencl ? ", " + numpy_type(flag.element) : "");
  }
}

}  // namespace

void write_launches(const Program& program, std::ostream& out) {
  out << fmt::format("def launch({}kernels, on_device):\n",
                     program.backend == ASSAY_OPENCL ? "queue, " : "")
      << "    \"\"\"Launches everything once, without waiting for the end.\"\"\"\n";
  for (const ProgramLoop& loop : program.loops) write_loop(program, loop, out);
  if (program.loops.empty()) out << "    pass\n";
}

}  // namespace assay::standalone::python
