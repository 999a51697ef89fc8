// The tree of a topology: binary first, leaves of eight triangles, then eight children a node.
#include <algorithm>
#include <limits>

#include "optics/bvh_arrays.h"

namespace solgel::optics {
namespace {

struct Box {
  float low[3] = {kNowhere, kNowhere, kNowhere}, high[3] = {-kNowhere, -kNowhere, -kNowhere};

  void add(const Box& b) {
    for (int a = 0; a < 3; ++a) {
      low[a] = std::min(low[a], b.low[a]);
      high[a] = std::max(high[a], b.high[a]);
    }
  }
  // Half of its surface; 0 for an empty box.
  double area() const {
    const double x = double{high[0]} - low[0], y = double{high[1]} - low[1], z = double{high[2]} - low[2];
    return x < 0 ? 0 : x * y + y * z + z * x;
  }
};

struct BinaryNode {
  int begin = 0, end = 0;  // triangles in `order`
  int left = -1, right = -1;
  double area = 0;

  bool is_leaf() const { return left < 0; }
};

int leaves_of(int triangles) {
  return (triangles + kWide - 1) / kWide;
}

class Builder {
 public:
  explicit Builder(BvhArrays& out) : out_(out), count_(static_cast<int>(out.corners.size() / 3)) {}

  void build() {
    measure();
    sort_axes();
    binary_.push_back({0, count_});
    for (std::size_t n = 0; n < binary_.size(); ++n) split(static_cast<int>(n));
    collapse(0, {});
  }

 private:
  struct Split {
    int axis = 0, at = 0;
    double cost = std::numeric_limits<double>::max();
  };

  void measure() {
    boxes_.resize(static_cast<std::size_t>(count_));
    for (int t = 0; t < count_; ++t) {
      for (int c = 0; c < 3; ++c) {
        const float* p = &out_.points[4 * static_cast<std::size_t>(out_.corners[static_cast<std::size_t>(3 * t + c)])];
        for (int a = 0; a < 3; ++a) {
          boxes_[static_cast<std::size_t>(t)].low[a] = std::min(boxes_[static_cast<std::size_t>(t)].low[a], p[a]);
          boxes_[static_cast<std::size_t>(t)].high[a] = std::max(boxes_[static_cast<std::size_t>(t)].high[a], p[a]);
        }
      }
    }
  }
  float middle(int t, int axis) const {
    const Box& b = boxes_[static_cast<std::size_t>(t)];
    return b.low[axis] + b.high[axis];
  }
  // Each axis has an order of its own, kept sorted within every node.
  void sort_axes() {
    for (int a = 0; a < 3; ++a) {
      order_[a].resize(static_cast<std::size_t>(count_));
      for (int t = 0; t < count_; ++t) order_[a][static_cast<std::size_t>(t)] = t;
      std::sort(order_[a].begin(), order_[a].end(),
                [&](int s, int t) { return middle(s, a) < middle(t, a) || (middle(s, a) == middle(t, a) && s < t); });
    }
    side_.resize(static_cast<std::size_t>(count_));
  }

  // Cheapest split along an axis, no further from the middle than a quarter, at whole leaves; where there are more than
  // eight, at whole nodes of eight leaves, or nodes would stay half empty.
  void try_axis(const BinaryNode& node, int axis, Split& best) {
    const int leaves = leaves_of(node.end - node.begin), least = std::max(1, leaves / 4);
    const int step = leaves > kWide ? kWide : 1;
    right_areas_.assign(static_cast<std::size_t>(leaves) + 1, 0);
    Box box;
    for (int leaf = leaves - 1; leaf > 0; --leaf) {
      for (int k = node.begin + leaf * kWide; k < std::min(node.end, node.begin + (leaf + 1) * kWide); ++k) {
        box.add(boxes_[static_cast<std::size_t>(order_[axis][static_cast<std::size_t>(k)])]);
      }
      right_areas_[static_cast<std::size_t>(leaf)] = box.area();
    }
    box = {};
    for (int leaf = 1; leaf < leaves; ++leaf) {
      for (int k = node.begin + (leaf - 1) * kWide; k < node.begin + leaf * kWide; ++k) {
        box.add(boxes_[static_cast<std::size_t>(order_[axis][static_cast<std::size_t>(k)])]);
      }
      const double cost = box.area() * leaf + right_areas_[static_cast<std::size_t>(leaf)] * (leaves - leaf);
      const bool balanced = (leaf >= least && leaf <= leaves - least) || leaves < 2 * step;
      if (leaf % step == 0 && balanced && cost < best.cost) best = {axis, node.begin + leaf * kWide, cost};
    }
  }

