#include "jelly/contact.h"

#include <algorithm>
#include <cmath>

namespace solgel::jelly {
namespace {

constexpr double kBounceSpeed = 0.18;  // m/s; slower nodes come to rest
constexpr double kLeastSlide = 1e-20;  // m, against division by zero

// How far, and along which way, a collider pushes a point out; zero outside.
Vec3 push_out(const Collider& collider, Vec3 x) {
  const Vec3 from = x - collider.centre;
  switch (collider.kind) {
    case Collider::Kind::plane: {
      const double height = dot(from, collider.normal);
      return height < 0 ? -height * collider.normal : Vec3{};
    }
    case Collider::Kind::sphere: {
      const double distance = length(from);
      if (distance >= collider.radius) return {};
      return distance > 0 ? (collider.radius / distance - 1) * from : Vec3{0, collider.radius, 0};
    }
    case Collider::Kind::box:
      break;
  }
  const Vec3 room = {collider.half.x - std::abs(from.x), collider.half.y - std::abs(from.y),
                     collider.half.z - std::abs(from.z)};
  if (!(room.x > 0 && room.y > 0 && room.z > 0)) return {};
  if (room.y <= room.x && room.y <= room.z) return {0, from.y < 0 ? -room.y : room.y, 0};
  if (room.x <= room.z) return {from.x < 0 ? -room.x : room.x, 0, 0};
  return {0, 0, from.z < 0 ? -room.z : room.z};
}

void move(Node& node, Vec3 by) {
  node.x += by.x;
  node.y += by.y;
  node.z += by.z;
}

// Share of the tangential displacement t that friction takes.
double held_back(double t, double normal, const Params& params) {
  if (t < params.static_friction * normal) return 1;
  return std::min(1.0, params.dynamic_friction * normal / (t + kLeastSlide));
}

double bounce_speed(double incoming, const Params& params) {
  return incoming < -kBounceSpeed ? -incoming * params.restitution : 0.0;
}

}  // namespace

double contact_hypot(double a, double b) {
  const double m = std::max(std::abs(a), std::abs(b));
  if (m == 0) return 0;
  double sum = 0, lost = 0;
  for (const double value : {a, b}) {
    const double n = std::abs(value) / m, u = n * n - lost, p = sum + u;
    lost = (p - sum) - u;
    sum = p;
  }
  return std::sqrt(sum) * m;
}

void Contact::start(std::size_t nodes) {
  normal_.assign(nodes, 0.0);
  for (Vec3& pushed : pushed_) pushed = {};
}

void Contact::project(std::span<Node> nodes, double floor, std::span<const Collider> colliders) {
  for (std::size_t k = 0; k < normal_.size(); ++k) {
    Node& node = nodes[k];
    if (node.y < floor && node.w > 0) {
      normal_[k] += floor - node.y;
      node.y = floor;
    }
  }
  if (colliders.empty()) return;
  pushed_.resize(normal_.size());
  for (std::size_t k = 0; k < normal_.size(); ++k) {
    Node& node = nodes[k];
    if (node.w == 0) continue;
    for (const Collider& collider : colliders) {
      const Vec3 push = push_out(collider, position(node));
      move(node, push);
      pushed_[k] = pushed_[k] + push;
    }
  }
}

void Contact::finish(std::span<Node> nodes, std::span<const Vec3> remembered, std::span<Vec3> velocities, double h,
                     const Params& params, std::span<const Collider> colliders) const {
  for (std::size_t k = 0; k < normal_.size(); ++k) {
    Node& node = nodes[k];
    const Vec3 old = remembered[k], incoming = velocities[k];
    if (normal_[k] > 0) {
      const double dx = node.x - old.x, dz = node.z - old.z;
      const double share = held_back(contact_hypot(dx, dz), normal_[k], params);
      node.x -= dx * share;
      node.z -= dz * share;
    }
    Vec3 out;
    double pressed = 0;
    if (!pushed_.empty() && dot(pushed_[k], pushed_[k]) > 0) {
      pressed = length(pushed_[k]);
      out = (1 / pressed) * pushed_[k];
      const Vec3 moved = position(node) - old, slid = moved - dot(moved, out) * out;
      const double share = held_back(length(slid), pressed, params);
      node.x -= slid.x * share;
      node.y -= slid.y * share;
      node.z -= slid.z * share;
      for (const Collider& collider : colliders) move(node, push_out(collider, position(node)));
    }
    Vec3& v = velocities[k];
    v = {(node.x - old.x) / h, (node.y - old.y) / h, (node.z - old.z) / h};
    if (normal_[k] > 0 && incoming.y < 0) {
      const double least = bounce_speed(incoming.y, params);
      v.y = v.y > least ? v.y : least;
    }
    if (pressed > 0 && dot(incoming, out) < 0) {
      const double missing = bounce_speed(dot(incoming, out), params) - dot(v, out);
      if (missing > 0) v = v + missing * out;
    }
  }
}

bool Contact::is_grounded() const {
  for (std::size_t k = 0; k < normal_.size(); ++k) {
    if (touches(k)) return true;
  }
  return false;
}

int Contact::count() const {
  int touching = 0;
  for (std::size_t k = 0; k < normal_.size(); ++k) touching += touches(k) ? 1 : 0;
  return touching;
}

}  // namespace solgel::jelly
