#include "framework/device/opencl/program.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <optional>
#include <vector>

namespace assay::device::opencl {
namespace {

// Adds the option that lets launches check their arguments by kind and name them.
std::string compiler_options(const std::string& options) {
  return options.empty() ? "-cl-kernel-arg-info" : "-cl-kernel-arg-info " + options;
}

cl_int compile(const Context& context, cl_program program, const std::string& options) {
  return context.api.clBuildProgram(program, 1, &context.device, compiler_options(options).c_str(),
                                    nullptr, nullptr);
}

std::string build_log(const Context& context, cl_program program) {
  return text_info(
      [&](std::size_t size, void* value, std::size_t* needed) {
        return context.api.clGetProgramBuildInfo(program, context.device, CL_PROGRAM_BUILD_LOG,
                                                 size, value, needed);
      },
      "reading the build log");
}

[[noreturn]] void refuse(const Context& context, cl_int code, const std::string& what,
                         const std::string& options, const std::string& log) {
  if (code == CL_OUT_OF_HOST_MEMORY) check(code, "compiling a program");
  throw DeviceError(ASSAY_COMPILE_ERROR,
                    fmt::format("{} for {} ({}) with options \"{}\":\n{}", what,
                                context.description.name, error_name(code), options, log));
}

Handle<cl_program> owned(const Context& context, cl_program program) {
  return {program, Release<cl_program>(context.api.clReleaseProgram)};
}

// Gives the source to the driver and has `compiling` compile it.
template <class Compiling>
Handle<cl_program> from_source(const Context& context, const FlatSource& source,
                               const std::string& options, const Compiling& compiling) {
  const char* text = source.text.data();
  const std::size_t size = source.text.size();
  cl_int code = CL_SUCCESS;
  auto program = owned(
      context, context.api.clCreateProgramWithSource(context.handle.get(), 1, &text, &size, &code));
  check(code, "creating a program");
  code = compiling(program.get());
  if (code == CL_SUCCESS) return program;
  refuse(context, code, source.name + " does not compile", options,
         with_places(build_log(context, program.get()), source));
}

// What the driver says of a link that failed. PoCL hands out no program then, and so no log.
std::string link_log(const Context& context, cl_program program) {
  std::string log = program == nullptr ? "" : build_log(context, program);
  if (!log.empty()) return log;
  return "(the driver does not say why: look for functions and variables that none of these files "
         "defines, or several do)";
}

// Compiles each unit by itself, with all options, and links them, which needs none.
Handle<cl_program> link_from_source(const Context& context, std::span<const FlatSource> units,
                                    const std::string& options) {
  std::vector<Handle<cl_program>> compiled;
  std::vector<cl_program> parts;
  std::vector<std::string> names;
  for (const FlatSource& unit : units) {
    compiled.push_back(from_source(context, unit, options, [&](cl_program program) {
      return context.api.clCompileProgram(program, 1, &context.device,
                                          compiler_options(options).c_str(), 0, nullptr, nullptr,
                                          nullptr, nullptr);
    }));
    parts.push_back(compiled.back().get());
    names.push_back(unit.name);
  }
  cl_int code = CL_SUCCESS;
  auto program =
      owned(context, context.api.clLinkProgram(context.handle.get(), 1, &context.device, nullptr,
                                               static_cast<cl_uint>(parts.size()), parts.data(),
                                               nullptr, nullptr, &code));
  if (code == CL_SUCCESS) return program;
  refuse(context, code, fmt::format("{} cannot be linked", fmt::join(names, " with ")), options,
         link_log(context, program.get()));
}

Handle<cl_program> build_from_source(const Context& context, std::span<const FlatSource> units,
                                     const std::string& options) {
  if (units.size() > 1) return link_from_source(context, units, options);
  return from_source(context, units.front(), options,
                     [&](cl_program program) { return compile(context, program, options); });
}

// Absent if the driver does not take the binary, for any reason: the source is at hand.
std::optional<Handle<cl_program>> build_from_binary(const Context& context,
                                                    std::span<const std::byte> binary,
                                                    const std::string& options) {
  const auto* bytes = reinterpret_cast<const unsigned char*>(binary.data());
  const std::size_t size = binary.size();
  cl_int code = CL_SUCCESS;
  cl_int binary_code = CL_SUCCESS;
  Handle<cl_program> program(
      context.api.clCreateProgramWithBinary(context.handle.get(), 1, &context.device, &size, &bytes,
                                            &binary_code, &code),
      Release<cl_program>(context.api.clReleaseProgram));
  if (code != CL_SUCCESS || binary_code != CL_SUCCESS) return std::nullopt;
  if (compile(context, program.get(), options) != CL_SUCCESS) return std::nullopt;
  return program;
}

// The binary of a program; empty if the driver gives none.
std::vector<std::byte> binary_of(const Context& context, cl_program program) {
  const auto& api = context.api;
  std::size_t size = 0;
  if (api.clGetProgramInfo(program, CL_PROGRAM_BINARY_SIZES, sizeof size, &size, nullptr) !=
      CL_SUCCESS) {
    return {};
  }
  std::vector<std::byte> binary(size);
  auto* bytes = reinterpret_cast<unsigned char*>(binary.data());
  if (size == 0 || api.clGetProgramInfo(program, CL_PROGRAM_BINARIES, sizeof bytes, &bytes,
                                        nullptr) != CL_SUCCESS) {
    return {};
  }
  return binary;
}

}  // namespace

std::string binary_key(const Context& context, std::span<const FlatSource> units,
                       const std::string& options) {
  // The separator is a character that occurs in none of the parts.
  std::string key = fmt::format("opencl program\x1f{}\x1f{}\x1f{}", context.description.name,
                                context.description.driver, compiler_options(options));
  for (const FlatSource& unit : units) key += '\x1f' + unit.text;
  return key;
}

std::unique_ptr<OpenclProgram> build_program(const Context& context,
                                             std::span<const FlatSource> units,
                                             const std::string& options, const BlobCache* cache) {
  const std::string key = cache == nullptr ? "" : binary_key(context, units, options);
  if (cache != nullptr) {
    if (const auto binary = cache->load(key)) {
      if (auto program = build_from_binary(context, *binary, options)) {
        return std::make_unique<OpenclProgram>(std::move(*program), true);
      }
    }
  }
  auto program = build_from_source(context, units, options);
  if (cache != nullptr) {
    // A cache that cannot be written costs time only.
    if (const auto binary = binary_of(context, program.get()); !binary.empty()) {
      static_cast<void>(cache->store(key, binary));
    }
  }
  return std::make_unique<OpenclProgram>(std::move(program), false);
}

std::unique_ptr<OpenclProgram> RecentPrograms::build(const Context& context,
                                                     std::span<const FlatSource> units,
                                                     const std::string& options,
                                                     const BlobCache* cache) {
  std::string key = binary_key(context, units, options);
  if (auto known = find(key)) return std::make_unique<OpenclProgram>(std::move(known), true);
  auto program = build_program(context, units, options, cache);
  keep(std::move(key), program->shared());
  return program;
}

SharedProgram RecentPrograms::find(const std::string& key) {
  const std::lock_guard lock(mutex_);
  const auto known = std::ranges::find(recent_, key, &Recent::key);
  return known == recent_.end() ? nullptr : known->program;
}

void RecentPrograms::keep(std::string key, SharedProgram program) {
  const std::lock_guard lock(mutex_);
  recent_.push_front({std::move(key), std::move(program)});
  if (recent_.size() > capacity) recent_.pop_back();
}

bool binaries_are_worth_caching(const Context& context) {
  return context.description.driver.find("PoCL") == std::string::npos;
}

}  // namespace assay::device::opencl
