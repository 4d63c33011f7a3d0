#include "framework/kernel_file/starting_image.hpp"

#include <algorithm>
#include <string_view>
#include <utility>
#include <vector>

namespace assay {
namespace {

using Tokens = std::vector<SourceToken>;

// A call that has the parameter among its arguments, and the type in its angle brackets, if any.
struct ImageCall {
  std::string function;
  std::string type;
  std::size_t end = 0;  // the token after the call
};

// The position of the bracket that closes the one at `at`, or the end.
std::size_t closing_bracket(const Tokens& tokens, std::size_t at, std::size_t end) {
  int depth = 0;
  for (; at < end; ++at) {
    if (tokens[at].is("(")) ++depth;
    if (tokens[at].is(")") && --depth == 0) return at;
  }
  return end;
}

// The bracket that opens the innermost list of arguments around a token; 0 if there is none.
std::size_t opening_bracket(const Tokens& tokens, std::size_t at, std::size_t begin) {
  int depth = 0;
  while (at-- > begin && !tokens[at].is(";") && !tokens[at].is("{")) {
    if (tokens[at].is(")")) ++depth;
    if (tokens[at].is("(") && depth-- == 0) return at;
  }
  return 0;
}

// The innermost calls with the parameter in the kernel's body.
std::vector<ImageCall> calls_of(const SourceText& source, const KernelSignature& kernel,
                                const std::string& parameter) {
  const Tokens& tokens = source.tokens;
  std::vector<ImageCall> calls;
  for (std::size_t at = kernel.body; at < kernel.end; ++at) {
    const std::size_t open =
        tokens[at].is(parameter) ? opening_bracket(tokens, at, kernel.body) : 0;
    if (open <= kernel.body + 1) continue;
    ImageCall call;
    std::size_t name = open - 1;
    if (tokens[name].is(">")) {
      while (name > kernel.body + 2 && !tokens[--name].is("<")) {
        call.type = tokens[name].spelling + (call.type.empty() ? "" : " " + call.type);
      }
      --name;
    }
    call.function = tokens[name].spelling;
    call.end = closing_bracket(tokens, open, kernel.end) + 1;
    calls.push_back(std::move(call));
  }
  return calls;
}

// The type of an array for reads and writes of OpenCL: of single channels, if all that is read are
// first channels.
std::string opencl_type(const Tokens& tokens, const std::vector<ImageCall>& calls) {
  std::string element = "float";
  bool single = !calls.empty();
  for (const ImageCall& call : calls) {
    const std::string_view name = call.function;
    if (name.ends_with("_imagei")) element = "int";
    if (name.ends_with("_imageui")) element = "uint";
    const bool first = token_is(tokens, call.end, ".") && (token_is(tokens, call.end + 1, "x") ||
                                                           token_is(tokens, call.end + 1, "s0"));
    if (name.starts_with("read_image") && !first) single = false;
    if (name.starts_with("write_image")) single = false;
  }
  return single ? element : element + "4";
}

void note_cuda_call(const ImageCall& call, StartingImage& image) {
  const std::string_view name = call.function;
  for (std::size_t dimensions = 1; dimensions <= 3; ++dimensions) {
    if (name.find(std::to_string(dimensions) + "D") == std::string_view::npos) continue;
    image.dimensions = dimensions;
  }
  if (name.find("Layered") != std::string_view::npos) image.layered = true;
  if (name == "tex1Dfetch") image.linear = true;
  if (!call.type.empty()) image.type = call.type;
  if (name.starts_with("surf") && name.ends_with("write")) image.written = true;
  if (name.starts_with("tex") || name.ends_with("read")) image.read = true;
}

}  // namespace

StartingImage starting_image(const SourceText& source, const KernelSignature& kernel,
                             const SignatureParameter& parameter, const ArgumentType& type) {
  StartingImage image;
  const auto calls = calls_of(source, kernel, parameter.name);
  const auto any = [&](std::string_view begin) {
    return std::ranges::any_of(
        calls, [&](const ImageCall& call) { return call.function.starts_with(begin); });
  };
  if (type.kind == ArgumentType::Kind::image) {
    image.type = opencl_type(source.tokens, calls);
    image.dimensions = type.width;
    image.layered = type.layered;
    image.linear = type.linear;
    image.written = parameter.written;
    image.read = !parameter.written || any("read_image");
    return image;
  }
  image.type = "float";
  image.read = type.kind == ArgumentType::Kind::texture;
  for (const ImageCall& call : calls) note_cuda_call(call, image);
  return image;
}

}  // namespace assay
