/* certify_points.c - the certificate of clouds of points: the least v_j + C_ij of each row, without
 * a matrix.
 *
 * Points are taken in blocks of neighbours (certify_cloud_blocks.c), of rows and of columns, each
 * in a box. Two boxes have a number that no C_ij of their pairs is below, as it is rounded, without
 * a tolerance (certify_cloud_costs.c). So a block can be left out if its least v plus that number
 * is above what all rows of the other block have found already. In few dimensions blocks of columns
 * are in groups, which are left out in the same way.
 */
#include <float.h>
#include <math.h>

#include "base/options.h"
#include "base/parallel.h"
#include "partial/certify_clouds.h"
#include "partial/certify_crew.h"
#include "partial/problem.h"
#include "partial/products.h"

/* ---- The least of each row ------------------------------------------------ */

/* What is rounded away in v + c. */
static double rounded_away(double v, double c)
{
    double sum = v + c, shift = sum - v;
    return (v - (sum - shift)) + (c - shift);
}

static void look_at_block(const struct audit_clouds *clouds, int64_t place, int64_t block,
                          struct least *least)
{
    const double *v = clouds->v + block * BLOCK_COLS;
    double cost[BLOCK_COLS];
    double found = audit_cloud_block(clouds, place, block, cost);
    if (!(found <= least->sum) || found == INFINITY)
        return;
    if (found < least->sum)
        *least = (struct least){found, INFINITY};
    for (int j = 0; j < BLOCK_COLS; j++)
        if (v[j] + cost[j] == found)
            least->error = fmin(least->error, rounded_away(v[j], cost[j]));
}

static void sift_down(struct near *heap, int64_t count, int64_t at)
{
    struct near moving = heap[at];
    for (;;) {
        int64_t below = 2 * at + 1;
        if (below + 1 < count && heap[below + 1].bound < heap[below].bound)
            below++;
        if (below >= count || !(heap[below].bound < moving.bound))
            break;
        heap[at] = heap[below];
        at = below;
    }
    heap[at] = moving;
}

static void sift_up(struct near *heap, int64_t at)
{
    struct near moving = heap[at];
    for (; at > 0 && moving.bound < heap[(at - 1) / 2].bound; at = (at - 1) / 2)
        heap[at] = heap[(at - 1) / 2];
    heap[at] = moving;
}

static double worst_of(const struct least *least, int64_t rows)
{
    double worst = least[0].sum;
    for (int64_t i = 1; i < rows; i++)
        worst = least[i].sum > worst ? least[i].sum : worst;
    return worst;
}

static struct near near_block(const struct audit_clouds *clouds, int64_t row_block, int64_t b)
{
    return (struct near){clouds->least_v[b] + audit_cloud_box(clouds, row_block, &clouds->cols, b),
                         (int32_t)b};
}

/* Adds the blocks of a group to the heap, unless all of their pairs are above `worst`; returns how
 * many it has now. */
static int64_t open_group(const struct audit_clouds *clouds, int64_t row_block, int64_t group,
                          double worst, struct near *heap, int64_t count)
{
    int64_t end = (group + 1) * GROUP_BLOCKS;
    for (int64_t b = group * GROUP_BLOCKS; b < end && b < clouds->cols.blocks; b++) {
        heap[count] = near_block(clouds, row_block, b);
        if (heap[count].bound <= worst)
            sift_up(heap, count++);
    }
    return count;
}

/* Groups and blocks of columns from the nearest on, until no row can find less. */
static void look_by_boxes(const struct audit_clouds *clouds, int64_t row_block, int64_t rows,
                          struct near *heap, struct least *least)
{
    const double *least_v = clouds->least_v + clouds->cols.blocks;
    int64_t count = 0;
    for (; count < clouds->groups.blocks; sift_up(heap, count++))
        heap[count] = (struct near){least_v[count] +
                                        audit_cloud_box(clouds, row_block, &clouds->groups, count),
                                    (int32_t)(-1 - count)};
    for (double worst = INFINITY; count > 0 && heap[0].bound <= worst;) {
        int32_t next = heap[0].block;
        heap[0] = heap[--count];
        sift_down(heap, count, 0);
        if (next < 0) {
            count = open_group(clouds, row_block, -1 - next, worst, heap, count);
            continue;
        }
        for (int64_t i = 0; i < rows; i++)
            look_at_block(clouds, row_block * BLOCK_ROWS + i, next, &least[i]);
        worst = worst_of(least, rows);
    }
}

/* The rows of a tile that may find something in a block, and then what they find. */
static void look_at_screened(const struct audit_clouds *clouds, int64_t begin, int64_t block,
                             struct least *least)
{
    double limit[BLOCK_ROWS];
    for (int i = 0; i < BLOCK_ROWS; i++)
        limit[i] = least[i].sum;
    uint32_t found = screen_rows(&clouds->screen, begin / BLOCK_ROWS, block, limit);
    for (int64_t i = 0; found >> i != 0; i++)
        if (found >> i & 1 && begin + i < clouds->rows.count)
            look_at_block(clouds, begin + i, block, &least[i]);
}

