// Attacks whose kernel runs while the clock does not.
#include "attack.hpp"

namespace {

using namespace attack;

class CudaKeptResults : public CudaScale {
 public:
  using CudaScale::CudaScale;
  void run() override {
    if (!done_) launch();
    done_ = true;
  }

 private:
  bool done_ = false;
};

class CudaPreparedResults : public CudaScale {
 public:
  explicit CudaPreparedResults(const Task& task) : CudaScale(task) { launch(); }
  void run() override {}
};

class CudaLateWork : public CudaScale {
 public:
  using CudaScale::CudaScale;
  void run() override {}
  void outputs() override {
    launch();
    CudaScale::outputs();
  }
};

}  // namespace

void add_elsewhen(assay::sdk::Plugin& plugin) {
  add<CudaKeptResults>(plugin, "kept-results.cuda", "Computes once.");
  add<CudaPreparedResults>(plugin, "prepared-results.cuda", "Computes when it is prepared.");
  add<CudaLateWork>(plugin, "late-work.cuda", "Computes when outputs are asked for.");
}
