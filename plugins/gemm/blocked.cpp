// blocked.cpu: blocks that caches hold, packed in the order in which they are read, and tiles whose
// sums registers hold.
#include <omp.h>

#include <algorithm>
#include <span>
#include <vector>

#include "gemm/gemm.hpp"
#include "gemm/kernels.hpp"
#include "gemm/widened.hpp"

namespace gemm {
namespace {

using namespace assay::sdk;

// Part of a matrix seen as vectors: `count` of them of `length` elements, rows of a or columns of
// b.
template <class T>
struct Vectors {
  const T* first;
  std::size_t count;
  std::size_t length;
  std::size_t across;  // the elements from one vector to the next
  std::size_t along;   // from one element of a vector to the next
};

// Writes panels of `width` vectors, [panels, length, width], with zeros in place of vectors beyond
// the last.
template <class T>
void pack(const Vectors<T>& from, std::size_t width, T* to) {
  for (std::size_t first = 0; first < from.count; first += width) {
    const std::size_t count = std::min(width, from.count - first);
    for (std::size_t k = 0; k < from.length; ++k) {
      const T* const source = from.first + first * from.across + k * from.along;
      for (std::size_t v = 0; v < count; ++v) to[v] = source[v * from.across];
      for (std::size_t v = count; v < width; ++v) to[v] = 0;
      to += width;
    }
  }
}

// The sizes of blocks and of the tiles in them, in elements.
struct Sizes {
  std::size_t rows;
  std::size_t columns;
  std::size_t inner;
  std::size_t tile_rows;
  std::size_t tile_columns;
};

template <class Real>
class Blocked : public Trial {
 public:
  explicit Blocked(const Task& task)
      : host_(task.host()),
        shape_(task.arguments()),
        threads_(static_cast<int>(threads_of(task))),
        kernel_(for_simd_bits(task.configuration().integer("simd_bits"),
                              [&](auto width) {
                                return block_kernel<Sum, width>(
                                    task.configuration().size("tile_rows"),
                                    task.configuration().size("tile_vectors"));
                              })),
        sizes_(sizes_of(task.configuration())),
        workspaces_(threads_of(task), Workspace(sizes_)),
        a_(task.input("a")),
        b_(task.input("b")),
        c_(elements<Real>(task.output("c"))) {}

  void run() override {
    const Sum* const a = a_.get(threads_);
    const Sum* const b = b_.get(threads_);
    const Phase phase(host_, "multiply");
    const std::size_t down = quotient_up(shape_.rows, sizes_.rows);
    const std::size_t across = quotient_up(shape_.columns, sizes_.columns);
#pragma omp parallel for schedule(dynamic) num_threads(threads_) if (threads_ > 1)
    for (std::size_t block = 0; block < shape_.batch * down * across; ++block) {
      const std::size_t entry = block / (down * across);
      multiply_block(a + entry * shape_.a_size(), b + entry * shape_.b_size(),
                     c_.data() + entry * shape_.c_size(), block / across % down * sizes_.rows,
                     block % across * sizes_.columns,
                     workspaces_[static_cast<std::size_t>(omp_get_thread_num())]);
    }
  }

 private:
  using Sum = SumOf<Real>;

  // What one thread works on.
  struct Workspace {
    explicit Workspace(const Sizes& sizes)
        : a(rounded_up(sizes.rows, sizes.tile_rows) * sizes.inner),
          b(rounded_up(sizes.columns, sizes.tile_columns) * sizes.inner),
          sums(rounded_up(sizes.rows, sizes.tile_rows) *
               rounded_up(sizes.columns, sizes.tile_columns)) {}

    std::vector<Sum> a;
    std::vector<Sum> b;
    std::vector<Sum> sums;  // tile by tile
  };

  // Blocks are no larger than the matrices.
  [[nodiscard]] Sizes sizes_of(const Bindings& configuration) const {
    return {std::min(configuration.size("block_rows"), shape_.rows),
            std::min(configuration.size("block_columns"), shape_.columns),
            std::min(configuration.size("block_inner"), shape_.inner),
            configuration.size("tile_rows"), configuration.size("tile_vectors") * kernel_.lanes};
  }

