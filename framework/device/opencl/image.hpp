#pragma once

#include <string>

#include "framework/device/image.hpp"
#include "framework/device/opencl/buffer.hpp"

namespace assay::device::opencl {

// An image, and a buffer of its pixels by way of which it is copied. A linear image is a view of
// another buffer, since drivers take no sub-buffer for that.
class OpenclImage final : public Buffer {
 public:
  // Poisons the image by way of `queue`. See Images::create_image for the errors.
  OpenclImage(const Context& context, cl_command_queue queue, const assay_image& image);

  [[nodiscard]] std::size_t size() const override { return memory_.size(); }
  [[nodiscard]] bool is_image() const override { return true; }
  [[nodiscard]] cl_mem data() const { return image_.get(); }
  [[nodiscard]] OpenclBuffer& memory() { return memory_; }
  // The type of kernels' parameters that take it: "image2d_t".
  [[nodiscard]] const std::string& type() const { return type_; }

  // Enqueue a copy from the image to the buffer, and one back; both return an error code.
  [[nodiscard]] cl_int enqueue_read(cl_command_queue queue, cl_event* event) const;
  [[nodiscard]] cl_int enqueue_write(cl_command_queue queue, cl_event* event) const;

 private:
  const Api& api_;
  std::string type_;
  std::array<std::size_t, 3> region_;  // as copies count it: layers are the next dimension
  OpenclBuffer memory_;
  Handle<cl_mem> linear_;  // the memory of a linear image; null of others
  Handle<cl_mem> image_;
};

}  // namespace assay::device::opencl