  void split(int n) {
    const BinaryNode node = binary_[static_cast<std::size_t>(n)];
    Box box;
    for (int k = node.begin; k < node.end; ++k) {
      box.add(boxes_[static_cast<std::size_t>(order_[0][static_cast<std::size_t>(k)])]);
    }
    binary_[static_cast<std::size_t>(n)].area = box.area();
    if (node.end - node.begin <= kWide) return;
    Split best;
    for (int a = 0; a < 3; ++a) try_axis(node, a, best);
    for (int k = node.begin; k < node.end; ++k) {
      side_[static_cast<std::size_t>(order_[best.axis][static_cast<std::size_t>(k)])] = k >= best.at;
    }
    for (std::vector<int>& order : order_) {
      std::stable_partition(order.begin() + node.begin, order.begin() + node.end,
                            [&](int t) { return side_[static_cast<std::size_t>(t)] == 0; });
    }
    binary_[static_cast<std::size_t>(n)].left = static_cast<int>(binary_.size());
    binary_[static_cast<std::size_t>(n)].right = static_cast<int>(binary_.size()) + 1;
    binary_.push_back({node.begin, best.at});
    binary_.push_back({best.at, node.end});
  }

  // Opens the largest child until there are eight; children of eight leaves or fewer stay whole, they fill a node.
  std::vector<int> children_of(int n) const {
    std::vector<int> children{n};
    const bool is_last = leaves_of(at(n).end - at(n).begin) <= kWide;
    while (static_cast<int>(children.size()) < kWide) {
      int largest = -1;
      for (int k = 0; k < static_cast<int>(children.size()); ++k) {
        const BinaryNode& c = at(children[static_cast<std::size_t>(k)]);
        if (c.is_leaf() || (!is_last && leaves_of(c.end - c.begin) <= kWide)) continue;
        if (largest < 0 || c.area > at(children[static_cast<std::size_t>(largest)]).area) largest = k;
      }
      if (largest < 0) break;
      const BinaryNode& open = at(children[static_cast<std::size_t>(largest)]);
      children[static_cast<std::size_t>(largest)] = open.left;
      children.push_back(open.right);
    }
    return children;
  }
  const BinaryNode& at(int n) const { return binary_[static_cast<std::size_t>(n)]; }

  void collapse(int n, BvhSlot slot) {
    const auto index = static_cast<std::int32_t>(out_.nodes.size());
    BvhNode node{};
    for (int k = 0; k < kWide; ++k) {
      for (int a = 0; a < 3; ++a) {
        node.box[a][k] = kNowhere;
        node.box[a + 3][k] = -kNowhere;
      }
    }
    out_.nodes.push_back(node);
    out_.node_slots.push_back(slot);
    const std::vector<int> children = children_of(n);
    for (int k = 0; k < static_cast<int>(children.size()); ++k) {
      const int child = children[static_cast<std::size_t>(k)];
      const std::int32_t packets = static_cast<std::int32_t>(out_.packets.size());
      const std::int32_t nodes = static_cast<std::int32_t>(out_.nodes.size());
      out_.nodes[static_cast<std::size_t>(index)].child[k] = at(child).is_leaf() ? ~packets : nodes;
      if (at(child).is_leaf()) {
        add_packet(at(child), {index, k});
      } else {
        collapse(child, {index, k});
      }
    }
  }

  void add_packet(const BinaryNode& leaf, BvhSlot slot) {
    BvhPacket packet{};
    PacketCorners from{};
    for (int k = 0; k < kWide; ++k) {
      const bool used = leaf.begin + k < leaf.end;
      const int t = order_[0][static_cast<std::size_t>(used ? leaf.begin + k : leaf.begin)];
      packet.triangle[k] = t;
      for (int c = 0; c < 3; ++c) from.corner[c][k] = out_.corners[static_cast<std::size_t>(3 * t + (used ? c : 0))];
    }
    out_.packets.push_back(packet);
    out_.packet_corners.push_back(from);
    out_.packet_slots.push_back(slot);
  }

  BvhArrays& out_;
  int count_;
  std::vector<Box> boxes_;
  std::vector<int> order_[3];
  std::vector<std::uint8_t> side_;
  std::vector<double> right_areas_;
  std::vector<BinaryNode> binary_;
};

}  // namespace

void build_tree(BvhArrays& arrays) {
  if (!arrays.corners.empty()) Builder(arrays).build();
}

}  // namespace solgel::optics
