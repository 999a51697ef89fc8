#!/usr/bin/env python3
"""Writes gugelhupf.msh: a ring cake with ten swirled flutes, as tetrahedra in millimetres.

A cross-section of 4 x 5 cells is turned around the vertical axis in 40 steps. Each cell is two prisms, each prism three
tetrahedra, cut by the order of the points' numbers so that neighbours fit. `python3 gugelhupf.py > gugelhupf.msh`
"""
from math import cos, pi, sin, sqrt

AROUND, ACROSS, UP, FLUTES = 40, 4, 5, 10


def point(turn, i, j):
    u, v = 2 * i / ACROSS - 1, 2 * j / UP - 1  # the section as a square, then rounded towards a disc
    x, y = u * sqrt(1 - 0.34 * v * v), v * sqrt(1 - 0.34 * u * u)
    height = 17 + 17 * y
    angle = 2 * pi * turn / AROUND + 0.012 * height
    flute = 1 + 0.075 * cos(FLUTES * 2 * pi * turn / AROUND) * max(0, x + 0.2) * (1 - 0.25 * y)
    radius = (22.5 + 14.5 * x * (1 - 0.12 * y)) * flute
    return radius * sin(angle), height, radius * cos(angle)


def oriented(element, points):
    (a, b, c, d) = (points[k - 1] for k in element)
    p, q, r = ([v[k] - a[k] for k in range(3)] for v in (b, c, d))
    volume = (p[0] * (q[1] * r[2] - q[2] * r[1]) - p[1] * (q[0] * r[2] - q[2] * r[0]) + p[2] * (q[0] * r[1] - q[1] * r[0]))
    return element if volume > 0 else (element[0], element[2], element[1], element[3])


def main():
    number = {}
    points = []
    for turn in range(AROUND):
        for j in range(UP + 1):
            for i in range(ACROSS + 1):
                number[turn, i, j] = len(points) + 1
                points.append(point(turn, i, j))
    elements = []
    for turn in range(AROUND):
        after = (turn + 1) % AROUND
        for j in range(UP):
            for i in range(ACROSS):
                for section in (((i, j), (i + 1, j), (i + 1, j + 1)), ((i, j), (i + 1, j + 1), (i, j + 1))):
                    here = sorted(number[(turn, *c)] for c in section)
                    there = [number[(after, *c)] for c in sorted(section, key=lambda c: number[(turn, *c)])]
                    a, b, c = here
                    A, B, C = there
                    elements += [(a, b, c, C), (a, b, B, C), (a, A, B, C)]
    print("$MeshFormat\n2.2 0 8\n$EndMeshFormat\n$Nodes")
    print(len(points))
    for k, (x, y, z) in enumerate(points, 1):
        print(k, f"{x:.4f} {y:.4f} {z:.4f}")
    print("$EndNodes\n$Elements")
    print(len(elements))
    for k, e in enumerate(elements, 1):
        print(k, 4, 0, *oriented(e, points))
    print("$EndElements")


main()
