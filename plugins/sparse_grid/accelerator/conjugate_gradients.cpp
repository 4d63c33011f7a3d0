#include "sparse_grid/accelerator/conjugate_gradients.hpp"

#include <algorithm>
#include <memory>
#include <optional>
#include <string>
#include <utility>

#include "sparse_grid/accelerator/chunked.hpp"
#include "sparse_grid/accelerator/device.hpp"
#include "sparse_grid/accelerator/regression_system.hpp"
#include "sparse_grid/accelerator/subspace_adaptive.hpp"
#include "sparse_grid/accelerator/subspace_linear.hpp"
#include "sparse_grid/accelerator/support_list.hpp"
#include "sparse_grid/accelerator/variants.hpp"
#include "sparse_grid/library/regression_scalars.hpp"

namespace sparse_grid::accelerator {
namespace {

namespace sdk = assay::sdk;

template <class Real>
class RegressionTrial : public sdk::Trial {
 public:
  // With `as_graph`, the solution is recorded here as a graph, and each run launches it as a whole.
  RegressionTrial(const sdk::Task& task, const Device& device, Products<Real> products,
                  bool as_graph)
      : host_(task.host()),
        scalars_(task),
        surpluses_out_(result<Real>(task, "surpluses", products.evaluate->coefficient_count())),
        targets_(host_, coefficients<Real>(task, "targets", products.evaluate->result_count())),
        system_(device, std::move(products),
                scalars_.lambda * static_cast<double>(targets_.size())),
        memory_(system_.memory()) {
    if (as_graph) graph_.emplace(host_, [this] { solve(); });
  }

  void run() override {
    if (graph_) {
      const sdk::Phase phase(host_, "graph");
      graph_->launch();
    } else {
      solve();
    }
    host_.trial_fact("cg_iterations", static_cast<double>(iterations_));
    const sdk::Phase phase(host_, "download");
    memory_.solution.read(surpluses_out_);
  }

 private:
  void solve() {
    system_.accumulate(targets_, memory_.right);
    iterations_ = conjugate_gradients(system_, memory_, scalars_.stop, Start::zero);
  }

  sdk::Host host_;
  RegressionScalars scalars_;
  std::span<Real> surpluses_out_;
  sdk::Buffer<Real> targets_;
  RegressionSystem<Real> system_;
  SolverMemory<RegressionSystem<Real>> memory_;
  std::size_t iterations_ = 0;
  std::optional<sdk::Graph> graph_;
};

// Fixes the parameters that an algorithm excludes from regression at their defaults: the spaces of
// both products multiply, and with all parameters they could not be numbered in 64 bits.
template <class Algorithm>
void fix_details(ParameterSet& set) {
  if constexpr (requires { Algorithm::is_detail(std::string()); }) {
    for (auto& parameter : set.parameters) {
      if (!Algorithm::is_detail(parameter.name)) continue;
      if (parameter.default_value) {
        parameter.values = {*parameter.default_value};
      } else {
        parameter.values.resize(1, parameter.values.front());
      }
    }
  }
}

// Both products of one algorithm (described in variants.hpp), one of several in the variant: its
// parameters are active if the parameter "operators" names it.
template <class Algorithm>
struct Option {
  static std::string prefix(bool transposed) {
    std::string name = Algorithm::name;
    std::ranges::replace(name, '-', '_');
    return name + (transposed ? "_transposed_" : "_eval_");
  }
  static bool chosen(const Configuration& configuration) {
    return configuration.text("operators") == Algorithm::name;
  }

