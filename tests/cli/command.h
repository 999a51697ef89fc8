// The `solgel` command as a user runs it: its own process, in a folder of its own.
#pragma once

#include <string>
#include <vector>

#include <sys/types.h>

namespace solgel::test {

using Words = std::vector<std::string>;

// What a process left behind.
struct Ended {
  int code = -1;    // exit code; -1 when a signal ended it
  int signal = 0;   // that signal
  std::string out;  // standard output
  std::string err;  // standard error
};

// A temporary folder, gone at the end, in which commands run.
class Folder {
 public:
  Folder();
  ~Folder();
  Folder(const Folder&) = delete;
  Folder& operator=(const Folder&) = delete;

  std::string path(const std::string& name) const { return path_ + "/" + name; }
  void write(const std::string& name, const std::string& bytes) const;
  std::string read(const std::string& name) const;  // "" when it cannot be read
  bool has(const std::string& name) const;
  void remove(const std::string& name) const;
  // Everything in it, sorted, folders with a slash at the end.
  std::vector<std::string> names() const;

  // Starts `solgel` with these words. `input` is what standard input gives; `environment` are "NAME=value".
  pid_t start(const Words& words, const std::string& input = "", const Words& environment = {}) const;
  Ended wait(pid_t process) const;
  Ended solgel(const Words& words, const std::string& input = "", const Words& environment = {}) const {
    return wait(start(words, input, environment));
  }

 private:
  std::string path_, streams_;
};

// Runs a program that is no part of Solgel; its standard output.
std::string output_of(const std::string& shell_command);

// A table so small that the drawing takes no time.
Words on_a_tiny_table(Words words);

// The value of a key in a report, as text; "" when there is none. Of several reports the one numbered `index`.
std::string value_of(const std::string& report, const std::string& key, int index = 0);
double number_of(const std::string& report, const std::string& key, int index = 0);

}  // namespace solgel::test
