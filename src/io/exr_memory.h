// OpenEXR's streams over memory.
#pragma once

#include <cstring>
#include <span>

#include <Iex.h>
#include <ImfIO.h>

#include "io/bytes.h"

namespace solgel::io {

class ExrOutput : public Imf::OStream {
 public:
  explicit ExrOutput(Bytes& bytes) : Imf::OStream("map"), bytes_(bytes) {}
  void write(const char data[], int size) override {
    const std::size_t end = at_ + static_cast<std::size_t>(size);
    if (bytes_.size() < end) bytes_.resize(end);
    std::memcpy(bytes_.data() + at_, data, static_cast<std::size_t>(size));
    at_ = end;
  }
  std::uint64_t tellp() override { return at_; }
  void seekp(std::uint64_t at) override { at_ = static_cast<std::size_t>(at); }

 private:
  Bytes& bytes_;
  std::size_t at_ = 0;
};

class ExrInput : public Imf::IStream {
 public:
  explicit ExrInput(std::span<const std::byte> bytes) : Imf::IStream("map"), bytes_(bytes) {}
  bool read(char data[], int size) override {
    if (size < 0 || at_ > bytes_.size() || static_cast<std::size_t>(size) > bytes_.size() - at_)
      throw Iex::InputExc("the file ends too early");
    if (size > 0) std::memcpy(data, bytes_.data() + at_, static_cast<std::size_t>(size));
    at_ += static_cast<std::size_t>(size);
    return at_ < bytes_.size();
  }
  std::uint64_t tellg() override { return at_; }
  void seekg(std::uint64_t at) override { at_ = static_cast<std::size_t>(at); }

 private:
  std::span<const std::byte> bytes_;
  std::size_t at_ = 0;
};

}  // namespace solgel::io
