#include "render/relief_shader.h"

#include "render/light_colour.h"

namespace solgel::render {
namespace {

constexpr float kRoughness = 0.4f;   // rad, spread of the facets' slopes
constexpr float kLevelSand = 0.58f;  // radiance of open, level, white sand

double fine_spacing(const ReliefScene& scene, double pixel) {
  return std::max(pixel, 0.25 * scene.cell);
}
// The sky's light is smooth; the raking LEDs draw every crest.
double coarse_spacing(const ReliefScene& scene, const ReliefLook& look, double pixel) {
  return look.led_ring > 0 ? std::max(pixel, 0.5 * scene.cell) : std::max(2 * pixel, scene.cell);
}

// Oren-Nayar's factor on n.l; 1 at normal incidence and view for roughness 0.
float rough_factor(Vec3f n, Vec3f l, Vec3f v) {
  constexpr float kS2 = kRoughness * kRoughness;
  constexpr float kA = 1 - 0.5f * kS2 / (kS2 + 0.33f), kB = 0.45f * kS2 / (kS2 + 0.09f);
  const float nl = std::max(0.0f, dot(n, l)), nv = std::max(0.0f, dot(n, v));
  const float s = dot(l, v) - nl * nv;
  const float t = s > 0 ? std::max(std::max(nl, nv), 1e-3f) : 1.0f;
  return std::max(0.0f, kA + kB * s / t);
}

float schlick(float f0, float cosine) {
  const float m = clamp01(1 - cosine);
  return f0 + (1 - f0) * m * m * m * m * m;
}

}  // namespace

float RoundBall::hit(const Ray& ray) const {
  const Vec3f from = ray.origin - centre;
  const float b = dot(from, ray.direction), c = dot(from, from) - radius * radius;
  const float root = b * b - c;
  return root > 0 ? -b - std::sqrt(root) : -1.0f;
}

ReliefShader::ReliefShader(const ReliefScene& scene, const ReliefLook& look, double pixel)
    : fine_(scene, fine_spacing(scene, pixel)),
      coarse_(scene, coarse_spacing(scene, look, pixel)),
      frame_(scene, look, coarse_.mean()),
      light_(fine_, coarse_, frame_, look),
      grains_(look.grain, look.grain_size, static_cast<std::uint64_t>(look.seed)),
      lamp_colour_(light_colour(look.light_temperature)),
      sky_colour_((1 - static_cast<float>(look.light_balance)) * light_colour(look.sky_temperature)),
      led_colour_(led_colour(look.led_hue, look.led_saturation)),
      albedo_(mix(Vec3f{0.80f, 0.775f, 0.735f}, Vec3f{0.74f, 0.60f, 0.44f}, static_cast<float>(look.sand_warmth))),
      gain_(kLevelSand * static_cast<float>(std::exp2(look.exposure))) {
  if (scene.ball && look.ball != 0) {
    const float r = static_cast<float>(scene.ball->radius);
    ball_ = RoundBall{{static_cast<float>(scene.ball->centre.x), static_cast<float>(scene.ball->centre.y), r}, r};
  }
}

float ReliefShader::lamp_past_ball(Vec3f at) const {
  if (!ball_) return 1;
  const Vec3f to = ball_->centre - at;
  const float d = length(to);
  if (d <= ball_->radius) return 0;
  const float cosine = dot(to, light_.to_lamp()) / d;
  // asin t <= 1.58 t and acos c >= sqrt(2 - 2 c): most points are far from the shadow and need neither.
  const float most = 1.58f * ball_->radius / d + light_.lamp_radius();
  if (cosine <= 0 || 2 - 2 * cosine > most * most) return 1;
  const float size = std::asin(ball_->radius / d), away = std::acos(std::min(1.0f, cosine));
  return 1 - smooth_step(-light_.lamp_radius(), light_.lamp_radius(), size - away);
}

float ReliefShader::sky_past_ball(Vec3f at, Vec3f normal) const {
  if (!ball_) return 1;
  const Vec3f to = ball_->centre - at;
  const float d2 = std::max(dot(to, to), ball_->radius * ball_->radius);
  const float hidden = ball_->radius * ball_->radius / d2 * std::max(0.0f, dot(normal, to)) / std::sqrt(d2);
  return 1 - clamp01(0.9f * hidden);  // steel gives back a little of what it hides
}

ReliefShader::SandSpot ReliefShader::sand_spot(float x, float y) const {
  SandSpot spot{fine_.at(x, y), light_.at(x, y)};
  if (ball_) {
    const Vec3f at{x, y, spot.surface.height};
    spot.light.lamp = lamp_past_ball(at) * spot.light.lamp;
    const float open = sky_past_ball(at, spot.surface.normal());
    spot.light.sky = open * spot.light.sky;
    spot.light.led = open * spot.light.led;
    spot.light.bounce *= open;
  }
  return spot;
}

Vec3f ReliefShader::sand(const SandSpot& spot, const Grain& g, Vec3f to_eye) const {
  const Vec3f n = normalised(Vec3f{-spot.surface.slope_x - g.tilt_x, -spot.surface.slope_y - g.tilt_y, 1.0f});
  const Vec3f a = albedo_ * (g.albedo * Vec3f{1 + 0.05f * g.warmth, 1.0f, 1 - 0.10f * g.warmth});
  const float lamp = std::max(0.0f, dot(n, spot.light.lamp)) * rough_factor(n, light_.to_lamp(), to_eye);
  const float sky = std::max(0.0f, dot(n, spot.light.sky)), led = std::max(0.0f, dot(n, spot.light.led));
  const float open = clamp01(spot.light.sky.z);
  const Vec3f cavity{1 / (1 - a.x * (1 - open)), 1 / (1 - a.y * (1 - open)), 1 / (1 - a.z * (1 - open))};
  Vec3f light = (lamp + g.glint * std::min(lamp, 2.0f)) * lamp_colour_ + sky * (sky_colour_ * cavity) +
                led * led_colour_ + spot.light.bounce * (lamp_colour_ * a);
  return gain_ * (a * light);
}

Vec3f ReliefShader::sand(float x, float y, Vec3f to_eye, float spot) const {
  return sand(sand_spot(x, y), grains_.at(x, y, spot), to_eye);
}

Vec3f ReliefShader::frame_wood(Vec3f at, Vec3f n, Vec3f to_eye, float spot, bool in_ball_shadow) const {
  const Vec3f l = light_.to_lamp();
  const float past = in_ball_shadow ? lamp_past_ball(at) : 1;
  const float lamp = light_.lamp_strength() * std::max(0.0f, dot(n, l)) * past;
  float sky = 0.6f + 0.4f * n.z;
  if (at.z < frame_.top() - frame_.bevel()) {  // walls are darker towards their foot
    const float inside = frame_.distance(at.x, at.y) < 0.5f * frame_.width() ? 0.0f : frame_.floor();
    sky *= clamp01(0.25f + 0.75f * (at.z - inside) / (frame_.top() - inside));
  }
  const Vec3f albedo = frame_.wood(at, spot);
  const Vec3f mirror = reflected(-1.0f * to_eye, n);
  const float coat = schlick(0.04f, dot(n, to_eye));
  const float shine = std::pow(std::max(0.0f, dot(mirror, l)), 60.0f) * 0.5f * light_.lamp_strength() * past;
  return gain_ * (albedo * (lamp * lamp_colour_ + sky * sky_colour_)) +
         coat * (0.6f * studio(mirror) + gain_ * shine * 6.0f * lamp_colour_);
}

// Share of the lamp that the frame hides from the ground: its shadow is the union of its slices, moved away from the
// lamp in proportion to their height. The distance to the slice is convex in the height, so a search by thirds finds
// the nearest one; its penumbra is the lamp's disc seen over that height.
float ReliefShader::frame_shadow(float x, float y) const {
  const Vec3f l = light_.to_lamp();
  const float height = frame_.top() - frame_.floor(), steep = std::max(l.z, 0.05f);
  const auto away = [&](float h) { return frame_.outer_distance(x + h / steep * l.x, y + h / steep * l.y); };
  if (frame_.outer_distance(x, y) > 1.2f * height / steep) return 0;
  float low = 0, high = height;
  for (int k = 0; k < 9; ++k) {
    const float a = low + (high - low) / 3, b = high - (high - low) / 3;
    (away(a) < away(b) ? high : low) = away(a) < away(b) ? b : a;
  }
  const float h = 0.5f * (low + high), soft = 0.6f + h / (steep * steep) * light_.lamp_radius();
  return 1 - smooth_step(-soft, soft, away(h));
}

// A large matt table under the frame.
Vec3f ReliefShader::ground(float x, float y) const {
  const float d = std::max(0.0f, frame_.outer_distance(x, y)), height = frame_.top() - frame_.floor();
  const float open = 1 - 0.6f * std::exp(-d / (0.6f * height));
  const float px = x - frame_.centre().x, py = y - frame_.centre().y;
  const float far = (px * px + py * py) / (frame_.half_x() * frame_.half_x() + frame_.half_y() * frame_.half_y());
  const float fall = 0.25f + 0.75f / (1 + 0.25f * far);
  const float lamp = light_.lamp_strength() * light_.to_lamp().z * (1 - frame_shadow(x, y));
  const Vec3f albedo{0.105f, 0.104f, 0.104f};
  return gain_ * fall * (albedo * (lamp * lamp_colour_ + open * (sky_colour_ + Vec3f{0.12f, 0.12f, 0.12f})));
}

Vec3f ReliefShader::studio(Vec3f d) const {
  const float up = clamp01(0.5f + 0.5f * d.z);
  Vec3f light = mix(Vec3f{0.17f, 0.16f, 0.15f}, Vec3f{0.075f, 0.080f, 0.095f}, up);
  if (d.z > 0) {  // a soft box: a rectangle in the plane one above the scene, its edges blurred
    const float u = d.x / d.z - 0.25f, v = d.y / d.z - 0.75f;
    const float box = smooth_step(0.62f, 0.48f, std::fabs(u)) * smooth_step(0.42f, 0.30f, std::fabs(v));
    light += 1.6f * box * Vec3f{0.95f, 0.98f, 1.0f};
    const float strip =
        smooth_step(0.22f, 0.14f, std::fabs(d.x / d.z + 2.4f)) * smooth_step(2.6f, 2.0f, std::fabs(d.y / d.z));
    light += 0.8f * strip * Vec3f{1.0f, 0.96f, 0.9f};
  }
  const float away = std::acos(std::min(1.0f, std::max(-1.0f, dot(d, light_.to_lamp()))));
  const float rho = std::max(light_.lamp_radius(), 0.03f);
  const float lamp = smooth_step(1.25f * rho, 0.8f * rho, away) * 14.0f + 0.25f * std::exp(-away / (2.5f * rho));
  return 2 * gain_ * (light + light_.lamp_strength() * lamp * lamp_colour_ * 0.5f);
}

// Distance along a descending ray to the sand: steps of half a node's slope, then bisection.
float ReliefShader::sand_hit(const Ray& ray) const {
  if (ray.direction.z >= 0) return -1;
  const float far = -ray.origin.z / ray.direction.z;
  float t = std::max(0.0f, (fine_.highest() - ray.origin.z) / ray.direction.z);
  const float step = std::max(0.25f, (far - t) / 96);
  const auto above = [&](float s) {
    const Vec3f p = ray.origin + s * ray.direction;
    return p.z - fine_.at(p.x, p.y).height;
  };
  while (t < far && above(t) > 0) t += step;
  float low = std::max(0.0f, t - step), high = std::min(t, far);
  for (int k = 0; k < 6; ++k) {
    const float middle = 0.5f * (low + high);
    (above(middle) > 0 ? low : high) = middle;
  }
  return high;
}

Vec3f ReliefShader::reflected_scene(const Ray& ray) const {
  const float level = std::sqrt(ray.direction.x * ray.direction.x + ray.direction.y * ray.direction.y);
  if (level < 1e-6f) return studio(ray.direction);
  const float reach =
      frame_.reach(ray.origin.x, ray.origin.y, ray.direction.x / level, ray.direction.y / level) / level;
  const Vec3f back = -1.0f * ray.direction;
  const float t = sand_hit(ray);
  if (t >= 0 && t < reach) {
    const Vec3f p = ray.origin + t * ray.direction;
    return sand(p.x, p.y, back, 0.5f + 0.05f * t);
  }
  const Vec3f wall = ray.origin + reach * ray.direction;
  if (wall.z < frame_.top() && frame_.width() > 0) {
    const Vec3f inward{-ray.direction.x / level, -ray.direction.y / level, 0};
    const float sky = clamp01(wall.z / std::max(0.1f, frame_.top()));
    return gain_ * (frame_.wood(wall, 1) *
                    (light_.lamp_strength() * std::max(0.0f, dot(inward, light_.to_lamp())) * lamp_colour_ +
                     sky * sky_colour_));
  }
  return ray.direction.z > 0 ? studio(ray.direction) : ground(wall.x, wall.y);
}

Vec3f ReliefShader::steel(Vec3f at, Vec3f to_eye) const {
  const Vec3f n = 1.0f / ball_->radius * (at - ball_->centre);
  const Ray ray{at, reflected(-1.0f * to_eye, n)};
  const float f = schlick(0.57f, dot(n, to_eye));
  return f * (Vec3f{1.0f, 0.985f, 0.965f} * reflected_scene(ray));
}

}  // namespace solgel::render
