#include "forest/level_wise/host_subtrees.hpp"

#include <algorithm>

namespace forest::level_wise {

namespace sdk = assay::sdk;

HostSubtrees::HostSubtrees(const Device& device, const Shape& shape, const Programs& programs,
                           const TrainingData& data, const Settings& settings,
                           const TreeBounds& bounds, std::size_t trees, const Encoder& columns)
    : device_(device),
      shape_(shape),
      data_(data),
      columns_(columns),
      table_(shape.most_hosted),
      hand_over_(programs.host.kernel("hand_over")),
      graft_(programs.host.kernel("graft")),
      codes_(device.host, data.values.size() * shape.code_bytes),
      handed_(device.host, trees * bounds.hosted),
      handed_on_host_(device.host, trees * bounds.hosted),
      drawn_(device.host, trees * bounds.draws),
      drawn_on_host_(device.host, trees * bounds.draws),
      roots_(device.host, trees * bounds.hosted),
      others_(device.host, trees * bounds.nodes),
      grown_(device.host, trees * (bounds.hosted + bounds.nodes)),
      queue_(sdk::create_queue(device.host)),
      workers_(shape.host_threads),
      threads_(shape.host_threads,
               [this](std::size_t thread, std::size_t number) { grow(thread, number); }) {
  for (Worker& worker : workers_) {
    worker.grower = make_subtree_grower({codes_.begin(), codes_.end()}, shape.code_bytes, data,
                                        settings, table_);
  }
}

void HostSubtrees::read_codes() {
  device_.host.wait(queue_.get(), nullptr);
  columns_.codes().read_async({codes_.data(), codes_.size()}, 0, queue_.get());
}

void HostSubtrees::take(const NodesInWork& nodes, const TreeSamples& samples, std::uint32_t hosted,
                        std::uint32_t draws, Launcher& launcher) {
  offer(launcher);
  if (hosted == taken_) return;
  const std::size_t count = hosted - taken_;
  device_.host.wait(queue_.get(), nullptr);
  launcher.groups_on(queue_.get(), hand_over_, shape_.group, count, 1, taken_, nodes.hosted,
                     nodes.hosted_begins, nodes.begins, nodes.sizes, nodes.trees, nodes.keys,
                     nodes.places, samples.lists[0], samples.lists[1], samples.trees,
                     samples.capacity, samples.packed, data_.samples, samples.first_tree, handed_,
                     drawn_);
  handed_.read_async({handed_on_host_.data() + taken_, count}, taken_, queue_.get());
  drawn_.read_async({drawn_on_host_.data() + taken_draws_, draws - taken_draws_}, taken_draws_,
                    queue_.get());
  taken_ = hosted;
  taken_draws_ = draws;
}

void HostSubtrees::offer(Launcher& launcher) {
  if (offered_ == taken_) return;
  device_.host.finish(queue_.get());
  ++launcher.synchronisations;
  offered_ = taken_;
  threads_.offer(offered_);
}

void HostSubtrees::grow(std::size_t thread, std::size_t number) {
  Worker& worker = workers_[thread];
  const HandedNode& root = handed_on_host_[number];
  const std::span<Drawn> samples(drawn_on_host_.data() + root.begin, root.size);
  worker.deepest = std::max(worker.deepest, worker.grower->grow(root, samples, worker.nodes));
  const auto added = static_cast<std::uint32_t>(worker.nodes.size() - 1);
  const std::uint32_t first = other_count_.fetch_add(added);
  for (HostNode& node : worker.nodes) {
    if (node.attribute >= 0) node.link += first - 1;
  }
  roots_[number] = worker.nodes.front();
  std::copy(worker.nodes.begin() + 1, worker.nodes.end(), others_.begin() + first);
}

void HostSubtrees::graft(const NodesInWork& nodes, const Nodes& pool, Grown& grown,
                         Launcher& launcher) {
  offer(launcher);
  threads_.finish();
  const std::uint32_t added = other_count_.exchange(0);
  const std::uint32_t count = taken_ + added;
  if (taken_ > 0) grown_.write_async({roots_.data(), taken_});
  if (added > 0) grown_.write_async({others_.data(), added}, taken_);
  launcher.items(graft_, count, 1, nodes.hosted, taken_, grown_, count, grown.nodes,
                 columns_.values(), columns_.edges(), data_.samples,
                 std::uint32_t{shape_.is_binned() ? 1U : 0U}, pool.counts, pool.links,
                 pool.attributes, pool.thresholds, pool.parents);
  grown.nodes += added;
  for (Worker& worker : workers_) {
    grown.deepest = std::max(grown.deepest, std::exchange(worker.deepest, 0));
  }
  taken_ = taken_draws_ = offered_ = 0;
}

}  // namespace forest::level_wise
