#include "framework/device/opencl/program.hpp"

#include <fmt/format.h>

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

Handle<cl_program> build_from_source(const Context& context, const FlatSource& source,
                                     const std::string& options) {
  const char* text = source.text.data();
  const std::size_t size = source.text.size();
  cl_int code = CL_SUCCESS;
  Handle<cl_program> program(
      context.api.clCreateProgramWithSource(context.handle.get(), 1, &text, &size, &code),
      Release<cl_program>(context.api.clReleaseProgram));
  check(code, "creating a program");
  code = compile(context, program.get(), options);
  if (code == CL_SUCCESS) return program;
  if (code == CL_OUT_OF_HOST_MEMORY) check(code, "compiling a program");
  throw DeviceError(ASSAY_COMPILE_ERROR,
                    fmt::format("{} does not compile for {} ({}) with options \"{}\":\n{}",
                                source.name, context.description.name, error_name(code), options,
                                with_places(build_log(context, program.get()), source)));
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

std::string binary_key(const Context& context, const FlatSource& source,
                       const std::string& options) {
  // The separator is a character that occurs in none of the parts.
  return fmt::format("opencl program\x1f{}\x1f{}\x1f{}\x1f{}", context.description.name,
                     context.description.driver, compiler_options(options), source.text);
}

std::unique_ptr<OpenclProgram> build_program(const Context& context, const FlatSource& source,
                                             const std::string& options, const BlobCache* cache) {
  const std::string key = cache == nullptr ? "" : binary_key(context, source, options);
  if (cache != nullptr) {
    if (const auto binary = cache->load(key)) {
      if (auto program = build_from_binary(context, *binary, options)) {
        return std::make_unique<OpenclProgram>(std::move(*program), true);
      }
    }
  }
  auto program = build_from_source(context, source, options);
  if (cache != nullptr) {
    // A cache that cannot be written costs time only.
    if (const auto binary = binary_of(context, program.get()); !binary.empty()) {
      static_cast<void>(cache->store(key, binary));
    }
  }
  return std::make_unique<OpenclProgram>(std::move(program), false);
}

std::unique_ptr<OpenclProgram> RecentPrograms::build(const Context& context,
                                                     const FlatSource& source,
                                                     const std::string& options,
                                                     const BlobCache* cache) {
  std::string key = binary_key(context, source, options);
  const auto known = std::ranges::find(recent_, key, &Recent::key);
  if (known != recent_.end()) return std::make_unique<OpenclProgram>(known->program, true);
  auto program = build_program(context, source, options, cache);
  recent_.push_front({std::move(key), program->shared()});
  if (recent_.size() > capacity) recent_.pop_back();
  return program;
}

bool binaries_are_worth_caching(const Context& context) {
  return context.description.driver.find("PoCL") == std::string::npos;
}

}  // namespace assay::device::opencl
