#include "forest/problem/sources.hpp"

#include "forest/problem/generator.hpp"

namespace forest {

Dataset load_dataset(const assay::sdk::Host& /*host*/, const DataArguments& arguments) {
  return generate(arguments.generation);
}

}  // namespace forest
