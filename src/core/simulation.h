// What every model offers, so that determinism tests and benchmarks are templates over it.
#pragma once

#include <concepts>
#include <cstdint>

namespace solgel {

template <class S>
concept Simulation = requires(S s, const S c) {
  c.params();
  { c.steps() } -> std::convertible_to<std::uint64_t>;
  { c.time() } -> std::convertible_to<double>;  // seconds of the model
  { c.hash() } -> std::same_as<std::uint64_t>;  // over the bits of the state
};

}  // namespace solgel
