#include "framework/kernel_file/check_command.hpp"

#include <algorithm>
#include <filesystem>

#include "assay/element.hpp"
#include "assay/stopwatch.hpp"
#include "assay/tensor.hpp"
#include "framework/core/digest.hpp"
#include "framework/core/error.hpp"
#include "framework/core/scratch_folder.hpp"
#include "framework/core/shell.hpp"
#include "framework/kernel_file/as_plugin.hpp"
#include "framework/kernel_file/reference_command.hpp"
#include "framework/kernel_file/struct_array.hpp"

namespace assay {
namespace {

// Outputs that differ each time would fill memory with digests that never come again.
constexpr std::size_t most_passed = 256;

// Exit codes by which run_shell tells that a command did not end by itself.
constexpr int out_of_time = 124;
constexpr int cannot_run = 126;
constexpr int not_found = 127;

std::span<const std::byte> elements_of(const assay_tensor& tensor) {
  return {static_cast<const std::byte*>(tensor.data),
          static_cast<std::size_t>(sdk::element_count(tensor)) * sdk::element_size(tensor.element)};
}

std::uint64_t bits_of(std::span<const assay_tensor> tensors, std::uint64_t seed) {
  std::uint64_t sum = 0;
  for (const assay_tensor& tensor : tensors) sum += digest(elements_of(tensor), seed++);
  return sum;
}

}  // namespace

CheckCommand::CheckCommand(const ArrayProblemDescription& problem, const sdk::Host& host,
                           Bindings arguments, std::span<const assay_tensor> inputs)
    : problem_(problem),
      host_(host),
      arguments_(std::move(arguments)),
      inputs_(inputs),
      seed_(drawn_seed()) {}

sdk::Finding CheckCommand::check(std::span<const assay_tensor> outputs) {
  const std::uint64_t bits = bits_of(outputs, seed_);
  if (passed_.contains(bits)) return {0};
  sdk::Finding finding = as_plugin([&] { return ask(outputs); });
  if (finding.error > 1) return finding;
  if (passed_.size() >= most_passed) passed_.clear();
  passed_.insert(bits);
  return finding;
}

sdk::Finding CheckCommand::ask(std::span<const assay_tensor> outputs) const {
  const auto& [text, seconds, place] = problem_.verify;
  CommandNames names{arguments_, {}, {}, nullptr};
  for (const auto& tensors : {inputs_, outputs}) {
    for (const assay_tensor& tensor : tensors) names.inputs.emplace_back(tensor.name);
  }
  names.write = [&](const std::string& name, const std::filesystem::path& file) {
    const bool is_output =
        std::ranges::any_of(outputs, [&](const auto& t) { return t.name == name; });
    write_array(file, array_of(problem_, name),
                sdk::find_tensor(is_output ? outputs : inputs_, name));
  };
  const ScratchFolder scratch("verify");
  const std::string command = fmt::format("cd {} && {}", shell_quoted(host_.resolve_path(".")),
                                          with_files(text, place, names, scratch));
  const sdk::Stopwatch watch;
  const ShellOutcome ended = run_shell(command, seconds);
  if (ended.ok()) return {0};
  if (ended.exit_code < out_of_time) {
    // Any deviation above 1 rejects.
    return {2, ended.first_line.empty()
                   ? fmt::format("the command of 'verify' ended with exit code {} and said nothing",
                                 ended.exit_code)
                   : ended.first_line};
  }
  const bool ran = ended.exit_code != cannot_run && ended.exit_code != not_found;
  const bool late = ran && watch.seconds() >= seconds;
  throw environment_error(
      "{}: the command of 'verify' {}", place,
      late ? fmt::format("took longer than {} s and was stopped; give it more as verify.seconds",
                         seconds)
           : how_it_ended(ended));
}

}  // namespace assay