  // The block of the result that begins at a row and a column; a, b and c are of one product.
  void multiply_block(const Sum* a, const Sum* b, Real* c, std::size_t row, std::size_t column,
                      Workspace& workspace) const {
    const std::size_t rows = std::min(sizes_.rows, shape_.rows - row);
    const std::size_t columns = std::min(sizes_.columns, shape_.columns - column);
    Panels panels{quotient_up(rows, sizes_.tile_rows), quotient_up(columns, sizes_.tile_columns),
                  0};
    const std::size_t tile_size = sizes_.tile_rows * sizes_.tile_columns;
    std::fill_n(workspace.sums.begin(), panels.down * panels.across * tile_size, Sum{0});
    const auto [a_row, a_column] = shape_.a();
    const auto [b_row, b_column] = shape_.b();
    for (std::size_t k = 0; k < shape_.inner; k += sizes_.inner) {
      panels.inner = std::min(sizes_.inner, shape_.inner - k);
      pack<Sum>({a + row * a_row + k * a_column, rows, panels.inner, a_row, a_column},
                sizes_.tile_rows, workspace.a.data());
      pack<Sum>({b + k * b_row + column * b_column, columns, panels.inner, b_column, b_row},
                sizes_.tile_columns, workspace.b.data());
      kernel_.multiply(panels, workspace.a.data(), workspace.b.data(), workspace.sums.data());
    }
    for (std::size_t tile = 0; tile < panels.down * panels.across; ++tile) {
      const std::size_t i = tile / panels.across * sizes_.tile_rows;
      const std::size_t j = tile % panels.across * sizes_.tile_columns;
      store_tile(workspace.sums.data() + tile * tile_size, std::min(sizes_.tile_rows, rows - i),
                 std::min(sizes_.tile_columns, columns - j),
                 c + (row + i) * shape_.columns + column + j);
    }
  }

  // Stores the rows and columns of a tile that the result has, from `c` on.
  void store_tile(const Sum* sums, std::size_t rows, std::size_t columns, Real* c) const {
    for (std::size_t i = 0; i < rows; ++i) {
      for (std::size_t j = 0; j < columns; ++j) {
        c[i * shape_.columns + j] = static_cast<Real>(sums[i * sizes_.tile_columns + j]);
      }
    }
  }

  Host host_;
  Shape shape_;
  int threads_;
  BlockKernel<Sum> kernel_;
  Sizes sizes_;
  std::vector<Workspace> workspaces_;  // of threads
  Widened<Real> a_;
  Widened<Real> b_;
  std::span<Real> c_;
};

}  // namespace

void describe_blocked(Plugin& plugin) {
  plugin.variant(
      {.name = "blocked.cpu",
       .problem = "gemm/batched",
       .doc =
           "Packed blocks in the caches, tiles of sums in vector registers; blocks of the result "
           "shared among threads.",
       .parameters = {{"tile_rows", "Rows of a tile of sums.", {4, 6, 8, 12}, 6},
                      {"tile_vectors", "Vectors in a row of a tile.", {1, 2, 3}, 2},
                      {"block_rows", "Rows of a block of a.", powers_of_two(16, 512), 128},
                      {"block_columns", "Columns of a block of b.", powers_of_two(16, 1024), 256},
                      {"block_inner", "Columns of a block of a, rows of one of b.",
                       powers_of_two(32, 1024), 256},
                      simd_bits_parameter(),
                      threads_parameter()},
       .constraints = {simd_bits_constraint(),
                       threads_constraint(),
                       {"tile_rows * tile_vectors + tile_vectors + 1 <= (32 if simd_bits == 512 "
                        "else 16)",
                        "the processor has too few registers for so large a tile"}},
       .prepare = [](const Task& task) { return prepare_by_type<Blocked>(task); }});
}

}  // namespace gemm
