/* certify_points.c - the certificate of clouds of points: the least v_j + C_ij of each row, without
 * a matrix.
 *
 * Points are taken in blocks of neighbours. A block of columns lies in a box, and so does a block
 * of rows. The distance between two boxes is computed by the very operations that compute C_ij,
 * from gaps that are no larger than the differences of coordinates; and since each of these
 * operations keeps the order of numbers when it rounds, the result is no larger than any C_ij as it
 * is rounded, without a tolerance. So a block can be left out if its least v plus that distance is
 * above what all rows of the other block have found already.
 *
 * Neighbours come from the solver's k-d order (kd_order.h), which the proof does not trust: it only
 * has to name each point once, and that is checked. Any such order gives the same result.
 */
#include <float.h>
#include <math.h>
#include <string.h>

#include "base/options.h"
#include "base/parallel.h"
#include "base/simd.h"
#include "base/sort.h"
#include "cost/metric.h"
#include "partial/certify.h"
#include "partial/certify_screen.h"
#include "partial/problem.h"
#include "partial/products.h"
#include "transport/points/kd_order.h"

/* Rows and columns of a block. Few rows, so that most blocks of columns can be left out; columns in
 * whole vector registers. */
enum { BLOCK_ROWS = SCREEN_ROWS, BLOCK_COLS = SCREEN_COLS };

/* From so many dimensions on boxes leave out little, and a screen in float pays. */
enum { SCREEN_DIMS = 5 };

/* Blocks of rows between two looks at the clock, for each thread. */
enum { BATCH = 16 };

/* The side of a cloud, in blocks. */
struct cloud {
    int64_t count, blocks;
    double *at;         /* count x dims, in order */
    int32_t *order;     /* the caller's numbers */
    double *low, *high; /* blocks x dims: the boxes */
    double *low_offset; /* blocks, of products: the least alpha or beta */
};

struct audit_clouds {
    struct point_pair pair; /* metric, dims, exponent; x and y in the caller's order */
    struct cloud rows, cols;
    const parot_products_problem *products; /* NULL: distances */
    double *beta;         /* blocks x BLOCK_COLS, of products: in the order of columns */
    double *column;       /* blocks of columns x dims x BLOCK_COLS: coordinates side by side */
    double *v;            /* blocks x BLOCK_COLS: prices in that order; INFINITY beyond the last */
    double *least_v;      /* of each block */
    struct near *near;    /* threads x blocks */
    struct screen screen; /* in many dimensions */
    uint8_t *seen;        /* scratch, as many as the longer side has points */
    int32_t threads;
    int64_t first; /* block of the batch */
    struct audit *audit;
};

/* A block of columns, and what no pair with it is below. */
struct near {
    double bound;
    int32_t block;
};

/* ---- Distances ----------------------------------------------------------- */

/* One more coordinate: the sum of squares, of magnitudes, or the largest magnitude. */
static inline double add_coordinate(parot_metric metric, double sum, double difference)
{
    switch (metric) {
    case PAROT_METRIC_CITYBLOCK:
        return sum + fabs(difference);
    case PAROT_METRIC_CHEBYSHEV:
        return fabs(difference) > sum ? fabs(difference) : sum;
    case PAROT_METRIC_SQEUCLIDEAN:
    case PAROT_METRIC_EUCLIDEAN:
    case PAROT_METRIC_COSINE:
        return sum + difference * difference;
    }
    return NAN; /* point_pair_check refuses all others */
}

static double finish(const struct audit_clouds *clouds, double sum)
{
    double unit = ldexp(1.0, clouds->pair.exponent);
    switch (clouds->pair.metric) {
    case PAROT_METRIC_SQEUCLIDEAN:
        return sum * (unit * unit);
    case PAROT_METRIC_EUCLIDEAN:
        return sqrt(sum) * unit;
    case PAROT_METRIC_COSINE:
        return sum * 0.5;
    case PAROT_METRIC_CITYBLOCK:
    case PAROT_METRIC_CHEBYSHEV:
        return sum * unit;
    }
    return NAN; /* point_pair_check refuses all others */
}

static double offset_at(const double *offset, int64_t i)
{
    return offset ? offset[i] : 0;
}

