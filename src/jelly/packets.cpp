#include "jelly/packets.h"

#include <algorithm>
#include <array>
#include <queue>

namespace solgel::jelly {
namespace {

constexpr std::int32_t kNone = -1;

// The next element at each of an element's four nodes, and how many come before it that way.
struct Order {
  std::vector<std::array<std::int32_t, 4>> next;
  std::vector<int> waiting;
  std::vector<std::int32_t> remaining;  // length of the longest path from here to the end
};

Order find_order(std::span<const Tetrahedron> elements, std::size_t nodes) {
  Order order;
  order.next.resize(elements.size());
  order.waiting.assign(elements.size(), 0);
  order.remaining.assign(elements.size(), 1);
  std::vector<std::int32_t> upcoming(nodes, kNone);
  for (std::size_t k = elements.size(); k-- > 0;) {
    for (std::size_t q = 0; q < 4; ++q) {
      std::int32_t& following = upcoming[elements[k][q]];
      order.next[k][q] = following;
      if (following != kNone) {
        const auto f = static_cast<std::size_t>(following);
        ++order.waiting[f];
        order.remaining[k] = std::max(order.remaining[k], order.remaining[f] + 1);
      }
      following = static_cast<std::int32_t>(k);
    }
  }
  return order;
}

}  // namespace

std::vector<std::int32_t> plan_packets(std::span<const Tetrahedron> elements, std::size_t nodes, std::size_t lanes) {
  Order order = find_order(elements, nodes);
  // Longest remaining path first, then the element that comes first in the sweep.
  const auto later = [&](std::int32_t a, std::int32_t b) {
    const std::int32_t path_a = order.remaining[static_cast<std::size_t>(a)],
                       path_b = order.remaining[static_cast<std::size_t>(b)];
    return path_a != path_b ? path_a < path_b : a > b;
  };
  std::priority_queue<std::int32_t, std::vector<std::int32_t>, decltype(later)> ready(later);
  for (std::size_t k = 0; k < elements.size(); ++k) {
    if (order.waiting[k] == 0) ready.push(static_cast<std::int32_t>(k));
  }
  std::vector<std::int32_t> plan;
  while (!ready.empty()) {
    const std::size_t begin = plan.size();
    for (std::size_t lane = 0; lane < lanes; ++lane) {
      plan.push_back(ready.empty() ? kNone : ready.top());
      if (!ready.empty()) ready.pop();
    }
    for (std::size_t lane = begin; lane < plan.size() && plan[lane] != kNone; ++lane) {
      for (const std::int32_t following : order.next[static_cast<std::size_t>(plan[lane])]) {
        if (following != kNone && --order.waiting[static_cast<std::size_t>(following)] == 0) ready.push(following);
      }
    }
  }
  return plan;
}

}  // namespace solgel::jelly
