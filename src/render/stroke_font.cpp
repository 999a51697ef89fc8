#include "render/stroke_font.h"

#include <algorithm>
#include <vector>

namespace solgel::render {
namespace {

// Each point is a digit for x and a letter for y (d is the baseline, j the top of a capital); a space lifts the pen.
struct Glyph {
  char character;
  std::string_view strokes;
};
constexpr Glyph kGlyphs[] = {
    {'A', "0d2j4d 1f3f"},
    {'B', "0d0j3j4i4h3g0g 3g4f4e3d0d"},
    {'C', "4i3j1j0i0e1d3d4e"},
    {'D', "0d0j2j4h4f2d0d"},
    {'E', "4d0d0j4j 0g3g"},
    {'F', "0d0j4j 0g3g"},
    {'G', "4i3j1j0i0e1d3d4e4g2g"},
    {'H', "0d0j 4d4j 0g4g"},
    {'I', "0d2d 1d1j 0j2j"},
    {'J', "0e1d2d3e3j"},
    {'K', "0d0j 4j0g 1h4d"},
    {'L', "0j0d3d"},
    {'M', "0d0j2g4j4d"},
    {'N', "0d0j4d4j"},
    {'O', "1d0e0i1j3j4i4e3d1d"},
    {'P', "0d0j3j4i4h3g0g"},
    {'Q', "1d0e0i1j3j4i4e3d1d 2f4d"},
    {'R', "0d0j3j4i4h3g0g 2g4d"},
    {'S', "0e1d3d4e4f3g1g0h0i1j3j4i"},
    {'T', "0j4j 2j2d"},
    {'U', "0j0e1d3d4e4j"},
    {'V', "0j2d4j"},
    {'W', "0j1d2h3d4j"},
    {'X', "0d4j 0j4d"},
    {'Y', "0j2g4j 2g2d"},
    {'Z', "0j4j0d4d"},
    {'0', "1d0e0i1j2j3i3e2d1d"},
    {'1', "0i1j1d 0d2d"},
    {'2', "0i1j3j4i4h0d4d"},
    {'3', "0i1j3j4i4h3g4f4e3d1d0e 2g3g"},
    {'4', "3d3j0f4f"},
    {'5', "4j0j0g3g4f4e3d1d0e"},
    {'6', "4i3j1j0i0e1d3d4e4f3g0g"},
    {'7', "0j4j1d"},
    {'8', "1g0h0i1j3j4i4h3g1g0f0e1d3d4e4f3g"},
    {'9', "0e1d3d4e4i3j1j0i0h1g4g"},
    {'a', "0h2h3g3d 3f1f0e1d2d3e"},
    {'b', "0j0d2d3e3g2h0h"},
    {'c', "3h1h0g0e1d3d"},
    {'d', "3j3d1d0e0g1h3h"},
    {'e', "0f3f3g2h1h0g0e1d3d"},
    {'f', "1d1i2j3j 0h2h"},
    {'g', "3h3c2b0b 3h1h0g0e1d3d"},
    {'h', "0j0d 0h2h3g3d"},
    {'i', "0h0d 0j0j"},
    {'j', "1h1c0b 1j1j"},
    {'k', "0j0d 3h0f 1g3d"},
    {'l', "0j0e1d"},
    {'m', "0d0h1h2g2d 2g3h4g4d"},
    {'n', "0d0h2h3g3d"},
    {'o', "1d0e0g1h2h3g3e2d1d"},
    {'p', "0b0h2h3g3e2d0d"},
    {'q', "3b3h1h0g0e1d3d"},
    {'r', "0d0h 0g1h2h"},
    {'s', "0d2d3e2f1f0g1h3h"},
    {'t', "1j1e2d3d 0h3h"},
    {'u', "0h0e1d3d 3h3d"},
    {'v', "0h2d4h"},
    {'w', "0h1d2g3d4h"},
    {'x', "0d3h 0h3d"},
    {'y', "0h2d 4h1b"},
    {'z', "0h3h0d3d"},
    {'.', "0d0d"},
    {',', "1d0c"},
    {':', "0e0e 0h0h"},
    {';', "1e0c 1h1h"},
    {'-', "0f3f"},
    {'_', "0c4c"},
    {'/', "0c3j"},
    {'\\', "0j3c"},
    {'(', "1j0h0e1c"},
    {')', "0j1h1e0c"},
    {'[', "1j0j0c1c"},
    {']', "0j1j1c0c"},
    {'{', "2j1i1h0g1f1d2c"},
    {'}', "0j1i1h2g1f1d0c"},
    {'+', "0f4f 2d2h"},
    {'=', "0e3e 0g3g"},
    {'%', "0d4j 0i0i 4e4e"},
    {'#', "1d1j 3d3j 0f4f 0h4h"},
    {'\'', "0j0i"},
    {'"', "0j0i 1j1i"},
    {'!', "0j0f 0d0d"},
    {'?', "0i1j2j3i3h1g1f 1d1d"},
    {'*', "0e4i 0i4e 2d2j"},
    {'&', "4d0h0i1j2i2h0f0e1d2d4f"},
    {'@', "3e1e1h3h3e4e4i3j1j0i0e1d3d"},
    {'<', "3h0f3d"},
    {'>', "0h3f0d"},
    {'|', "0c0j"},
    {'~', "0f1g2f3g"},
    {'^', "0h1j2h"},
    {'$', "0e1d3d4e4f3g1g0h0i1j3j4i 2c2k"},
    {'`', "0j1i"},
};
constexpr std::string_view kBox = "0d0j3j3d0d";
constexpr float kCapital = 6, kGap = 1.7f, kSpace = 2.6f;  // lattice units

std::string_view strokes_of(char c) {
  for (const Glyph& g : kGlyphs) {
    if (g.character == c) return g.strokes;
  }
  return kBox;
}

float advance_of(char c) {
  if (c == ' ') return kSpace;
  float right = 0;
  for (const char s : strokes_of(c)) {
    if (s >= '0' && s <= '9') right = std::max(right, static_cast<float>(s - '0'));
  }
  return right + kGap;
}

// The later bytes of a character outside ASCII (UTF-8) are not characters of their own.
bool is_continuation(char c) {
  return (static_cast<unsigned char>(c) & 0xc0u) == 0x80u;
}

struct Stroke {
  float ax, ay, bx, by;
  float distance(float x, float y) const {
    const float dx = bx - ax, dy = by - ay, l2 = dx * dx + dy * dy;
    const float t = l2 > 0 ? clamp01(((x - ax) * dx + (y - ay) * dy) / l2) : 0;
    const float ex = x - ax - t * dx, ey = y - ay - t * dy;
    return std::sqrt(ex * ex + ey * ey);
  }
};

std::vector<Stroke> placed_strokes(char c, float x, float y, float unit) {
  std::vector<Stroke> strokes;
  const std::string_view code = strokes_of(c);
  bool down = false;
  float lx = 0, ly = 0;
  for (std::size_t k = 0; k + 1 < code.size();) {
    if (code[k] == ' ') {
      down = false;
      ++k;
      continue;
    }
    const float px = x + unit * static_cast<float>(code[k] - '0'),
                py = y - unit * static_cast<float>(code[k + 1] - 'd');
    if (down) strokes.push_back({lx, ly, px, py});
    lx = px;
    ly = py;
    down = true;
    k += 2;
  }
  return strokes;
}

void draw_strokes(Image8& image, const std::vector<Stroke>& strokes, float width, const Pen& pen) {
  float left = 1e9f, right = -1e9f, top = 1e9f, bottom = -1e9f;
  for (const Stroke& s : strokes) {
    left = std::min({left, s.ax, s.bx});
    right = std::max({right, s.ax, s.bx});
    top = std::min({top, s.ay, s.by});
    bottom = std::max({bottom, s.ay, s.by});
  }
  const int x0 = std::max(0, static_cast<int>(left - width - 1)),
            x1 = std::min(image.width - 1, static_cast<int>(right + width + 1));
  const int y0 = std::max(0, static_cast<int>(top - width - 1)),
            y1 = std::min(image.height - 1, static_cast<int>(bottom + width + 1));
  for (int y = y0; y <= y1; ++y) {
    for (int x = x0; x <= x1; ++x) {
      float d = 1e9f;
      for (const Stroke& s : strokes)
        d = std::min(d, s.distance(static_cast<float>(x) + 0.5f, static_cast<float>(y) + 0.5f));
      const float covered = clamp01(0.5f + 0.5f * width - d);
      std::uint8_t* p = image.pixel(x, y);
      for (int k = 0; k < 3; ++k) p[k] = static_cast<std::uint8_t>(mix(p[k], pen.colour[k], covered) + 0.5f);
    }
  }
}

}  // namespace

float text_width(std::string_view text, const Pen& pen) {
  float width = 0;
  for (const char c : text) width += is_continuation(c) ? 0 : advance_of(c);
  return width > 0 ? (width - kGap) * pen.size / kCapital : 0;
}

void draw_text(Image8& image, float x, float y, std::string_view text, const Pen& pen) {
  const float unit = pen.size / kCapital, width = std::max(1.1f, 0.115f * pen.size);
  for (const char c : text) {
    if (is_continuation(c)) continue;
    if (c != ' ') draw_strokes(image, placed_strokes(c, x, y, unit), width, pen);
    x += unit * advance_of(c);
  }
}

std::string_view fitting_start(std::string_view text, const Pen& pen, float width) {
  while (!text.empty() && text_width(text, pen) > width) text.remove_suffix(1);
  return text;
}

}  // namespace solgel::render