double audit_cloud_cost(const struct audit_clouds *clouds, int64_t i, int64_t j)
{
    int64_t dims = clouds->pair.dims;
    const double *x = clouds->pair.x + i * dims, *y = clouds->pair.y + j * dims;
    double sum = 0;
    for (int64_t k = 0; clouds->products && k < dims; k++)
        sum = sum + x[k] * y[k];
    if (clouds->products)
        return offset_at(clouds->products->alpha, i) + offset_at(clouds->products->beta, j) - sum;
    for (int64_t k = 0; k < dims; k++)
        sum = add_coordinate(clouds->pair.metric, sum, x[k] - y[k]);
    return finish(clouds, sum);
}

static double larger(double a, double b)
{
    return a > b ? a : b;
}

/* Of products: each of them is at most that of two corners, before and after it is rounded. */
static double box_product(const struct audit_clouds *clouds, int64_t row_block, int64_t col_block)
{
    int64_t dims = clouds->pair.dims;
    const double *low = clouds->rows.low + row_block * dims,
                 *high = clouds->rows.high + row_block * dims;
    const double *bottom = clouds->cols.low + col_block * dims;
    const double *top = clouds->cols.high + col_block * dims;
    double sum = 0;
    for (int64_t k = 0; k < dims; k++)
        sum = sum + larger(larger(low[k] * bottom[k], low[k] * top[k]),
                           larger(high[k] * bottom[k], high[k] * top[k]));
    return clouds->rows.low_offset[row_block] + clouds->cols.low_offset[col_block] - sum;
}

/* Of the boxes [low, high] of two blocks. */
static double box_cost(const struct audit_clouds *clouds, int64_t row_block, int64_t col_block)
{
    int64_t dims = clouds->pair.dims;
    const double *low = clouds->rows.low + row_block * dims,
                 *high = clouds->rows.high + row_block * dims;
    const double *bottom = clouds->cols.low + col_block * dims;
    const double *top = clouds->cols.high + col_block * dims;
    double sum = 0;
    if (clouds->products)
        return box_product(clouds, row_block, col_block);
    for (int64_t k = 0; k < dims; k++) {
        double gap = low[k] > top[k]       ? low[k] - top[k]
                     : bottom[k] > high[k] ? bottom[k] - high[k]
                                           : 0;
        sum = add_coordinate(clouds->pair.metric, sum, gap);
    }
    return finish(clouds, sum);
}

#define FOR_ALL_COLUMNS(step)                                                                      \
    for (int64_t k = 0; k < dims; k++)                                                             \
        for (int j = 0; j < BLOCK_COLS; j++) {                                                     \
            double s = sum[j], difference = x[k] - y[k * BLOCK_COLS + j];                          \
            sum[j] = (step);                                                                       \
        }

/* sum[j] over the coordinates, for one row and a block of columns */
SIMD_CLONES static void sum_block(parot_metric metric, const double *restrict x,
                                  const double *restrict y, int64_t dims, double *restrict sum)
{
    for (int j = 0; j < BLOCK_COLS; j++)
        sum[j] = 0;
    switch (metric) {
    case PAROT_METRIC_CITYBLOCK:
        FOR_ALL_COLUMNS(s + fabs(difference))
        break;
    case PAROT_METRIC_CHEBYSHEV:
        FOR_ALL_COLUMNS(fabs(difference) > s ? fabs(difference) : s)
        break;
    case PAROT_METRIC_SQEUCLIDEAN:
    case PAROT_METRIC_EUCLIDEAN:
    case PAROT_METRIC_COSINE:
        FOR_ALL_COLUMNS(s + difference * difference)
        break;
    }
}

/* The same for products. */
SIMD_CLONES static void multiply_block(const double *restrict x, const double *restrict y,
                                       int64_t dims, double *restrict sum)
{
    for (int j = 0; j < BLOCK_COLS; j++)
        sum[j] = 0;
    for (int64_t k = 0; k < dims; k++)
        for (int j = 0; j < BLOCK_COLS; j++)
            sum[j] = sum[j] + x[k] * y[k * BLOCK_COLS + j];
}

/* cost[j] = alpha + beta_j - cost[j]; returns min_j (v_j + cost[j]). */
static double finish_products(double alpha, const double *beta, const double *v, double *cost)
{
    double least = INFINITY;
    for (int j = 0; j < BLOCK_COLS; j++) {
        cost[j] = alpha + beta[j] - cost[j];
        double total = v[j] + cost[j];
        least = total < least ? total : least;
    }
    return least;
}

