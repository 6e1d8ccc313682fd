/* parametric_clouds.c - lists and the next event are searches of the tiles (tiles.h), whose answers
 * are those of double. */
#include "transport/parametric/parametric_clouds.h"

#include <float.h>
#include <math.h>

void clouds_layout(struct parametric_clouds *clouds, int32_t n, int32_t m, struct arena *arena)
{
    int64_t longer = n > m ? n : m;
    clouds->limit = arena_take(arena, n, sizeof *clouds->limit);
    clouds->potential = arena_take(arena, m, sizeof *clouds->potential);
    clouds->line = arena_take(arena, longer, sizeof *clouds->line);
    clouds->every = arena_take(arena, longer, sizeof *clouds->every);
}

static int32_t rows_of(const struct parametric_clouds *clouds)
{
    return clouds->points->side[POINTS_ROWS].count;
}

static int32_t cols_of(const struct parametric_clouds *clouds)
{
    return clouds->points->side[POINTS_COLS].count;
}

void clouds_start(struct parametric_clouds *clouds)
{
    int32_t n = rows_of(clouds), m = cols_of(clouds);
    for (int32_t k = 0; k < n || k < m; k++)
        clouds->every[k] = k;
    clouds->status = PAROT_OK;
    clouds->asked = 0;
}

double clouds_cost(const struct parametric_clouds *clouds, int32_t row, int32_t col)
{
    return points_cost(clouds->points, row, col - rows_of(clouds));
}

void clouds_costs(const struct parametric_clouds *clouds, int32_t node, int32_t first,
                  int64_t count, double *cost)
{
    int32_t n = rows_of(clouds);
    int is_row = node < n;
    points_costs(clouds->points, is_row ? POINTS_ROWS : POINTS_COLS, is_row ? node : node - n,
                 clouds->every + (is_row ? first - n : first), count, cost);
}

static parot_status search(struct parametric_clouds *clouds, struct tiles_query *query)
{
    parot_status status = tiles_search(clouds->tiles, query, clouds->control);
    clouds->asked += query->asked;
    return status;
}

/* ---- Lists -------------------------------------------------------------- */

struct taking {
    clouds_take *take;
    void *user;
    int is_refused;
};

static parot_status take_row(void *user, int32_t row, int32_t count, const int32_t *col,
                             const double *cost)
{
    struct taking *taking = user;
    parot_status status = taking->take(taking->user, row, count, col, cost);
    taking->is_refused = status != PAROT_OK;
    return status;
}

int clouds_below(struct parametric_clouds *clouds, double *top, int32_t most, clouds_take *take,
                 void *user)
{
    int32_t n = rows_of(clouds), m = cols_of(clouds);
    struct taking taking = {take, user, 0};
    for (int32_t i = 0; i < n; i++)
        clouds->limit[i] = fmin(top[i], DBL_MAX);
    for (int32_t j = 0; j < m; j++)
        clouds->potential[j] = top[n + j];
    struct tiles_query query = {.side = POINTS_ROWS,
                                .potential = clouds->potential,
                                .most = most,
                                .limit = clouds->limit,
                                .take = take_row,
                                .user = &taking,
                                .stage = "lists"};
    parot_status status = search(clouds, &query);
    if (status != PAROT_OK && !taking.is_refused)
        clouds->status = status;
    for (int32_t i = 0; i < n && status == PAROT_OK; i++)
        if (clouds->limit[i] < fmin(top[i], DBL_MAX))
            top[i] = clouds->limit[i];
    return status == PAROT_OK;
}

/* ---- The next event ----------------------------------------------------- */

struct next {
    const struct parametric_clouds *clouds;
    const double *open;
    double least;
};

static parot_status take_next(void *user, int32_t row, int32_t count, const int32_t *col,
                              const double *cost)
{
    struct next *next = user;
    if (count > 0)
        next->least = fmin(next->least,
                           cost[0] - next->open[rows_of(next->clouds) + col[0]] - next->open[row]);
    return PAROT_OK;
}

/* Limits have room for the rounding of three numbers. */
double clouds_next(struct parametric_clouds *clouds, const double *open, double known)
{
    int32_t n = rows_of(clouds), m = cols_of(clouds);
    struct next next = {clouds, open, known};
    for (int32_t j = 0; j < m; j++)
        clouds->potential[j] = open[n + j];
    for (int32_t i = 0; i < n; i++) {
        double limit = known + open[i] + 8 * DBL_EPSILON * (fabs(known) + fabs(open[i]));
        clouds->limit[i] = !(open[i] > -INFINITY) ? -INFINITY
                           : known < INFINITY     ? fmin(limit, DBL_MAX)
                                                  : DBL_MAX;
    }
    struct tiles_query query = {.side = POINTS_ROWS,
                                .potential = clouds->potential,
                                .most = 1,
                                .limit = clouds->limit,
                                .take = take_next,
                                .user = &next,
                                .stage = "lists"};
    parot_status status = search(clouds, &query);
    if (status != PAROT_OK)
        clouds->status = status;
    return next.least;
}
