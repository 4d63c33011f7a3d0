#include "assay/online_tuner.hpp"

#include "framework/tuner/impl.hpp"
#include "framework/tuner/online_impl.hpp"

namespace assay {

OnlineTuner::OnlineTuner(const Tuner& described, NativeQueue queue, const Numbers& arguments)
    : impl_(translated([&] {
        const auto& tuner = *described.impl_;
        if (!tuner.functions.empty()) {
          throw usage_error("{}: functions are tuned by tune() alone", tuner.place("OnlineTuner"));
        }
        return std::make_unique<Impl>(
            Impl::Described{tuner.scenario, tuner.work, tuner.store_file, tuner.progress}, queue,
            arguments);
      })) {}
OnlineTuner::~OnlineTuner() = default;
OnlineTuner::OnlineTuner(OnlineTuner&&) noexcept = default;
OnlineTuner& OnlineTuner::operator=(OnlineTuner&&) noexcept = default;

OnlineTuner& OnlineTuner::verify(std::function<bool(const Configuration&)> is_right) {
  impl_->is_right = std::move(is_right);
  return *this;
}

OnlineTuner& OnlineTuner::compile_threads(std::size_t threads) {
  translated([&] { impl_->compile_on(threads); });
  return *this;
}

OnlineTuner::Step OnlineTuner::step(const Buffers& buffers, const Numbers& values) {
  return translated([&] { return impl_->judged(impl_->run(buffers, values)); });
}

bool OnlineTuner::tuned() const { return impl_->search->decided(); }

std::optional<Best> OnlineTuner::best() const {
  const auto index = impl_->search->best();
  if (!index) return std::nullopt;
  return impl_->best_of(*index);
}

std::vector<Best> OnlineTuner::rivals() const {
  std::vector<Best> rivals;
  for (const std::uint64_t index : impl_->search->rivals()) rivals.push_back(impl_->best_of(index));
  return rivals;
}

}  // namespace assay