/* All blocks whose boxes are near enough, the nearest first and then in order. */
static void look_by_screen(const struct audit_clouds *clouds, int64_t row_block, int64_t rows,
                           struct near *near, struct least *least)
{
    int64_t count = clouds->cols.blocks, nearest = 0;
    for (int64_t b = 0; b < count; b++) {
        near[b] = near_block(clouds, row_block, b);
        nearest = near[b].bound < near[nearest].bound ? b : nearest;
    }
    for (int64_t k = 0; k < count; k++) {
        int64_t b = nearest + k < count ? nearest + k : nearest + k - count;
        if (near[b].bound <= worst_of(least, rows))
            look_at_screened(clouds, row_block * BLOCK_ROWS, b, least);
    }
}

static void look_at_rows(struct audit_clouds *clouds, int64_t block, struct near *near)
{
    int64_t begin = block * BLOCK_ROWS, rest = clouds->rows.count - begin;
    int64_t rows = rest < BLOCK_ROWS ? rest : BLOCK_ROWS;
    struct least least[BLOCK_ROWS];
    for (int64_t i = 0; i < BLOCK_ROWS; i++)
        least[i] = (struct least){INFINITY, INFINITY};
    if (clouds->screen.is_usable)
        look_by_screen(clouds, block, rows, near, least);
    else
        look_by_boxes(clouds, block, rows, near, least);
    for (int64_t i = 0; i < rows; i++)
        clouds->least[clouds->rows.order[begin + i]] =
            least[i].sum <= DBL_MAX ? least[i] : (struct least){INFINITY, 0};
}

/* One piece of the batch for each thread. */
static void look_at_piece(int64_t begin, int64_t end, void *context)
{
    struct audit_clouds *clouds = context;
    int64_t all = clouds->cols.blocks + clouds->groups.blocks;
    for (int64_t piece = begin; piece < end; piece++)
        for (int64_t k = 0; k < clouds->batch; k++) {
            int64_t block = clouds->first + piece * clouds->batch + k;
            if (block < clouds->rows.blocks)
                look_at_rows(clouds, block, clouds->near + piece * all);
        }
}

void audit_cloud_prices(struct audit_clouds *clouds, const double *v)
{
    double *of_group = clouds->least_v + clouds->cols.blocks;
    for (int64_t b = 0; b < clouds->cols.blocks + clouds->groups.blocks; b++)
        clouds->least_v[b] = INFINITY;
    for (int64_t k = 0; k < clouds->cols.blocks * BLOCK_COLS; k++) {
        clouds->v[k] = k < clouds->cols.count ? v[clouds->cols.order[k]] : INFINITY;
        double *least = &clouds->least_v[k / BLOCK_COLS], *of_all = &of_group[k / GROUP_COLS];
        *least = clouds->v[k] < *least ? clouds->v[k] : *least;
        *of_all = clouds->v[k] < *of_all ? clouds->v[k] : *of_all;
    }
    screen_set_prices(&clouds->screen, clouds->v);
}

/* So many blocks of rows for each thread, from `first` on. */
static void look_at_batch(struct audit_clouds *clouds, int64_t first, int64_t batch)
{
    clouds->first = first;
    clouds->batch = batch;
    parallel_for(clouds->threads, clouds->threads, 1, look_at_piece, clouds);
}

parot_status audit_cloud_look(struct audit_clouds *clouds, int64_t begin, int64_t end,
                              struct control *control)
{
    int64_t fair = (end - begin + clouds->threads - 1) / clouds->threads;
    int64_t batch = fair < AUDIT_BATCH ? fair : AUDIT_BATCH;
    for (int64_t first = begin; first < end; first += batch * clouds->threads) {
        TRY(control_poll_part(control, "certificate", first, clouds->rows.blocks));
        look_at_batch(clouds, first, batch);
    }
    return PAROT_OK;
}

parot_status audit_cloud_least(struct audit *audit, parot_error *err)
{
    struct audit_clouds *clouds = audit->clouds;
    clouds->least = audit->least;
    if (proof_take_crew(clouds, audit->control))
        return proof_share(clouds, audit->v, audit->control, err);
    audit_cloud_prices(clouds, audit->v);
    for (int64_t first = 0; first < clouds->rows.blocks;
         first += (int64_t)AUDIT_BATCH * clouds->threads) {
        TRY(audit_poll(audit, first * BLOCK_ROWS, err));
        look_at_batch(clouds, first, AUDIT_BATCH);
    }
    return PAROT_OK;
}

/* ---- The calls ------------------------------------------------------------ */

