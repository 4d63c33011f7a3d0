// The handover of stages from the producers of a team to its consumers, and the return of the two
// buffers, which are filled in turn. CUDA, sm_90a.
//
// Constants: those of warpgroups.kernel; HANDOVER_AT, the byte in a block's shared memory where the
// arrival-counting barriers begin. Numbered barriers of the block (bar.arrive, bar.sync) would take
// 3 to 5% more time, and racecheck does not follow them.
#ifndef OLS_HANDOVER_H
#define OLS_HANDOVER_H

#include "term_rows.h"

// Two barriers for each buffer: producers have filled it, consumers are done with it. Each is used
// once in two stages, which is one phase of the barrier.
class Handover {
 public:
  // `again`: barriers exist from an earlier pass, and no thread waits for them. All threads of a
  // block call it.
  __device__ __forceinline__ Handover(unsigned char* shared, const bool again)
      : barriers_(shared_address(shared + HANDOVER_AT) + TEAM * 4 * BARRIER_BYTES) {
    if (THREAD_OF_TEAM == 0) {
#pragma unroll
      for (uint buffer = 0; buffer < 2; ++buffer) {
        if (again) {
          forget(full(buffer));
          forget(free(buffer));
        }
        make(full(buffer), PRODUCERS);
        make(free(buffer), CONSUMERS);
      }
    }
    __syncthreads();
  }

  __device__ __forceinline__ void wait_until_free(const uint stage) const {
    if (stage >= 2) wait(free(stage % 2), (stage / 2 - 1) % 2);
  }
  __device__ __forceinline__ void hand_over(const uint stage) const { arrive(full(stage % 2)); }
  __device__ __forceinline__ void wait_until_full(const uint stage) const {
    wait(full(stage % 2), stage / 2 % 2);
  }
  __device__ __forceinline__ void give_back(const uint stage) const { arrive(free(stage % 2)); }

 private:
  static constexpr uint BARRIER_BYTES = 8;

  [[nodiscard]] __device__ __forceinline__ uint full(const uint buffer) const {
    return barriers_ + 2 * buffer * BARRIER_BYTES;
  }
  [[nodiscard]] __device__ __forceinline__ uint free(const uint buffer) const {
    return full(buffer) + BARRIER_BYTES;
  }
  __device__ __forceinline__ static void make(const uint barrier, const uint count) {
    asm volatile("mbarrier.init.shared::cta.b64 [%0], %1;" ::"r"(barrier), "r"(count) : "memory");
  }
  __device__ __forceinline__ static void forget(const uint barrier) {
    asm volatile("mbarrier.inval.shared::cta.b64 [%0];" ::"r"(barrier) : "memory");
  }
  __device__ __forceinline__ static void arrive(const uint barrier) {
    asm volatile(
        "{\n.reg .b64 state;\nmbarrier.arrive.shared::cta.b64 state, [%0];\n}" ::"r"(barrier)
        : "memory");
  }
  __device__ __forceinline__ static void wait(const uint barrier, const uint parity) {
    asm volatile(
        "{\n.reg .pred done;\nAGAIN_%=:\n"
        "mbarrier.try_wait.parity.shared::cta.b64 done, [%0], %1;\n@!done bra AGAIN_%=;\n}" ::"r"(
            barrier),
        "r"(parity)
        : "memory");
  }

  uint barriers_;
};

#endif
