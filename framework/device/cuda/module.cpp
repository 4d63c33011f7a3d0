#include "framework/device/cuda/module.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <vector>

namespace assay::device::cuda {

Module::Module(Context& context, const Image& image) : context_(context), lowered_(image.lowered) {
  context_.check(context_.driver().cuModuleLoadData(&handle_, image.bytes.data()),
                 "loading compiled device code");
}

Module::~Module() {
  context_.activate_if_open();
  // Kernels of the module may still run. In an application's context its user has waited for them
  // (adopted.hpp), since other streams may never end.
  if (!context_.is_adopted()) context_.driver().cuCtxSynchronize();
  context_.driver().cuModuleUnload(handle_);
}

CUfunction Module::function(const std::string& name) const {
  const auto lowered = lowered_.find(name);
  const std::string& own = lowered == lowered_.end() ? name : lowered->second;
  CUfunction function = nullptr;
  const CUresult code = context_.driver().cuModuleGetFunction(&function, handle_, own.c_str());
  if (code == CUDA_ERROR_NOT_FOUND) {
    throw DeviceError(
        ASSAY_INVALID,
        fmt::format(
            "the program has no kernel '{}'; its kernels are: {} (build it with the "
            "kernel's name, or declare it extern \"C\" __global__, or C++ mangles its name)",
            name, kernel_names()));
  }
  context_.check(code, fmt::format("creating the kernel '{}'", name));
  return function;
}

void Module::write(CUstream stream, const std::string& variable,
                   std::span<const std::byte> bytes) const {
  CUdeviceptr address = 0;
  std::size_t size = 0;
  const Driver& driver = context_.driver();
  const CUresult code = driver.cuModuleGetGlobal(&address, &size, handle_, variable.c_str());
  if (code == CUDA_ERROR_NOT_FOUND) {
    throw DeviceError(ASSAY_INVALID,
                      fmt::format("the program has no variable '{}' that a kernel uses: declare it "
                                  "__constant__ or __device__ outside of functions and namespaces",
                                  variable));
  }
  context_.check(code, fmt::format("looking for the variable '{}'", variable));
  if (bytes.size() > size) {
    throw DeviceError(ASSAY_INVALID, fmt::format("the variable '{}' has {} bytes, but is given {}",
                                                 variable, size, bytes.size()));
  }
  if (bytes.empty()) return;
  const std::string what = fmt::format("writing the variable '{}'", variable);
  context_.check(driver.cuMemcpyHtoDAsync(address, bytes.data(), bytes.size(), stream), what);
  context_.check(driver.cuStreamSynchronize(stream), what);
}

std::string Module::kernel_names() const {
  const Driver& driver = context_.driver();
  unsigned count = 0;
  if (driver.cuModuleGetFunctionCount == nullptr || driver.cuFuncGetName == nullptr ||
      driver.cuModuleEnumerateFunctions == nullptr ||
      driver.cuModuleGetFunctionCount(&count, handle_) != CUDA_SUCCESS) {
    return "not reported by this driver";
  }
  std::vector<CUfunction> functions(count);
  std::vector<std::string> names;
  if (driver.cuModuleEnumerateFunctions(functions.data(), count, handle_) == CUDA_SUCCESS) {
    for (const CUfunction function : functions) {
      const char* name = nullptr;
      if (driver.cuFuncGetName(&name, function) == CUDA_SUCCESS) names.emplace_back(name);
    }
  }
  return names.empty() ? "none" : fmt::format("{}", fmt::join(names, ", "));
}

std::shared_ptr<Module> Code::module(Context& context) {
  if (module_ == nullptr) module_ = std::make_shared<Module>(context, image_);
  return module_;
}

std::string RecentCode::key_of(std::span<const assay_source> sources, std::size_t units,
                               const std::string& options, std::span<const std::string> names) {
  constexpr char separator = '\x1f';  // occurs in no name, text or option
  std::string key = fmt::format("{}{}{}", units, separator, options);
  for (const std::string& name : names) key += separator + name;
  for (const auto& source : sources) {
    for (const char* part : {source.name, source.text}) {
      key += separator;
      if (part != nullptr) key += part;  // flattening refuses a null pointer
    }
  }
  return key;
}

std::shared_ptr<Code> RecentCode::find(const std::string& key) {
  const std::lock_guard lock(mutex_);
  const auto found =
      std::ranges::find_if(codes_, [&](const auto& each) { return each.first == key; });
  if (found == codes_.end()) return nullptr;
  codes_.splice(codes_.begin(), codes_, found);
  return found->second;
}

void RecentCode::keep(std::string key, std::shared_ptr<Code> code) {
  const std::lock_guard lock(mutex_);
  codes_.emplace_front(std::move(key), std::move(code));
  if (codes_.size() > most) codes_.pop_back();
}

}  // namespace assay::device::cuda
