/* curve_clouds.c - the points are ordered (kd_order.h), weights follow them, and the tiles are laid
 * out. */
#include "partial/curve_clouds.h"

#include "base/options.h"
#include "partial/problem.h"

static void layout(struct curve_clouds *clouds, double **p, double **q, struct arena *arena)
{
    int32_t n = clouds->points.side[POINTS_ROWS].count;
    int32_t m = clouds->points.side[POINTS_COLS].count;
    *p = arena_take(arena, n, sizeof **p);
    *q = arena_take(arena, m, sizeof **q);
    clouds_layout(&clouds->search, n, m, arena);
}

static struct weights in_order(const double *given, const struct point_set *set, double *to)
{
    for (int32_t k = 0; given && k < set->count; k++)
        to[k] = given[set->of[k]];
    return (struct weights){given ? to : NULL, set->count};
}

parot_status curve_clouds_open(struct curve_clouds *clouds, const parot_points_problem *problem,
                               struct control *control, parot_error *err)
{
    struct arena arena = {0};
    double *p = NULL, *q = NULL;
    TRY(CHECK_RESERVED(problem, err));
    TRY(check_points_shape(problem->x, problem->y, err));
    TRY(check_weights("p", problem->p, problem->x.rows, err));
    TRY(check_weights("q", problem->q, problem->y.rows, err));
    TRY(points_open(&clouds->points, problem->x, problem->y, problem->metric, control, err));
    layout(clouds, &p, &q, &arena);
    TRY(arena_open(&arena, control, err));
    clouds->memory = arena.block;
    layout(clouds, &p, &q, &arena);
    TRY(tiles_open(&clouds->tiles, &clouds->points, control, err));
    clouds->p = in_order(problem->p, &clouds->points.side[POINTS_ROWS], p);
    clouds->q = in_order(problem->q, &clouds->points.side[POINTS_COLS], q);
    clouds->search.points = &clouds->points;
    clouds->search.tiles = clouds->tiles;
    clouds->search.control = control;
    clouds_start(&clouds->search);
    return PAROT_OK;
}

void curve_clouds_close(struct curve_clouds *clouds)
{
    tiles_close(clouds->tiles);
    points_close(&clouds->points);
    block_free(clouds->memory);
    *clouds = (struct curve_clouds){0};
}

struct costs curve_clouds_costs(const struct curve_clouds *clouds)
{
    return (struct costs){.n = clouds->points.side[POINTS_ROWS].count,
                          .m = clouds->points.side[POINTS_COLS].count,
                          .scale = 1,
                          .cap = INFINITY,
                          .points = &clouds->points};
}
