#include "forest/prediction/predict.hpp"

#include <memory>

#include "forest/library/prediction.hpp"
#include "forest/prediction/device_forest.hpp"

namespace forest::prediction {
namespace {

namespace sdk = assay::sdk;

// The values of a configuration.
struct Walking {
  explicit Walking(const sdk::Bindings& configuration)
      : work_group_size(static_cast<std::size_t>(configuration.integer("work_group_size"))),
        tree_parts(static_cast<std::size_t>(configuration.integer("tree_parts"))),
        as_records(configuration.text("layout") == "records"),
        local_rows(configuration.text("rows_in") == "local") {}

  [[nodiscard]] std::size_t local_bytes(std::size_t labels, std::size_t attributes) const {
    const std::size_t row = local_rows ? attributes | 1 : 0;
    return 4 * work_group_size * (labels + row);
  }

  std::size_t work_group_size;
  std::size_t tree_parts;
  bool as_records;
  bool local_rows;
};

sdk::Program build(const sdk::Host& host, assay_backend backend, const Walking& walking) {
  auto options = sdk::dialect_options(backend).define("WORK_GROUP_SIZE", walking.work_group_size);
  options.define("RECORDS", walking.as_records ? 1 : 0)
      .define("LOCAL_ROWS", walking.local_rows ? 1 : 0)
      .define("TREE_PARTS", walking.tree_parts);
  return sdk::build(host, "forest/predict.kernel", options);
}

class PredictOnDevice final : public sdk::Trial {
 public:
  PredictOnDevice(const sdk::Task& task, assay_backend backend)
      : host_(task.host()),
        given_(task),
        walking_(task.configuration()),
        program_(build(host_, backend, walking_)),
        predict_(program_.kernel("predict")),
        majority_(program_.kernel("majority")),
        forest_(host_, given_.forest, walking_.as_records),
        rows_(host_, given_.values.size()),
        votes_(host_, walking_.tree_parts > 1 ? given_.rows * given_.labels : 1),
        predicted_(host_, given_.rows) {
    votes_.fill(0);
    if (backend != ASSAY_CUDA) return;
    rows_lock_ = {host_, std::as_bytes(given_.values)};
    predicted_lock_ = {host_, std::as_bytes(given_.predicted)};
  }

  void run() override {
    {
      const sdk::Phase phase(host_, "upload");
      rows_.write_async(given_.values);
    }
    {
      const sdk::Phase phase(host_, "predict");
      launch();
    }
    const sdk::Phase phase(host_, "download");
    predicted_.read(given_.predicted);
  }

 private:
  void launch() const {
    const std::size_t group = walking_.work_group_size;
    const std::size_t items = sdk::rounded_up(given_.rows, group);
    const auto rows = static_cast<std::uint32_t>(given_.rows);
    const auto labels = static_cast<std::uint32_t>(given_.labels);
    predict_.launch<2>({items, walking_.tree_parts}, {group, 1}, rows_, forest_.records,
                       forest_.attributes, forest_.thresholds, forest_.links, forest_.roots, votes_,
                       predicted_, rows, static_cast<std::uint32_t>(given_.attributes), labels,
                       static_cast<std::uint32_t>(given_.forest.trees()),
                       sdk::LocalMemory{walking_.local_bytes(given_.labels, given_.attributes)});
    if (walking_.tree_parts == 1) return;
    majority_.launch<1>({items}, {group}, votes_, predicted_, rows, labels);
  }

  sdk::Host host_;
  Prediction given_;
  Walking walking_;
  sdk::Program program_;
  sdk::Kernel predict_;
  sdk::Kernel majority_;
  DeviceForest forest_;
  sdk::Buffer<float> rows_;
  sdk::Buffer<std::uint32_t> votes_;  // [rows, labels], zero between runs
  sdk::Buffer<std::int32_t> predicted_;
  sdk::PageLock rows_lock_;
  sdk::PageLock predicted_lock_;
};

}  // namespace

sdk::VariantDescription predict_variant(assay_backend backend) {
  auto variant = sdk::describe_accelerated(
      "predict", "forest/predict",
      "A work item walks a row through one tree after the other. Uploading rows and downloading "
      "labels is timed; the forest is already on the device.",
      backend,
      {{{"work_group_size", "Rows in a work group.", sdk::powers_of_two(32, 1024), 128},
        {"layout",
         "Nodes as records of 16 bytes, or as one array for each member.",
         {"records", "arrays"}},
        {"rows_in", "Where a group's rows are kept while they walk.", {"global", "local"}},
        {"tree_parts",
         "Groups that share the trees for the same rows, and add up their votes in global "
         "memory.",
         sdk::powers_of_two(1, 32)}},
       {{"work_group_size <= max_work_group_size",
         "the device does not allow work groups that large"},
        {"4 * work_group_size * (label_count + (attribute_count + 1 if rows_in == 'local' else "
         "0)) <= local_memory_bytes",
         "a group's votes, and with rows_in = 'local' its rows, must fit into local memory"},
        {"tree_parts <= trees", "some groups would have no tree"}}});
  variant.prepare = [=](const sdk::Task& task) {
    return std::make_unique<PredictOnDevice>(task, backend);
  };
  variant.compile = [=](const sdk::Task& task) {
    static_cast<void>(build(task.host(), backend, Walking(task.configuration())));
  };
  return variant;
}

}  // namespace forest::prediction
