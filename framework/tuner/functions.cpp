#include "framework/tuner/functions.hpp"

#include "framework/kernel_file/plugin_values.hpp"

namespace assay {
namespace {

// The check of the function that ran last; shared because problems judge outputs without knowing
// the variant.
using LastCheck = std::shared_ptr<std::function<double()>>;

class FunctionInstance final : public sdk::Instance {
 public:
  FunctionInstance(const Work& work, LastCheck last) : work_(work), last_(std::move(last)) {}

  [[nodiscard]] std::span<const assay_tensor> inputs() const override { return {}; }
  [[nodiscard]] std::span<const assay_tensor> outputs() const override { return {}; }
  sdk::Finding check(std::span<const assay_tensor> /*outputs*/) override { return {(*last_)()}; }
  [[nodiscard]] assay_work work() const override { return {work_.flops, work_.bytes, ASSAY_F32}; }

 private:
  Work work_;
  LastCheck last_;
};

class FunctionTrial final : public sdk::Trial {
 public:
  FunctionTrial(const FunctionVariant& function, const sdk::Task& task, LastCheck last)
      : function_(function),
        configuration_(bindings_of(task.configuration().all())),
        last_(std::move(last)) {}

  void run() override { function_.run(configuration_); }
  void outputs() override { *last_ = function_.check; }

 private:
  const FunctionVariant& function_;
  Bindings configuration_;
  LastCheck last_;
};

sdk::VariantDescription variant_of(const FunctionVariant& function, const std::string& problem,
                                   const LastCheck& last) {
  sdk::VariantDescription variant;
  variant.name = function.name;
  variant.problem = problem;
  variant.doc = "A function of the program.";
  for (const Parameter& parameter : function.parameters) {
    variant.parameters.push_back(plugin_parameter(parameter));
  }
  variant.constraints = plugin_constraints(function.constraints);
  const auto shared = std::make_shared<const FunctionVariant>(function);
  variant.prepare = [shared, last](const sdk::Task& task) {
    return std::make_unique<FunctionTrial>(*shared, task, last);
  };
  return variant;
}

}  // namespace

MadePlugin function_plugin(const std::string& problem, const Work& work,
                           const std::string& build_id,
                           const std::vector<FunctionVariant>& functions) {
  MadePlugin made{{"functions", "program", build_id, problem},
                  std::make_unique<const std::string>("functions"),
                  nullptr};
  made.plugin = std::make_unique<sdk::Plugin>(made.name->c_str(), "program");
  const auto last = std::make_shared<std::function<double()>>();
  sdk::ProblemDescription described{problem, "Functions of a program.", {}, {}, nullptr, true};
  described.create = [work, last](const sdk::Host&, const sdk::Bindings&) {
    return std::make_unique<FunctionInstance>(work, last);
  };
  made.plugin->problem(std::move(described));
  for (const FunctionVariant& function : functions) {
    made.plugin->variant(variant_of(function, problem, last));
  }
  return made;
}

}  // namespace assay
