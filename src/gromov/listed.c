/* listed.c - an entry of H X K' is a product of two short vectors.
 *
 * With l lines in X, (H X K')_ij = sum_r H_ir (X K)_rj. Both factors are made with the l numbers of
 * a point side by side, so that a pair costs l multiplications along memory.
 */
#include "gromov/listed.h"

#include <string.h>

#include "base/parallel.h"
#include "linalg/vector.h"

/* Rows that a thread takes at a time. */
enum { ROWS = 64 };

void listed_layout(struct listed *listed, int64_t n, int64_t m, const struct candidates *candidates,
                   struct arena *arena)
{
    int64_t pairs = n * candidates->share + n + m + 1; /* places of all lists, and a tree */
    listed->begin = arena_take(arena, n + 1, sizeof *listed->begin);
    listed->col = arena_take(arena, pairs, sizeof *listed->col);
    listed->value = arena_take(arena, pairs, sizeof *listed->value);
}

/* ---- Which -------------------------------------------------------------- */

static int is_candidate(struct candidate_list list, int32_t col)
{
    for (int32_t k = 0; k < list.count; k++)
        if (list.col[k] == col)
            return 1;
    return 0;
}

/* Each pair of the tree that is not a candidate: without `col` it is counted in place[row], else
 * put there. */
static void add_tree(const struct simplex *simplex, int64_t *place, int32_t *col)
{
    const struct tree *tree = &simplex->tree;
    const struct costs *costs = &simplex->costs;
    for (int32_t node = 0; node < tree->nodes; node++) {
        if (!has_arc(tree, node))
            continue;
        int32_t i = arc_row(tree, costs, node), j = arc_col(tree, costs, node);
        if (is_slack(costs, i, j) ||
            is_candidate(candidates_of(&simplex->candidates, i), j - costs->n - 1))
            continue;
        if (col)
            col[place[i]] = j - costs->n - 1;
        place[i]++;
    }
}

void listed_take(struct listed *listed, const struct simplex *simplex)
{
    int64_t n = simplex->costs.n, at = 0;
    int64_t *begin = listed->begin; /* first counts, then places, then places of the next row */
    memset(begin, 0, (size_t)(n + 1) * sizeof *begin);
    add_tree(simplex, begin, NULL);
    for (int64_t i = 0; i < n; i++) {
        struct candidate_list list = candidates_of(&simplex->candidates, (int32_t)i);
        int64_t count = begin[i] + list.count;
        memcpy(listed->col + at, list.col, (size_t)list.count * sizeof *listed->col);
        begin[i] = at + list.count;
        at += count;
    }
    add_tree(simplex, begin, listed->col);
    for (int64_t i = n; i > 0; i--)
        begin[i] = begin[i - 1];
    begin[0] = 0;
}

/* ---- Products ----------------------------------------------------------- */

struct addition {
    const struct listed *listed;
    const struct tensor *tensor;
    const struct lines *lines;
    const struct bench *bench;
    double *near, *far; /* count numbers for each point of either side */
    int64_t first, count;
    double weight;
    double *matrix;
};

/* The numbers of rows (or columns) of X that are lines: H_ir for point i. */
static void fill_near(int64_t begin, int64_t end, void *context)
{
    const struct addition *it = context;
    const struct space *space = it->lines->is_by_col ? &it->tensor->target : &it->tensor->source;
    for (int64_t i = begin; i < end; i++) {
        const double *row = space->even + i * space->even_stride;
        for (int64_t c = 0; c < it->count; c++)
            it->near[i * it->count + c] = row[it->lines->index[it->first + c]];
    }
}

/* (X K)_rj for point j */
static void fill_far(int64_t begin, int64_t end, void *context)
{
    const struct addition *it = context;
    const struct lines *lines = it->lines;
    const struct space *space = lines->is_by_col ? &it->tensor->source : &it->tensor->target;
    for (int64_t j = begin; j < end; j++) {
        const double *row = space->even + j * space->even_stride;
        for (int64_t c = 0; c < it->count; c++) {
            double sum = 0;
            for (int64_t e = lines->begin[it->first + c]; e < lines->begin[it->first + c + 1]; e++)
                sum += lines->mass[e] * row[lines->other[e]];
            it->far[j * it->count + c] = sum;
        }
    }
}

static void add_rows(int64_t begin, int64_t end, void *context)
{
    const struct addition *it = context;
    const double *left = it->lines->is_by_col ? it->far : it->near;
    const double *right = it->lines->is_by_col ? it->near : it->far;
    int64_t m = it->tensor->target.count, count = it->count;
    for (int64_t i = begin; i < end; i++)
        for (int64_t e = it->listed->begin[i]; e < it->listed->begin[i + 1]; e++) {
            int32_t j = it->listed->col[e];
            double own = it->first == 0 ? it->bench->own_row[i] + it->bench->own_col[j] : 0;
            it->matrix[i * m + j] +=
                it->weight * (own - vector_dot(count, left + i * count, right + j * count));
        }
}

void listed_add(const struct listed *listed, const struct tensor *tensor, const struct lines *lines,
                struct bench *bench, double weight, double *matrix)
{
    int64_t n = tensor->source.count, m = tensor->target.count;
    struct addition it = {.listed = listed,
                          .tensor = tensor,
                          .lines = lines,
                          .bench = bench,
                          .near = bench->left,
                          .far = bench->right,
                          .weight = weight,
                          .matrix = matrix};
    for (; it.first < lines->count; it.first += it.count) {
        it.count = lines->count - it.first < bench->chunk ? lines->count - it.first : bench->chunk;
        parallel_for(tensor->threads, lines->is_by_col ? m : n, ROWS, fill_near, &it);
        parallel_for(tensor->threads, lines->is_by_col ? n : m, ROWS, fill_far, &it);
        parallel_for(tensor->threads, n, ROWS, add_rows, &it);
    }
}

void listed_save(struct listed *listed, int64_t n, int64_t m, const double *matrix)
{
    for (int64_t i = 0; i < n; i++)
        for (int64_t e = listed->begin[i]; e < listed->begin[i + 1]; e++)
            listed->value[e] = matrix[i * m + listed->col[e]];
}

void listed_restore(const struct listed *listed, int64_t n, int64_t m, double *matrix)
{
    for (int64_t i = 0; i < n; i++)
        for (int64_t e = listed->begin[i]; e < listed->begin[i + 1]; e++)
            matrix[i * m + listed->col[e]] = listed->value[e];
}