/* cost[j] from sums; returns min_j (v_j + cost[j]). */
SIMD_CLONES static double finish_block(parot_metric metric, double unit, const double *restrict v,
                                       double *restrict cost)
{
    double least[8];
    if (metric == PAROT_METRIC_EUCLIDEAN)
        for (int j = 0; j < BLOCK_COLS; j++)
            cost[j] = sqrt(cost[j]);
    for (int lane = 0; lane < 8; lane++)
        least[lane] = INFINITY;
    for (int j = 0; j < BLOCK_COLS; j += 8)
        for (int lane = 0; lane < 8; lane++) {
            cost[j + lane] *= unit;
            double total = v[j + lane] + cost[j + lane];
            least[lane] = total < least[lane] ? total : least[lane];
        }
    for (int lane = 1; lane < 8; lane++)
        least[0] = least[lane] < least[0] ? least[lane] : least[0];
    return least[0];
}

static double unit_of(const struct audit_clouds *clouds)
{
    return finish(clouds, 1);
}

/* ---- The least of each row ------------------------------------------------ */

/* What is rounded away in v + c. */
static double rounded_away(double v, double c)
{
    double sum = v + c, shift = sum - v;
    return (v - (sum - shift)) + (c - shift);
}

/* cost[j] of the row at `place` with a block of columns; returns min_j (v_j + cost[j]). */
static double least_of_block(const struct audit_clouds *clouds, int64_t place, int64_t block,
                             double *cost)
{
    int64_t dims = clouds->pair.dims;
    const double *v = clouds->v + block * BLOCK_COLS, *x = clouds->rows.at + place * dims;
    const double *y = clouds->column + block * dims * BLOCK_COLS;
    if (clouds->products) {
        multiply_block(x, y, dims, cost);
        return finish_products(offset_at(clouds->products->alpha, clouds->rows.order[place]),
                               clouds->beta + block * BLOCK_COLS, v, cost);
    }
    sum_block(clouds->pair.metric, x, y, dims, cost);
    return finish_block(clouds->pair.metric, unit_of(clouds), v, cost);
}

