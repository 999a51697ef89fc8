#include "progress.h"

#include <algorithm>
#include <atomic>
#include <csignal>
#include <cstdio>

#include <fmt/core.h>
#include <unistd.h>

namespace solgel::cli {
namespace {

std::atomic<bool> g_interrupted{false};  // the one thing that a signal handler may touch

std::string duration(double seconds) {
  const int s = static_cast<int>(seconds + 0.5);
  if (s >= 3600) return fmt::format("{}:{:02}:{:02} h", s / 3600, s / 60 % 60, s % 60);
  if (s >= 60) return fmt::format("{}:{:02} min", s / 60, s % 60);
  return fmt::format("{} s", s);
}

}  // namespace

Progress::Progress(std::string what, bool quiet)
    : what_(std::move(what)),
      quiet_(quiet),
      terminal_(isatty(STDERR_FILENO) != 0),
      began_(std::chrono::steady_clock::now()),
      last_(began_) {}

double Progress::seconds() const {
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - began_).count();
}

void Progress::update(double done) {
  if (quiet_) return;
  const auto now = std::chrono::steady_clock::now();
  const double since = std::chrono::duration<double>(now - last_).count(), elapsed = seconds();
  if (since < (terminal_ ? 0.1 : 5.0)) return;
  last_ = now;
  done = std::clamp(done, 0.0, 1.0);
  const std::string left = done > 0.01 ? duration(elapsed * (1 - done) / done) + " left" : "";
  if (terminal_) {
    constexpr int kWidth = 30;
    const int full = static_cast<int>(done * kWidth);
    fmt::print(stderr, "\r{} [{}{}] {:3.0f} % {}\x1b[K", what_, std::string(static_cast<std::size_t>(full), '#'),
               std::string(static_cast<std::size_t>(kWidth - full), '.'), done * 100, left);
    drawn_ = true;
  } else {
    fmt::print(stderr, "{}: {:.0f} % {}\n", what_, done * 100, left);
  }
}

void Progress::clear() {
  if (drawn_) fmt::print(stderr, "\r\x1b[K");
  drawn_ = false;
}

void watch_for_interruption() {
  struct sigaction action {};
  action.sa_handler = [](int) { g_interrupted = true; };
  action.sa_flags = SA_RESETHAND;  // a second one ends the program
  sigaction(SIGINT, &action, nullptr);
  sigaction(SIGTERM, &action, nullptr);
}

bool interrupted() {
  return g_interrupted;
}

}  // namespace solgel::cli
