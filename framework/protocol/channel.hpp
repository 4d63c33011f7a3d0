#pragma once

#include <mutex>
#include <nlohmann/json_fwd.hpp>

namespace assay {

// The real standard output, out of reach of plugins that print: what they print goes to standard
// error once the channel is made. Any thread may send.
class Channel {
 public:
  // Throws environment Error if standard output cannot be taken over.
  Channel();
  ~Channel();
  Channel(const Channel&) = delete;
  Channel& operator=(const Channel&) = delete;

  // Throws environment Error when nobody reads the output any more.
  void send(const nlohmann::json& message);

 private:
  std::mutex mutex_;
  int output_;
};

}  // namespace assay