/* What is to be certified: `points` of products are f and g. */
struct claim {
    const parot_points_problem *points;
    const parot_products_problem *products; /* or NULL */
    const double *price;                    /* or NULL */
    const parot_prices *prices;             /* or NULL */
    const parot_result *result;
};

static parot_status check_claim(const struct claim *claim, struct point_pair *pair,
                                parot_error *err)
{
    const parot_points_problem *points = claim->points;
    if (!claim->products)
        return point_pair_check(pair, points->x, points->y, points->metric, err);
    TRY(check_products(claim->products, err));
    *pair = (struct point_pair){.metric = PAROT_METRIC_SQEUCLIDEAN, /* copies without a change */
                                .n = points->x.rows,
                                .m = points->y.rows,
                                .dims = points->x.cols};
    return PAROT_OK;
}

/* Works: the memory of `arena` belongs to the caller. */
static parot_status certify(const struct claim *claim, struct audit *audit, struct arena *arena,
                            const parot_run *run, parot_check *check, parot_error *err)
{
    const parot_points_problem *points = claim->points;
    struct audit_clouds clouds = {.products = claim->products};
    struct control control;
    TRY(control_init(&control, run, err));
    TRY(check_claim(claim, &clouds.pair, err));
    clouds.threads = control.run.threads;
    audit_clouds_screen(&clouds);
    audit_clouds_layout(&clouds, arena);
    TRY(arena_open(arena, &control, err));
    audit_clouds_layout(&clouds, arena);
    point_pair_copy(&clouds.pair, points->x, clouds.pair.x);
    point_pair_copy(&clouds.pair, points->y, clouds.pair.y);
    TRY(audit_clouds_order(&clouds, &control, err));
    audit_clouds_fill(&clouds);
    audit->clouds = &clouds;
    parot_run rest = control_rest(&control);
    parot_status status = audit_certify(audit, &rest, check, err);
    if (clouds.id)
        crew_forget(control.run.ranks, clouds.id);
    return status;
}

static parot_status certify_points(const struct claim *claim, const parot_run *run,
                                   parot_check *check, parot_error *err)
{
    const parot_points_problem *points = claim->points;
    const parot_result *result = claim->result;
    const double *price = claim->price, none = 0;
    struct arena arena = {0};
    if (!points || !result || !check)
        return fail_argument(err, PAROT_EINVAL,
                             !points   ? "problem"
                             : !result ? "result"
                                       : "check",
                             "must not be NULL");
    TRY(check_reserved(points->reserved, sizeof points->reserved, "problem", err));
    TRY(check_tables_shape(claim->products ? PRODUCTS_NAMES : POINTS_NAMES, points->x, points->y,
                           err));
    if (result->status == PAROT_EINFEASIBLE)
        return fail(err, PAROT_EINVAL,
                    "result: says that no plan has that mass, but points forbid "
                    "no pair");
    if (claim->prices) {
        TRY(check_prices(claim->prices, points->x.rows, points->y.rows, err));
        price = &none;
    }
    parot_problem problem = {{NULL, points->x.rows, points->y.rows, points->y.rows},
                             points->p,
                             points->q,
                             price ? 0 : points->mass,
                             {0}};
    struct audit audit = {
        .problem = &problem, .prices = claim->prices, .has_products = claim->products != NULL};
    TRY(audit_take(&audit, price, result, err));
    parot_status status = certify(claim, &audit, &arena, run, check, err);
    block_free(arena.block);
    return status;
}

parot_status parot_certify_points(const parot_points_problem *problem, const parot_result *result,
                                  const parot_run *run, parot_check *check, parot_error *err)
{
    const struct claim claim = {.points = problem, .result = result};
    return certify_points(&claim, run, check, err);
}

parot_status parot_certify_points_price(const parot_points_problem *problem, double price,
                                        const parot_result *result, const parot_run *run,
                                        parot_check *check, parot_error *err)
{
    const struct claim claim = {.points = problem, .price = &price, .result = result};
    return certify_points(&claim, run, check, err);
}

parot_status parot_certify_points_prices(const parot_points_problem *problem,
                                         const parot_prices *prices, const parot_result *result,
                                         const parot_run *run, parot_check *check, parot_error *err)
{
    const struct claim claim = {.points = problem, .prices = prices, .result = result};
    if (!prices)
        return fail_argument(err, PAROT_EINVAL, "prices", "must not be NULL");
    return certify_points(&claim, run, check, err);
}

parot_status parot_certify_products(const parot_products_problem *problem,
                                    const parot_result *result, const parot_run *run,
                                    parot_check *check, parot_error *err)
{
    if (!problem)
        return fail_argument(err, PAROT_EINVAL, "problem", "must not be NULL");
    parot_points_problem points = products_as_points(problem);
    const struct claim claim = {.points = &points, .products = problem, .result = result};
    return certify_points(&claim, run, check, err);
}
