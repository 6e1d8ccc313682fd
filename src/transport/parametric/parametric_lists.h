/* parametric_lists.h - the arcs that can become tight soon.
 *
 * A set of arcs is given by a number for each node, its *top*, and holds all arcs with
 *
 *   c_ij <= top_i + top_j.
 *
 * So no other arc can be tight while there is a shift g with u_i - g <= top_i and v_j + g <= top_j,
 * or, without g, while the slack
 *
 *   min_i (top_i - u_i) + min_j (top_j - v_j)
 *
 * is not negative. Columns only fall and rows grow no faster than lambda, so that this lasts at
 * least until lambda has grown by the slack. Then the slack is looked at again: as long as rows and
 * columns rise and fall together, it does not shrink.
 *
 * There are two such sets. The *wide* one is found by a pass over C, and serves for many of the
 * *near* ones, which are found in it and are what the parametric simplex searches. Tops are
 *
 *   top_i = u_i + step w_i,   top_j = v_j + step z_j
 *
 * with weights for how far a node is expected to be ahead of the others, and a step that is a
 * quantile of a sample of (c_ij - u_i - v_j) / (w_i + z_j), so that lists stay short whatever the
 * costs look like: as short as makes searching them cost as much as finding them. If so many arcs
 * are tied that no step will do, the lists are given up and the matrix itself is read.
 */
#ifndef PAROT_TRANSPORT_PARAMETRIC_LISTS_H
#define PAROT_TRANSPORT_PARAMETRIC_LISTS_H

#include "base/arena.h"
#include "transport/costs.h"
#include "transport/parametric/parametric_clouds.h"

struct near_arc {
    double cost;   /* scaled */
    int32_t other; /* the column in a row's list, the row in a column's */
};

/* Arcs by row. */
struct arc_set {
    int64_t capacity, wanted; /* arcs in all; at least twice as many fit as are wanted */
    int64_t *start;           /* n + 1 */
    struct near_arc *arcs;
    double *top;  /* n + m */
    double step;  /* 0: not yet found */
    double slack; /* when it was found */
    int is_idle;  /* nothing has happened since it was found */
};

struct parametric_lists {
    struct costs costs;
    struct parametric_clouds *clouds; /* who knows the costs; NULL: the matrix in `costs` */
    struct arc_set wide, near;
    int64_t *col_start;            /* m + 1: the near arcs by column */
    struct near_arc *by_col;       /* near.capacity */
    double *before;                /* n + m: potentials when near arcs were found */
    double *peak;                  /* n + m: how far the node was ahead of the others since then */
    double *lead;                  /* n + m: the same for each unit of lambda, as it is expected */
    int32_t *found;                /* scratch, m: what one row contributes */
    double *sample;                /* scratch */
    uint64_t random;               /* state */
    int64_t first_near, most_near; /* near.wanted begins with one and is never above the other */
    int64_t most_wide;             /* wide.wanted is never above this */
    int is_tied;                   /* half of the near or wide arcs are ties */
    int wasted;                    /* lists in a row that ties made short, and that hardly served */
    int64_t searched;              /* near arcs looked at since they were found; the user counts */
    double lambda;                 /* when near arcs were last found */
    double horizon;                /* no other arc is tight before lambda is there */
    int64_t entries;               /* of the matrix, read so far: for parot_info.passes */
    double largest; /* |potential|: 0, or rounding is relative to it as well as to lambda */
    int is_dense;   /* no lists: read the matrix; the horizon is INFINITY */
};

/* `wanted` near arcs for each row, or column if there are more of them, on average: so it begins,
 * and up to 4 times as many may follow. lists->clouds is set. */
void lists_layout(struct parametric_lists *lists, int32_t n, int32_t m, int64_t wanted,
                  struct arena *arena);

/* Arcs of a row that a search of clouds asks for, at most; after the layout. */
int32_t lists_most_of_row(const struct parametric_lists *lists, int32_t n, int32_t m);

/* Forgets all arcs; before lists_build, for new costs. */
void lists_start(struct parametric_lists *lists, const struct costs *costs);

/* Lists for lambda and beyond. potential: n rows and m columns, -INFINITY for nodes without mass.
 * events: so many happened with the last lists. If none did, steps are doubled as far as there is
 * room; if ties make them short time and again and few do, there are none for this time. */
void lists_build(struct parametric_lists *lists, const double *potential, double lambda,
                 int64_t events);

/* Moves the horizon on, if that can be done without finding new arcs; 0 if not. */
int lists_extend(struct parametric_lists *lists, const double *potential, double lambda);

#endif
