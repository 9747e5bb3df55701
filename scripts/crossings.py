#!/usr/bin/env python3
"""Compares the graphs of the pages with Graphviz' pictures of the same runs: how many pairs of edges cross.

    scripts/crossings.py PROMISE-TUI

Of the demos, the twenty with the most edges are compared. Graphviz draws the export without its clusters, which would
make its task harder. Fails if the pages have more than 1.2 times as many crossings.
"""
import itertools
import json
import re
import subprocess
import sys

COMPARED, MOST = 20, 1.2


def call(*arguments, text=None):
    return subprocess.run(arguments, input=text, capture_output=True, text=True, check=True).stdout


def crosses(a, b):
    """Whether two straight lines cross, and do not only touch."""
    def side(p, q, r):
        value = (q[0] - p[0]) * (r[1] - p[1]) - (q[1] - p[1]) * (r[0] - p[0])
        return (value > 1e-6) - (value < -1e-6)
    return (side(*a, b[0]) * side(*a, b[1]) < 0) and (side(*b, a[0]) * side(*b, a[1]) < 0)


def count(edges):
    """Counts crossings of edges: each has its ends, and points; edges with a common end do not cross."""
    total = 0
    for (ends, one), (others, other) in itertools.combinations(edges, 2):
        if not set(ends) & set(others):
            total += any(crosses(a, b) for a in zip(one, one[1:]) for b in zip(other, other[1:]))
    return total


def of_page(html):
    boxes = {(int(x), int(y)): p for p, x, y in re.findall(
        r'class="row node" data-p="(-?\d+)"[^>]*style="left:(\d+)px;top:(\d+)px"', html)}
    edges = []
    for path in re.findall(r'<path class="edge[^>]* d="([^"]*)"', html):
        points = []
        for x1, y1, x2, y2 in re.findall(r"[ML](-?\d+) (-?\d+)C-?\d+ -?\d+ -?\d+ -?\d+ (-?\d+) (-?\d+)", path):
            points += [(int(x1), int(y1)), (int(x2), int(y2))]
        ends = [boxes[(points[0][0] - 160, points[0][1] - 23)], boxes[(points[-1][0], points[-1][1] - 23)]]
        edges.append((ends, points))
    return edges


def of_dot(dot):
    lines, inside = [], False
    for line in dot.splitlines():
        if "subgraph cluster_" in line:
            inside = True
        elif inside and line.strip() == "}":
            inside = False
        elif not (inside and line.strip().startswith("label=")):
            lines.append(line)
    drawn = json.loads(call("dot", "-Tjson", text="\n".join(lines)))
    edges = []
    for edge in drawn.get("edges", []):
        points = [tuple(map(float, p.split(","))) for p in edge["pos"].split() if not p.startswith(("e,", "s,"))]
        curve = points[:1]
        for place in range(0, len(points) - 3, 3):
            a, b, c, d = points[place:place + 4]
            for step in range(1, 9):
                t = step / 8
                weights = ((1 - t) ** 3, 3 * (1 - t) ** 2 * t, 3 * (1 - t) * t * t, t ** 3)
                curve.append(tuple(sum(w * p[i] for w, p in zip(weights, (a, b, c, d))) for i in (0, 1)))
        edges.append(([edge["tail"], edge["head"]], curve))
    return edges


def main():
    program = sys.argv[1]
    names = re.findall(r"^  (\S+)", call(program, "about", "demos"), re.M)
    runs = []
    for name in names:
        html = call(program, "export", name, "--as", "html")
        runs.append((len(of_page(html)), name, html))
    ours = theirs = 0
    for edges, name, html in sorted(runs, reverse=True)[:COMPARED]:
        own, other = count(of_page(html)), count(of_dot(call(program, "export", name, "--as", "dot")))
        print(f"{name}: {edges} edges, {own} crossings, Graphviz {other}")
        ours, theirs = ours + own, theirs + other
    print(f"all: {ours} crossings, Graphviz {theirs}")
    if ours > MOST * theirs:
        sys.exit("more crossings than allowed")


main()