  static void add_parameters(ParameterSet& set, assay_backend backend) {
    const std::string condition = std::string("operators == '") + Algorithm::name + "'";
    for (const bool transposed : {false, true}) {
      ParameterSet product = Algorithm::parameters(backend, transposed);
      fix_details<Algorithm>(product);
      set.add(std::move(product), prefix(transposed), condition);
    }
  }
  static void compile(const Device& device, std::size_t dimensions, bool is_double,
                      const Configuration& configuration) {
    for (const bool transposed : {false, true}) {
      Algorithm::compile(device, dimensions, is_double, configuration.part(prefix(transposed)),
                         transposed);
    }
  }
  template <class Real>
  static Products<Real> create(const Device& device, const Inputs<Real>& inputs,
                               const Configuration& configuration) {
    const auto evaluate = configuration.part(prefix(false));
    const auto accumulate = configuration.part(prefix(true));
    if constexpr (HasOwnProducts<Algorithm, Real>) {
      return Algorithm::template create_products<Real>(device, inputs, evaluate, accumulate);
    } else {
      return {Algorithm::template create<Real>(device, inputs, evaluate, false),
              Algorithm::template create<Real>(device, inputs, accumulate, true)};
    }
  }
};

// With small systems a GPU waits for the host, which enqueues a dozen short kernels in each
// iteration.
void add_graph(ParameterSet& set) {
  set.parameters.push_back({"graph",
                            "Whether the whole solution is recorded as a graph and launched as "
                            "one, instead of kernel by kernel.",
                            {false, true}});
  set.constraints.push_back(
      {"graph == false or epsilon == 0", "with an epsilon, the host must decide when to stop"});
}

template <class... Algorithm>
struct Options {
  static ParameterSet parameters(assay_backend backend) {
    ParameterSet set;
    set.parameters.push_back(
        {"operators", "The algorithm of both products.", {Algorithm::name...}});
    if (backend == ASSAY_CUDA) add_graph(set);
    (Option<Algorithm>::add_parameters(set, backend), ...);
    return set;
  }
  static void compile(const Device& device, std::size_t dimensions, bool is_double,
                      const Configuration& configuration) {
    ((Option<Algorithm>::chosen(configuration)
          ? Option<Algorithm>::compile(device, dimensions, is_double, configuration)
          : void()),
     ...);
  }
  template <class Real>
  static Products<Real> create(const Device& device, const Inputs<Real>& inputs,
                               const Configuration& configuration) {
    Products<Real> products;
    ((Option<Algorithm>::chosen(configuration)
          ? void(products = Option<Algorithm>::template create<Real>(device, inputs, configuration))
          : void()),
     ...);
    return products;
  }
};

using Algorithms = Options<ChunkedStreaming, SubspaceLinear, SubspaceAdaptive, SupportList>;

template <class Real>
std::unique_ptr<sdk::Trial> prepare(const sdk::Task& task, assay_backend backend) {
  const Device device{task.host(), backend};
  const Configuration configuration(task.configuration());
  return std::make_unique<RegressionTrial<Real>>(
      task, device, Algorithms::create<Real>(device, Inputs<Real>(task), configuration),
      backend == ASSAY_CUDA && configuration.boolean("graph"));
}

void compile(const sdk::Task& task, assay_backend backend) {
  const Device device{task.host(), backend};
  const bool wide = is_double(task);
  Algorithms::compile(device, read_shapes(task).dimensions, wide,
                      Configuration(task.configuration()));
  // The program is the same for both template arguments.
  RegressionSystem<double>::build(device, wide);
}

}  // namespace

void describe_conjugate_gradients(sdk::Plugin& plugin) {
  for (const assay_backend backend : {ASSAY_OPENCL, ASSAY_CUDA}) {
    auto variant =
        sdk::describe_accelerated("conjugate-gradients", "sparse-grid/regression",
                                  "Conjugate gradients on the device, which keeps the vectors.",
                                  backend, Algorithms::parameters(backend));
    variant.prepare = [=](const sdk::Task& task) {
      return is_double(task) ? prepare<double>(task, backend) : prepare<float>(task, backend);
    };
    variant.compile = [=](const sdk::Task& task) { compile(task, backend); };
    plugin.variant(std::move(variant));
  }
}

}  // namespace sparse_grid::accelerator
