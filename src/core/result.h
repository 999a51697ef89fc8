// What can fail on input returns Result<T>; the engine neither throws, prints nor exits.
//
// An Error reads "file:line: what was found; what is allowed; what to do". Its parts are kept apart so that front-ends
// can show them as they like and tests can pin them.
#pragma once

#include <cstdint>
#include <string>
#include <utility>

#include <tl/expected.hpp>

namespace solgel {

struct Error {
  std::string found{};     // "rho is 1.27", always present
  std::string allowed{};   // "allowed 0 to 1", may be empty
  std::string remedy{};    // "rescale the track or pass --fit", may be empty
  std::string file{};      // name as the user gave it, filled in by whoever knows it
  std::uint64_t line = 0;  // 1-based; 0 when the error has no line

  // The whole message on one line.
  std::string message() const;
};

template <class T>
using Result = tl::expected<T, Error>;
using Status = tl::expected<void, Error>;

inline tl::unexpected<Error> fail(Error error) {
  return tl::unexpected<Error>(std::move(error));
}

}  // namespace solgel
