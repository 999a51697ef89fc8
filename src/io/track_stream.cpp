#include "io/track_stream.h"

#include <algorithm>

namespace solgel::io {
namespace {

constexpr std::size_t kPiece = 64 * 1024;  // bytes a read; a move takes at least three, so the queue stays small

class ReaderStream : public MoveStream {
 public:
  ReaderStream(std::unique_ptr<ByteSource> source, std::unique_ptr<TrackReader> reader, std::vector<char> head,
               std::string name)
      : source_(std::move(source)), reader_(std::move(reader)), piece_(std::move(head)), name_(std::move(name)) {}

  // Reads until a move is queued or the file ends.
  Status fill() {
    auto take = [&](const sand::Move& move) {
      queue_.push_back(move);
      return true;
    };
    while (at_ == queue_.size() && !ended_) {
      queue_.clear();
      at_ = 0;
      if (!piece_.empty()) {
        if (Status read = reader_->feed(piece_, take); !read) return named(read);
        piece_.clear();
        continue;
      }
      piece_.resize(kPiece);
      const Result<std::size_t> got = source_->read(piece_);
      if (!got) return fail(got.error());
      piece_.resize(*got);
      if (*got != 0) continue;
      ended_ = true;
      if (Status read = reader_->finish(take); !read) return named(read);
    }
    return {};
  }

  Result<bool> next(sand::Move& move) override {
    if (at_ == queue_.size()) {
      if (const Status filled = fill(); !filled) return fail(filled.error());
    }
    if (at_ == queue_.size()) return false;
    move = queue_[at_++];
    return true;
  }
  sand::Frame frame() const override { return reader_->frame(); }
  sand::Start start() const override { return reader_->start(); }
  const Warnings& warnings() const override { return reader_->warnings(); }

 private:
  Status named(const Status& status) const {
    Error error = status.error();
    error.file = name_;
    return fail(std::move(error));
  }

  std::unique_ptr<ByteSource> source_;
  std::unique_ptr<TrackReader> reader_;
  std::vector<char> piece_;
  std::string name_;
  std::vector<sand::Move> queue_;
  std::size_t at_ = 0;
  bool ended_ = false;
};

}  // namespace

Result<std::size_t> MemorySource::read(std::span<char> into) {
  const std::size_t count = std::min(into.size(), bytes_.size());
  std::copy_n(bytes_.data(), count, into.data());
  bytes_ = bytes_.subspan(count);
  return count;
}

Result<bool> MoveList::next(sand::Move& move) {
  if (at_ == moves_.size()) return false;
  move = moves_[at_++];
  return true;
}

Result<std::unique_ptr<MoveStream>> open_track(std::unique_ptr<ByteSource> source, const std::string& file_name,
                                               const TrackOptions& options) {
  std::vector<char> head(kPiece);
  std::size_t have = 0;
  while (have < head.size()) {  // a pipe gives less than asked for
    const Result<std::size_t> got = source->read(std::span(head).subspan(have));
    if (!got) return fail(got.error());
    if (*got == 0) break;
    have += *got;
  }
  head.resize(have);
  const Result<TrackFormat> format = detect_track(head, file_name);
  if (!format) {
    Error error = format.error();
    error.file = file_name;
    return fail(std::move(error));
  }
  auto stream = std::make_unique<ReaderStream>(std::move(source), make_track_reader(*format, options), std::move(head),
                                               file_name);
  if (const Status filled = stream->fill(); !filled) return fail(filled.error());
  return stream;
}

}  // namespace solgel::io
