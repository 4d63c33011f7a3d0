#pragma once

#include <string>
#include <utility>
#include <vector>

#include "framework/device/cuda/buffer.hpp"
#include "framework/device/image.hpp"

namespace assay::device::cuda {

// An image in a CUDA array, and a buffer of its pixels by way of which it is copied. A linear image
// is a view of that buffer.
class CudaImage final : public Buffer {
 public:
  // Poisons the image, and waits for that. The heap outlives it. See Images::create_image for the
  // errors.
  CudaImage(Heap& heap, const assay_image& image);
  ~CudaImage() override;
  CudaImage(const CudaImage&) = delete;
  CudaImage& operator=(const CudaImage&) = delete;

  [[nodiscard]] std::size_t size() const override { return memory_.size(); }
  [[nodiscard]] bool is_image() const override { return true; }
  [[nodiscard]] CudaBuffer& memory() { return memory_; }

  // Enqueue a copy from the image to the buffer, and one back; of a linear image there is nothing
  // to copy.
  void enqueue_read(CUstream stream);
  void enqueue_write(CUstream stream);

  // The objects that kernels take, valid as long as the image: a texture for each sampler, made at
  // its first use, and the surface. Throw DeviceError ASSAY_INVALID for a sampler that makes no
  // sense, and for a surface of an image that was not described as one.
  [[nodiscard]] CUtexObject texture(const assay_sampler& sampler);
  [[nodiscard]] CUsurfObject surface();

 private:
  void create_array();
  void copy(CUstream stream, const CUDA_MEMCPY3D_END& from, const CUDA_MEMCPY3D_END& to,
            const char* what);
  [[nodiscard]] CUDA_MEMCPY3D_END memory_end() const;
  [[nodiscard]] CUDA_MEMCPY3D_END array_end() const;
  [[nodiscard]] CUDA_RESOURCE_DESC resource() const;
  [[nodiscard]] CUtexObject create_texture(const assay_sampler& sampler) const;
  void require_alignment() const;

  Context& context_;
  assay_image image_;  // without its name, which is `label_`
  std::string label_;
  CudaBuffer memory_;
  Heap& heap_;
  CUarray array_ = nullptr;  // null of a linear image
  std::vector<std::pair<assay_sampler, CUtexObject>> textures_;
  CUsurfObject surface_ = 0;
};

}  // namespace assay::device::cuda
