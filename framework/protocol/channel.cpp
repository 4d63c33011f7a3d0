#include "framework/protocol/channel.hpp"

#include <fcntl.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>

#include "framework/core/error.hpp"
#include "framework/protocol/protocol.hpp"

namespace assay {

Channel::Channel() : output_(fcntl(STDOUT_FILENO, F_DUPFD_CLOEXEC, 3)) {
  if (output_ < 0 || dup2(STDERR_FILENO, STDOUT_FILENO) < 0) {
    throw environment_error("cannot take over standard output: {}", std::strerror(errno));
  }
}

Channel::~Channel() { close(output_); }

void Channel::send(const nlohmann::json& message) {
  const std::string text = protocol::line(message) + '\n';
  const std::lock_guard lock(mutex_);
  for (std::size_t done = 0; done < text.size();) {
    const ssize_t count = write(output_, text.data() + done, text.size() - done);
    if (count < 0 && errno != EINTR) {
      throw environment_error("the supervisor is gone: {}", std::strerror(errno));
    }
    if (count > 0) done += static_cast<std::size_t>(count);
  }
}

}  // namespace assay
