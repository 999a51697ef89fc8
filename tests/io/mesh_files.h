// Reads back what io/mesh.h writes, each format from its own description, into one kind of mesh.
#pragma once

#include <array>
#include <cmath>
#include <cstring>
#include <string>
#include <vector>

#include <doctest/doctest.h>
#include <nlohmann/json.hpp>

#include "io/mesh.h"

namespace mesh_files {

using Point = std::array<float, 3>;
using Coordinates = std::array<float, 2>;
using Face = std::array<std::uint32_t, 3>;

// Axes as in the file.
struct Mesh {
  std::vector<Point> positions, normals;
  std::vector<Coordinates> coordinates;
  std::vector<Face> faces;
  std::vector<std::string> notes;
  nlohmann::json json;  // of a GLB
};

struct Facet {
  Point normal;
  std::array<Point, 3> corners;
};

template <class T>
T value_at(const solgel::io::Bytes& bytes, std::size_t at) {
  REQUIRE(at + sizeof(T) <= bytes.size());
  T value;
  std::memcpy(&value, bytes.data() + at, sizeof(T));
  return value;
}

inline std::vector<std::string> words_of(const std::string& line, const char* separators) {
  std::vector<std::string> words(1);
  for (const char c : line) {
    if (std::strchr(separators, c)) {
      words.emplace_back();
    } else {
      words.back() += c;
    }
  }
  return words;
}

inline std::string text_of(const solgel::io::Bytes& bytes) {
  return std::string(reinterpret_cast<const char*>(bytes.data()), bytes.size());
}

inline Mesh read_obj(const solgel::io::Bytes& bytes) {
  Mesh mesh;
  for (const std::string& line : words_of(text_of(bytes), "\n")) {
    const std::vector<std::string> words = words_of(line, " /");
    const auto number = [&](std::size_t k) { return std::stof(words.at(k)); };
    if (words[0] == "#") mesh.notes.push_back(line.substr(2));
    if (words[0] == "v") mesh.positions.push_back({number(1), number(2), number(3)});
    if (words[0] == "vn") mesh.normals.push_back({number(1), number(2), number(3)});
    if (words[0] == "vt") mesh.coordinates.push_back({number(1), number(2)});
    if (words[0] != "f") continue;
    REQUIRE(words.size() == 10);
    Face face{};
    for (std::size_t k = 0; k < 3; ++k) {
      CHECK((words[3 * k + 1] == words[3 * k + 2] && words[3 * k + 1] == words[3 * k + 3]));
      face[k] = static_cast<std::uint32_t>(std::stoul(words[3 * k + 1])) - 1;
    }
    mesh.faces.push_back(face);
  }
  return mesh;
}

inline Mesh read_ply(const solgel::io::Bytes& bytes) {
  Mesh mesh;
  const std::string text = text_of(bytes), stop = "end_header\n";
  std::size_t at = text.find(stop) + stop.size(), vertices = 0, faces = 0;
  std::string properties;
  for (const std::string& line : words_of(text.substr(0, at), "\n")) {
    if (line.starts_with("comment ")) mesh.notes.push_back(line.substr(8));
    if (line.starts_with("element vertex ")) vertices = std::stoul(line.substr(15));
    if (line.starts_with("element face ")) faces = std::stoul(line.substr(13));
    if (line.starts_with("property ")) properties += line.substr(9) + ";";
  }
  REQUIRE(text.starts_with("ply\nformat binary_little_endian 1.0\n"));
  REQUIRE(properties == "float x;float y;float z;float nx;float ny;float nz;list uchar int vertex_indices;");
  REQUIRE(bytes.size() == at + 24 * vertices + 13 * faces);
  for (std::size_t k = 0; k < vertices; ++k, at += 24) {
    mesh.positions.push_back(value_at<Point>(bytes, at));
    mesh.normals.push_back(value_at<Point>(bytes, at + 12));
  }
  for (std::size_t k = 0; k < faces; ++k, at += 13) {
    CHECK(value_at<std::uint8_t>(bytes, at) == 3);
    mesh.faces.push_back(value_at<Face>(bytes, at + 1));
  }
  return mesh;
}

// The elements of accessor `index`, whose view is tightly packed in the binary chunk at `buffer`.
template <class T>
std::vector<T> accessor(const solgel::io::Bytes& bytes, const nlohmann::json& json, std::size_t buffer,
                        std::size_t index, std::size_t elements_each) {
  const nlohmann::json& a = json.at("accessors").at(index);
  const nlohmann::json& view = json.at("bufferViews").at(a.at("bufferView").get<std::size_t>());
  const std::size_t offset = view.at("byteOffset"), length = view.at("byteLength"), count = a.at("count");
  CHECK(view.at("buffer") == 0);
  CHECK(offset % 4 == 0);
  CHECK(length * elements_each == count * sizeof(T));
  CHECK(offset + length <= json.at("buffers").at(0).at("byteLength").get<std::size_t>());
  std::vector<T> list(count / elements_each);
  REQUIRE(buffer + offset + length <= bytes.size());
  std::memcpy(list.data(), bytes.data() + buffer + offset, length);
  return list;
}

inline Mesh read_glb(const solgel::io::Bytes& bytes) {
  Mesh mesh;
  const std::size_t json_size = value_at<std::uint32_t>(bytes, 12), bin = 20 + json_size;
  CHECK(text_of(bytes).substr(0, 4) == "glTF");
  CHECK(value_at<std::uint32_t>(bytes, 4) == 2);
  CHECK(value_at<std::uint32_t>(bytes, 8) == bytes.size());
  CHECK(text_of(bytes).substr(16, 4) == "JSON");
  CHECK(json_size % 4 == 0);
  CHECK(text_of(bytes).substr(bin + 4, 4) == std::string("BIN\0", 4));
  CHECK(value_at<std::uint32_t>(bytes, bin) == bytes.size() - bin - 8);
  CHECK(value_at<std::uint32_t>(bytes, bin) % 4 == 0);
  mesh.json = nlohmann::json::parse(text_of(bytes).substr(20, json_size));
  CHECK(mesh.json.at("buffers").at(0).at("byteLength") == value_at<std::uint32_t>(bytes, bin));
  const nlohmann::json& primitive = mesh.json.at("meshes").at(0).at("primitives").at(0);
  const nlohmann::json& attributes = primitive.at("attributes");
  mesh.positions = accessor<Point>(bytes, mesh.json, bin + 8, attributes.at("POSITION"), 1);
  mesh.normals = accessor<Point>(bytes, mesh.json, bin + 8, attributes.at("NORMAL"), 1);
  mesh.coordinates = accessor<Coordinates>(bytes, mesh.json, bin + 8, attributes.at("TEXCOORD_0"), 1);
  mesh.faces = accessor<Face>(bytes, mesh.json, bin + 8, primitive.at("indices"), 3);
  return mesh;
}

inline std::vector<Facet> read_stl(const solgel::io::Bytes& bytes) {
  const std::size_t count = value_at<std::uint32_t>(bytes, 80);
  REQUIRE(bytes.size() == 84 + 50 * count);
  CHECK_FALSE(text_of(bytes).starts_with("solid"));
  std::vector<Facet> facets(count);
  for (std::size_t k = 0; k < count; ++k) facets[k] = value_at<Facet>(bytes, 84 + 50 * k);
  return facets;
}

}  // namespace mesh_files
