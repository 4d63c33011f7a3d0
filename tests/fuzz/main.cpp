// The functions that libFuzzer calls. --target=NAME names the target; --list lists all targets.
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <ctime>

#include "tests/fuzz/target.hpp"

using namespace assay::fuzz;

extern "C" std::size_t LLVMFuzzerMutate(std::uint8_t* data, std::size_t size, std::size_t most);

namespace {

const Target* chosen_target = nullptr;

constexpr double most_seconds = 1;  // processor time for one input, in seconds

// The processor time of this process. The wall clock would report findings on a busy machine.
double processor_seconds() {
  timespec now{};
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
  return static_cast<double>(now.tv_sec) + 1e-9 * static_cast<double>(now.tv_nsec);
}

const Target* find_target(std::string_view name) {
  for (const Target* target : targets()) {
    if (target->name == name) return target;
  }
  return nullptr;
}

}  // namespace

extern "C" int LLVMFuzzerInitialize(int* count, char*** arguments) {
  constexpr std::string_view option = "--target=";
  for (int k = 1; k < *count; ++k) {
    const std::string_view argument = (*arguments)[k];
    if (argument.starts_with(option)) chosen_target = find_target(argument.substr(option.size()));
  }
  if (chosen_target != nullptr) return 0;
  const bool asked = *count == 2 && std::string_view((*arguments)[1]) == "--list";
  if (!asked) std::fprintf(stderr, "fuzz: name one of these by --target=NAME\n");
  for (const Target* target : targets()) std::printf("%s\n", target->name);
  std::exit(asked ? 0 : 2);
}

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view input(reinterpret_cast<const char*>(data), size);
  const double begin = processor_seconds();
  accepts([&] { chosen_target->read(input); });
  require(processor_seconds() - begin <= most_seconds, "an input took more than 1 s");
  return 0;
}

extern "C" std::size_t LLVMFuzzerCustomMutator(std::uint8_t* data, std::size_t size,
                                               std::size_t most, unsigned seed) {
  if (chosen_target->mutate == nullptr) return LLVMFuzzerMutate(data, size, most);
  return chosen_target->mutate(data, size, most, seed);
}
