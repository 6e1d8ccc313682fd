#!/usr/bin/python3
"""draw_plan.py SOURCE.csv TARGET.csv RESULT.json > picture.svg

Draws two clouds in the plane and a line for every pair of the plan. Standard library only: it shows
how little it takes to use the command's JSON from another program.
"""
import csv
import json
import sys

WIDTH, HEIGHT, MARGIN = 720, 400, 24
BLUE, ORANGE, GREY, INK = "#0072b2", "#d55e00", "#9a9a9a", "#444444"


def read_points(path):
    with open(path) as file:
        return [(float(row["x"]), float(row["y"])) for row in csv.DictReader(file)]


def frame(points):
    """A function from the data to the picture, y upwards, the same scale on both axes."""
    xs, ys = zip(*points)
    scale = min((WIDTH - 2 * MARGIN) / (max(xs) - min(xs)), (HEIGHT - 2 * MARGIN - 20) / (max(ys) - min(ys)))
    return lambda p: (MARGIN + scale * (p[0] - min(xs)), HEIGHT - MARGIN - 20 - scale * (p[1] - min(ys)))


def main(source_path, target_path, result_path):
    source, target = read_points(source_path), read_points(target_path)
    with open(result_path) as file:
        result = json.load(file)
    plan, at = result["plan"], frame(source + target)
    moved = set(plan["col"])
    print(f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" font-family="sans-serif">')
    print(f'<rect width="{WIDTH}" height="{HEIGHT}" fill="white"/>')
    for i, j in zip(plan["row"], plan["col"]):
        (x1, y1), (x2, y2) = at(source[i]), at(target[j])
        print(f'<path d="M{x1:.1f} {y1:.1f}L{x2:.1f} {y2:.1f}" stroke="{INK}" stroke-opacity=".45"/>')
    for x, y in map(at, source):
        print(f'<circle cx="{x:.1f}" cy="{y:.1f}" r="2.6" fill="{BLUE}"/>')
    for j, (x, y) in enumerate(map(at, target)):
        colour = ORANGE if j in moved else GREY
        print(f'<path d="M{x - 3:.1f} {y:.1f}h6m-3 -3v6" stroke="{colour}" stroke-width="1.4"/>')
    caption = (f'{len(source)} sources (dots), {len(target)} targets (crosses): mass {result["mass"]:g} moves, '
               f'grey targets get none; proved minimum {result["bound"]:.4g}')
    print(f'<text x="{MARGIN}" y="{HEIGHT - 14}" font-size="12.5" fill="{INK}">{caption}</text>')
    print("</svg>")


if __name__ == "__main__":
    if len(sys.argv) != 4:
        sys.exit(__doc__.strip())
    main(*sys.argv[1:])
