// An attack that works in a context of its own, which waiting for the context of the trial does not
// cover.
#include <dlfcn.h>
#include <unistd.h>

#include "attack.hpp"

namespace {

using namespace attack;

// The functions of the driver that the attack needs, looked up by the driver's own names.
struct OwnDriver {
  OwnDriver() {
    void* library = dlopen("libcuda.so.1", RTLD_NOW);
    const auto find = [&](const char* name, auto& function) {
      function = reinterpret_cast<std::remove_reference_t<decltype(function)>>(
          library == nullptr ? nullptr : dlsym(library, name));
      if (function == nullptr) throw Error(ASSAY_UNSUPPORTED, "the driver lacks a function");
    };
    find("cuCtxCreate_v2", create);
    find("cuCtxDestroy_v2", destroy);
    find("cuCtxPushCurrent_v2", push);
    find("cuCtxPopCurrent_v2", pop);
    find("cuStreamCreate", create_stream);
    find("cuStreamSynchronize", wait_for);
    find("cuLaunchHostFunc", call);
  }
  int (*create)(void**, unsigned, int) = nullptr;
  int (*destroy)(void*) = nullptr;
  int (*push)(void*) = nullptr;
  int (*pop)(void**) = nullptr;
  int (*create_stream)(void**, unsigned) = nullptr;
  int (*wait_for)(void*) = nullptr;
  int (*call)(void*, void (*)(void*), void*) = nullptr;
};

class OtherContext : public CudaScale {
 public:
  explicit OtherContext(const Task& task) : CudaScale(task) {
    if (driver_.create(&context_, 0, 0) != 0) throw Error(ASSAY_UNSUPPORTED, "no other context");
    constexpr unsigned non_blocking = 1;
    driver_.create_stream(&stream_, non_blocking);
    leave();
  }
  ~OtherContext() override {
    driver_.push(context_);
    driver_.wait_for(stream_);
    leave();
    driver_.destroy(context_);
  }
  void run() override {
    driver_.push(context_);
    driver_.call(
        stream_, [](void* self) { static_cast<OtherContext*>(self)->work(); }, this);
    leave();
  }
  void outputs() override {}

 private:
  void work() {
    usleep(10'000);
    for (std::size_t k = 0; k < y.size(); ++k) y[k] = a.front() * x[k];
  }
  void leave() {
    void* popped = nullptr;
    driver_.pop(&popped);
  }

  OwnDriver driver_;
  void* context_ = nullptr;
  void* stream_ = nullptr;
};

}  // namespace

void add_other_context(assay::sdk::Plugin& plugin) {
  add<OtherContext>(plugin, "work-behind.cuda",
                    "Leaves the work to a call-back of another context's stream.");
}
