// Subtrees of a batch that the host grows while the device grows others: their samples are copied
// to the host when a level reaches their roots, and their nodes are copied back at the end.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "assay/plugin.hpp"
#include "forest/level_wise/batch_size.hpp"
#include "forest/level_wise/encoder.hpp"
#include "forest/level_wise/host_nodes.hpp"
#include "forest/level_wise/host_threads.hpp"
#include "forest/level_wise/nodes.hpp"
#include "forest/level_wise/programs.hpp"
#include "forest/level_wise/subtree_grower.hpp"
#include "forest/library/inputs.hpp"
#include "forest/library/score.hpp"

namespace forest::level_wise {

class HostSubtrees {
 public:
  // Allocates for batches of up to `trees` trees. Borrows the encoder.
  HostSubtrees(const Device& device, const Shape& shape, const Programs& programs,
               const TrainingData& data, const Settings& settings, const TreeBounds& bounds,
               std::size_t trees, const Encoder& columns);

  // Enqueues the download of the codes. To be called before the first batch of a run, once the
  // encoder has enqueued its work.
  void read_codes();

  // Tells that the batch's list of nodes for the host has reached `hosted` nodes, with `draws`
  // draws. Enqueues the download of the nodes added since the last call, and offers the nodes of
  // the last call to the threads.
  void take(const NodesInWork& nodes, const TreeSamples& samples, std::uint32_t hosted,
            std::uint32_t draws, Launcher& launcher);
  // Waits for the nodes whose download is under way, and offers them to the threads.
  void offer(Launcher& launcher);
  // Ends the batch: waits for the threads, and appends the nodes that they grew to the pool.
  void graft(const NodesInWork& nodes, const Nodes& pool, Grown& grown, Launcher& launcher);

 private:
  void grow(std::size_t thread, std::size_t number);

  Device device_;
  Shape shape_;
  TrainingData data_;
  const Encoder& columns_;
  CountTable table_;
  assay::sdk::Kernel hand_over_;
  assay::sdk::Kernel graft_;
  assay::sdk::HostArray<std::byte> codes_;  // [attributes, samples]
  assay::sdk::Buffer<HandedNode> handed_;
  assay::sdk::HostArray<HandedNode> handed_on_host_;
  assay::sdk::Buffer<Drawn> drawn_;
  assay::sdk::HostArray<Drawn> drawn_on_host_;
  // The grown roots, by their numbers in the list, and the nodes below them.
  assay::sdk::HostArray<HostNode> roots_;
  assay::sdk::HostArray<HostNode> others_;
  assay::sdk::Buffer<HostNode> grown_;  // roots, then others
  assay::sdk::Queue queue_;             // in addition to the default queue, on which levels grow
  std::uint32_t taken_ = 0;             // nodes of the list
  std::uint32_t taken_draws_ = 0;
  std::uint32_t offered_ = 0;
  struct Worker {
    std::unique_ptr<SubtreeGrower> grower;
    std::vector<HostNode> nodes;
    std::uint32_t deepest = 0;
  };
  std::vector<Worker> workers_;
  std::atomic<std::uint32_t> other_count_ = 0;
  HostThreads threads_;  // destroyed first, as its threads use the members above
};

}  // namespace forest::level_wise
