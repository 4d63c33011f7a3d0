// The variant serial.cpu: one thread grows one tree after another, the well-known baseline.
#include <memory>
#include <vector>

#include "forest/cpu/variants.hpp"
#include "forest/library/inputs.hpp"
#include "forest/library/serial_trainer.hpp"

namespace forest {
namespace {

namespace sdk = assay::sdk;

class SerialTrial final : public sdk::Trial {
 public:
  explicit SerialTrial(const sdk::Task& task)
      : host_(task.host()),
        data_(training_data(task)),
        settings_(settings_of(task)),
        table_(settings_.draws(data_.samples)),
        draws_as_(task.configuration().text("draws") == "list" ? DrawsAs::list : DrawsAs::counts),
        output_(task) {}

  void run() override {
    const auto columns = quantise();
    SerialTrainer trainer(data_, *columns, settings_, table_, draws_as_);
    std::vector<Tree> trees;
    {
      const sdk::Phase phase(host_, "grow");
      for (std::uint32_t tree = 0; tree < settings_.trees; ++tree) {
        trees.push_back(trainer.grow(tree));
      }
    }
    const sdk::Phase phase(host_, "collect");
    output_.write(trees);
  }

 private:
  [[nodiscard]] std::unique_ptr<QuantisedColumns> quantise() const {
    const sdk::Phase phase(host_, "quantise");
    return std::make_unique<QuantisedColumns>(data_, settings_.bins);
  }

  sdk::Host host_;
  TrainingData data_;
  Settings settings_;
  CountTable table_;
  DrawsAs draws_as_;
  ForestOutput output_;
};

}  // namespace

sdk::VariantDescription serial_variant() {
  return {.name = "serial.cpu",
          .problem = "forest/train",
          .doc =
              "One thread grows one tree after the other; a node's samples are sorted by each "
              "attribute tried and scanned once.",
          .parameters = {{"draws",
                          "A sample drawn several times appears once with its number of draws "
                          "(counts), or as often as it was drawn (list), as in the paper.",
                          {"counts", "list"}}},
          .prepare = sdk::prepare_as<SerialTrial>};
}

}  // namespace forest
