// How far a long run is, on standard error: a bar with the remaining time on a terminal, a line now and then otherwise.
#pragma once

#include <chrono>
#include <string>

namespace solgel::cli {

class Progress {
 public:
  Progress(std::string what, bool quiet);
  ~Progress() { clear(); }

  // `done` in 0 to 1; cheap to call often.
  void update(double done);
  void clear();  // takes the bar off the terminal
  double seconds() const;

 private:
  std::string what_;
  bool quiet_, terminal_, drawn_ = false;
  std::chrono::steady_clock::time_point began_, last_;
};

// Interruption (SIGINT, SIGTERM) is asked for, not obeyed at once: loops look here.
void watch_for_interruption();
bool interrupted();

}  // namespace solgel::cli
