#include "framework/supervisor/inboxes.hpp"

#include <fmt/format.h>

#include <new>
#include <nlohmann/json.hpp>
#include <utility>

#include "framework/core/json.hpp"

namespace assay {

using nlohmann::json;

namespace {

// The most that a process may say before somebody asks for it; one that says more floods its
// supervisor.
constexpr std::size_t most_unheard_bytes = 128 << 20;

}  // namespace

std::int64_t Inboxes::open() {
  const std::lock_guard lock(mutex_);
  Inbox& inbox = inboxes_[++last_process_];
  if (!why_lost_.empty()) inbox.end = why_lost_;
  return last_process_;
}

void Inboxes::close(std::int64_t process) {
  const std::lock_guard lock(mutex_);
  inboxes_.erase(process);
}

void Inboxes::hear(const std::string& line) try {
  const json message = parse_json_or_discard(line);
  if (!message.is_object()) return;
  const std::lock_guard lock(mutex_);
  ++heard_;
  changed_.notify_all();
  const auto found = inboxes_.find(integer_from_json(message.at("process")));
  if (found == inboxes_.end() || found->second.end) return;  // nobody is interested any more
  Inbox& inbox = found->second;
  if (message.contains("line")) {
    inbox.take(message.at("line"));
  } else {
    std::string end = message.at("ended");
    inbox.killed = message.value("killed", false);
    inbox.words = message.at("words");
    inbox.end = std::move(end);
  }
} catch (const std::bad_alloc&) {
  throw;
} catch (const std::exception&) {  // a message of another shape
  return;
}

void Inboxes::Inbox::take(std::string line) {
  bytes += line.size();
  lines.push_back(std::move(line));
  if (bytes <= most_unheard_bytes) return;
  lines.clear();
  bytes = 0;
  end = fmt::format("sent more than {} MiB that nobody had asked for", most_unheard_bytes >> 20);
}

void Inboxes::lose(const std::string& why) {
  const std::lock_guard lock(mutex_);
  why_lost_ = why;
  for (auto& [_, inbox] : inboxes_) {
    if (!inbox.end) inbox.end = why;
  }
  changed_.notify_all();
}

WorkerProcess::Event Inboxes::receive(std::int64_t process, std::string& line,
                                      Clock::time_point deadline) {
  std::unique_lock lock(mutex_);
  Inbox& inbox = inboxes_.at(process);
  const bool something = changed_.wait_until(
      lock, deadline, [&] { return !inbox.lines.empty() || inbox.end || inbox.dropped; });
  if (!something) return WorkerProcess::Event::timeout;
  if (inbox.lines.empty() || inbox.dropped) return WorkerProcess::Event::closed;
  line = std::move(inbox.lines.front());
  inbox.lines.pop_front();
  inbox.bytes -= line.size();
  return WorkerProcess::Event::line;
}

void Inboxes::drop(std::int64_t process) {
  const std::lock_guard lock(mutex_);
  inboxes_.at(process).dropped = true;
  changed_.notify_all();
}

bool Inboxes::wait_for_end(std::int64_t process, std::chrono::milliseconds patience) {
  std::unique_lock lock(mutex_);
  return changed_.wait_for(lock, patience, [&] { return inboxes_.at(process).end.has_value(); });
}

std::optional<std::string> Inboxes::end_of(std::int64_t process) const {
  const std::lock_guard lock(mutex_);
  return inboxes_.at(process).end;
}

bool Inboxes::was_killed(std::int64_t process) const {
  const std::lock_guard lock(mutex_);
  return inboxes_.at(process).killed;
}

std::string Inboxes::last_words(std::int64_t process) const {
  const std::lock_guard lock(mutex_);
  return inboxes_.at(process).words;
}

std::uint64_t Inboxes::heard() const {
  const std::lock_guard lock(mutex_);
  return heard_;
}

bool Inboxes::wait_for_more(std::uint64_t heard, std::chrono::milliseconds patience) {
  std::unique_lock lock(mutex_);
  return changed_.wait_for(lock, patience, [&] { return heard_ != heard; });
}

std::string Inboxes::why_lost() const {
  const std::lock_guard lock(mutex_);
  return why_lost_;
}

bool Inboxes::wait_for_loss(std::chrono::milliseconds patience) {
  std::unique_lock lock(mutex_);
  return changed_.wait_for(lock, patience, [&] { return !why_lost_.empty(); });
}

}  // namespace assay