static void look_at_block(const struct audit_clouds *clouds, int64_t place, int64_t block,
                          struct least *least)
{
    const double *v = clouds->v + block * BLOCK_COLS;
    double cost[BLOCK_COLS];
    double found = least_of_block(clouds, place, block, cost);
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

/* Blocks of columns from the nearest on, until no row can find less. */
static void look_by_boxes(const struct audit_clouds *clouds, int64_t begin, int64_t rows,
                          struct near *near, struct least *least)
{
    int64_t count = clouds->cols.blocks;
    for (int64_t at = count / 2 - 1; at >= 0; at--)
        sift_down(near, count, at);
    for (double worst = INFINITY; count > 0 && near[0].bound <= worst;) {
        worst = 0;
        for (int64_t i = 0; i < rows; i++) {
            look_at_block(clouds, begin + i, near[0].block, &least[i]);
            worst = i == 0 || least[i].sum > worst ? least[i].sum : worst;
        }
        near[0] = near[--count];
        sift_down(near, count, 0);
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
static void look_by_screen(const struct audit_clouds *clouds, int64_t begin, int64_t rows,
                           const struct near *near, struct least *least)
{
    int64_t count = clouds->cols.blocks, nearest = 0;
    for (int64_t b = 1; b < count; b++)
        nearest = near[b].bound < near[nearest].bound ? b : nearest;
    for (int64_t k = 0; k < count; k++) {
        int64_t b = nearest + k < count ? nearest + k : nearest + k - count;
        double worst = least[0].sum;
        for (int64_t i = 1; i < rows; i++)
            worst = least[i].sum > worst ? least[i].sum : worst;
        if (near[b].bound <= worst)
            look_at_screened(clouds, begin, b, least);
    }
}

static void look_at_rows(struct audit_clouds *clouds, int64_t block, struct near *near)
{
    int64_t begin = block * BLOCK_ROWS, rest = clouds->rows.count - begin;
    int64_t rows = rest < BLOCK_ROWS ? rest : BLOCK_ROWS;
    struct least least[BLOCK_ROWS];
    for (int64_t b = 0; b < clouds->cols.blocks; b++)
        near[b] = (struct near){clouds->least_v[b] + box_cost(clouds, block, b), (int32_t)b};
    for (int64_t i = 0; i < BLOCK_ROWS; i++)
        least[i] = (struct least){INFINITY, INFINITY};
    if (clouds->screen.is_on)
        look_by_screen(clouds, begin, rows, near, least);
    else
        look_by_boxes(clouds, begin, rows, near, least);
    for (int64_t i = 0; i < rows; i++)
        clouds->audit->least[clouds->rows.order[begin + i]] =
            least[i].sum <= DBL_MAX ? least[i] : (struct least){INFINITY, 0};
}

/* One piece of the batch for each thread. */
static void look_at_piece(int64_t begin, int64_t end, void *context)
{
    struct audit_clouds *clouds = context;
    for (int64_t piece = begin; piece < end; piece++)
        for (int64_t k = 0; k < BATCH; k++) {
            int64_t block = clouds->first + piece * BATCH + k;
            if (block < clouds->rows.blocks)
                look_at_rows(clouds, block, clouds->near + piece * clouds->cols.blocks);
        }
}

parot_status audit_cloud_least(struct audit *audit, parot_error *err)
{
    struct audit_clouds *clouds = audit->clouds;
    for (int64_t b = 0; b < clouds->cols.blocks; b++)
        clouds->least_v[b] = INFINITY;
    for (int64_t k = 0; k < clouds->cols.blocks * BLOCK_COLS; k++) {
        clouds->v[k] = k < clouds->cols.count ? audit->v[clouds->cols.order[k]] : INFINITY;
        double *least = &clouds->least_v[k / BLOCK_COLS];
        *least = clouds->v[k] < *least ? clouds->v[k] : *least;
    }
    screen_set_prices(&clouds->screen, clouds->v);
    for (clouds->first = 0; clouds->first < clouds->rows.blocks;
         clouds->first += (int64_t)BATCH * clouds->threads) {
        TRY(audit_poll(audit, clouds->first * BLOCK_ROWS, err));
        parallel_for(clouds->threads, clouds->threads, 1, look_at_piece, clouds);
    }
    return PAROT_OK;
}

/* ---- Blocks --------------------------------------------------------------- */

static void cloud_layout(struct cloud *cloud, int64_t count, int64_t block, int64_t dims,
                         struct arena *arena)
{
    cloud->count = count;
    cloud->blocks = (count + block - 1) / block;
    cloud->order = arena_take(arena, count, sizeof *cloud->order);
    cloud->low = arena_take(arena, cloud->blocks, (size_t)dims * sizeof *cloud->low);
    cloud->high = arena_take(arena, cloud->blocks, (size_t)dims * sizeof *cloud->high);
    cloud->low_offset = arena_take(arena, cloud->blocks, sizeof *cloud->low_offset);
}

/* Where floats pay: costs that are products, for which boxes leave out little, and distances that
 * follow from products, in many dimensions. */
static int is_screened(const struct audit_clouds *clouds)
{
    return clouds->products ||
           (clouds->pair.dims >= SCREEN_DIMS && metric_has_products(clouds->pair.metric));
}

static void describe_screen(struct audit_clouds *clouds)
{
    const struct point_pair *pair = &clouds->pair;
    clouds->screen =
        (struct screen){.form = clouds->products                         ? SCREEN_PRODUCT
                                : pair->metric == PAROT_METRIC_EUCLIDEAN ? SCREEN_ROOT
                                                                         : SCREEN_SQUARED,
                        .rows = pair->n,
                        .cols = pair->m,
                        .dims = pair->dims,
                        .unit = clouds->products ? 1 : unit_of(clouds)};
}

static void layout(struct audit_clouds *clouds, struct arena *arena)
{
    struct point_pair *pair = &clouds->pair;
    int64_t dims = pair->dims;
    cloud_layout(&clouds->rows, pair->n, BLOCK_ROWS, dims, arena);
    cloud_layout(&clouds->cols, pair->m, BLOCK_COLS, dims, arena);
    int64_t blocks = clouds->cols.blocks;
    pair->x = arena_take(arena, pair->n, (size_t)dims * sizeof(double));
    pair->y = arena_take(arena, pair->m, (size_t)dims * sizeof(double));
    clouds->rows.at = arena_take(arena, pair->n, (size_t)dims * sizeof(double));
    clouds->column = arena_take(arena, blocks, (size_t)dims * BLOCK_COLS * sizeof(double));
    clouds->beta = arena_take(arena, blocks, BLOCK_COLS * sizeof *clouds->beta);
    clouds->v = arena_take(arena, blocks, BLOCK_COLS * sizeof *clouds->v);
    clouds->least_v = arena_take(arena, blocks, sizeof *clouds->least_v);
    clouds->near = arena_take(arena, clouds->threads, (size_t)blocks * sizeof *clouds->near);
    clouds->seen = arena_take(arena, pair->n > pair->m ? pair->n : pair->m, sizeof *clouds->seen);
    if (is_screened(clouds))
        screen_layout(&clouds->screen, arena);
}

static void find_boxes(struct cloud *cloud, const double *at, int64_t dims, int64_t block)
{
    for (int64_t place = 0; place < cloud->count; place++)
        for (int64_t k = 0; k < dims; k++) {
            double x = at[cloud->order[place] * dims + k];
            double *low = &cloud->low[place / block * dims + k];
            double *high = &cloud->high[place / block * dims + k];
            *low = place % block == 0 || x < *low ? x : *low;
            *high = place % block == 0 || x > *high ? x : *high;
        }
}

static void find_offsets(struct cloud *cloud, const double *offset, int64_t block)
{
    for (int64_t place = 0; place < cloud->count; place++) {
        double x = offset_at(offset, cloud->order[place]), *low = &cloud->low_offset[place / block];
        *low = place % block == 0 || x < *low ? x : *low;
    }
}

static void copy_in_order(struct audit_clouds *clouds)
{
    const struct point_pair *pair = &clouds->pair;
    int64_t dims = pair->dims;
    for (int64_t i = 0; i < pair->n; i++)
        memcpy(clouds->rows.at + i * dims, pair->x + clouds->rows.order[i] * dims,
               (size_t)dims * sizeof(double));
    for (int64_t j = 0; j < pair->m; j++)
        for (int64_t k = 0; k < dims; k++)
            clouds->column[(j / BLOCK_COLS * dims + k) * BLOCK_COLS + j % BLOCK_COLS] =
                pair->y[clouds->cols.order[j] * dims + k];
    for (int64_t j = 0; clouds->products && j < clouds->cols.blocks * BLOCK_COLS; j++)
        clouds->beta[j] =
            j < pair->m ? offset_at(clouds->products->beta, clouds->cols.order[j]) : 0;
}

/* An order that left a point out would leave out its pairs: then the caller's order serves. */
static void check_order(const struct cloud *cloud, uint8_t *seen)
{
    if (is_permutation(cloud->order, cloud->count, seen))
        return;
    for (int64_t k = 0; k < cloud->count; k++)
        cloud->order[k] = (int32_t)k;
}

static parot_status put_in_order(struct audit_clouds *clouds, struct control *control,
                                 parot_error *err)
{
    const struct point_pair *pair = &clouds->pair;
    int32_t dims = (int32_t)pair->dims;
    parot_status status = kd_order(pair->x, (int32_t)pair->n, dims, clouds->rows.order, control);
    if (status == PAROT_OK)
        status = kd_order(pair->y, (int32_t)pair->m, dims, clouds->cols.order, control);
    if (status == PAROT_ENOMEM)
        return fail(err, PAROT_ENOMEM,
                    "out of memory: no room to put %lld and %lld points in order",
                    (long long)pair->n, (long long)pair->m);
    if (status != PAROT_OK)
        return fail(err, PAROT_ESTOPPED, "certificate: stopped (%s); allow more time",
                    parot_status_name(status));
    check_order(&clouds->rows, clouds->seen);
    check_order(&clouds->cols, clouds->seen);
    find_boxes(&clouds->rows, pair->x, dims, BLOCK_ROWS);
    find_boxes(&clouds->cols, pair->y, dims, BLOCK_COLS);
    if (clouds->products) {
        find_offsets(&clouds->rows, clouds->products->alpha, BLOCK_ROWS);
        find_offsets(&clouds->cols, clouds->products->beta, BLOCK_COLS);
    }
    copy_in_order(clouds);
    if (is_screened(clouds))
        screen_fill(&clouds->screen,
                    (struct screen_points){pair->x, clouds->rows.order,
                                           clouds->products ? clouds->products->alpha : NULL},
                    (struct screen_points){pair->y, clouds->cols.order,
                                           clouds->products ? clouds->products->beta : NULL});
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
    struct audit_clouds clouds = {.audit = audit, .products = claim->products};
    struct control control;
    TRY(control_init(&control, run, err));
    TRY(check_claim(claim, &clouds.pair, err));
    clouds.threads = control.run.threads;
    describe_screen(&clouds);
    layout(&clouds, arena);
    TRY(arena_open(arena, &control, err));
    layout(&clouds, arena);
    point_pair_copy(&clouds.pair, points->x, clouds.pair.x);
    point_pair_copy(&clouds.pair, points->y, clouds.pair.y);
    TRY(put_in_order(&clouds, &control, err));
    audit->clouds = &clouds;
    parot_run rest = control_rest(&control);
    return audit_certify(audit, &rest, check, err);
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
    TRY(check_points_shape(points->x, points->y, err));
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
