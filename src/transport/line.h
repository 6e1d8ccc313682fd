/* line.h - cheapest partial transport between points on a line, mass by mass.
 *
 * Costs are |x - y|^exponent with exponent >= 1: no cheapest plan passes over a point that has mass
 * left. Between two such neighbours, everything is used up and moves among itself in order: a
 * *cell*. More mass can only move between the two ends of a cell, if they are on different sides,
 * and pushes all that is between them along.
 */
#ifndef PAROT_TRANSPORT_LINE_H
#define PAROT_TRANSPORT_LINE_H

#include "base/arena.h"
#include "base/argsort.h"
#include "base/heap.h"
#include "transport/simplex/tree.h"
#include "transport/units.h"

/* A point on either side, in the order of the line. */
struct line_point {
    double at;
    int32_t side;                         /* 0: x, 1: y */
    int32_t index;                        /* on its side */
    unit_count weight, left, right, rest; /* units: all, moved within the cell before it, in the one
                                          after it, and what has not moved */
    int32_t before, after;                /* neighbours with mass left; -1: none */
};

struct line {
    int32_t count; /* points of positive weight */
    struct line_point *points;
    struct heap heap; /* cells by what one more unit costs, each named by its left end */
    struct keyed *sorted, *scratch; /* n + m, while the points are put in order */
    unit_count *room;               /* of the cell to the right: units until its price changes */
    double exponent;
    unit_count moved;
    int64_t steps;
};

/* Told after each step: which two points it ended at, how much it moved, at what price. */
typedef parot_status (*line_observer)(void *user, const struct line_point *from,
                                      const struct line_point *to, unit_count amount, double price);

void line_layout(struct line *line, int64_t n, int64_t m, struct arena *arena);

/* Weights are units->row and units->col. PAROT_OK, or why it was stopped: nothing can move then. */
parot_status line_start(struct line *line, const parot_line *stated, const struct units *units,
                        struct control *control);

/* Moves units->mass; PAROT_OK, what the observer returned, or why it stopped before. */
parot_status line_run(struct line *line, unit_count mass, line_observer observer, void *user,
                      struct control *control);

/* The plan so far, as simplex_plan writes it (columns are nodes: n + 1 + j): at most n + m arcs.
 * Returns how many. */
int64_t line_export(const struct line *line, int64_t n, struct arc *arcs);

#endif
