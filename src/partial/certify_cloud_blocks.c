/* certify_cloud_blocks.c - points in blocks of neighbours, each in the smallest box that has them.
 *
 * Neighbours come from the solver's k-d order (kd_order.h), which the proof does not trust: it only
 * has to name each point once, and that is checked. Any such order gives the same result.
 */
#include <string.h>

#include "base/sort.h"
#include "partial/certify_clouds.h"
#include "transport/points/kd_order.h"

/* From so many dimensions on boxes leave out little, and a screen in float pays. */
enum { SCREEN_DIMS = 5 };

/* The order is the caller's. */
static void cloud_layout(struct cloud *cloud, int64_t count, int64_t block, int64_t dims,
                         struct arena *arena)
{
    cloud->count = count;
    cloud->blocks = (count + block - 1) / block;
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

void audit_clouds_screen(struct audit_clouds *clouds)
{
    const struct point_pair *pair = &clouds->pair;
    clouds->screen =
        (struct screen){.form = clouds->products                         ? SCREEN_PRODUCT
                                : pair->metric == PAROT_METRIC_EUCLIDEAN ? SCREEN_ROOT
                                                                         : SCREEN_SQUARED,
                        .rows = pair->n,
                        .cols = pair->m,
                        .dims = pair->dims,
                        .unit = clouds->products ? 1 : audit_cloud_unit(clouds)};
}

void audit_clouds_layout(struct audit_clouds *clouds, struct arena *arena)
{
    struct point_pair *pair = &clouds->pair;
    int64_t dims = pair->dims;
    cloud_layout(&clouds->rows, pair->n, BLOCK_ROWS, dims, arena);
    cloud_layout(&clouds->cols, pair->m, BLOCK_COLS, dims, arena);
    cloud_layout(&clouds->groups, pair->m, GROUP_COLS, dims, arena);
    clouds->rows.order = arena_take(arena, pair->n, sizeof *clouds->rows.order);
    clouds->cols.order = arena_take(arena, pair->m, sizeof *clouds->cols.order);
    clouds->groups.order = clouds->cols.order;
    int64_t blocks = clouds->cols.blocks, all = blocks + clouds->groups.blocks;
    pair->x = arena_take(arena, pair->n, (size_t)dims * sizeof(double));
    pair->y = arena_take(arena, pair->m, (size_t)dims * sizeof(double));
    clouds->rows.at = arena_take(arena, pair->n, (size_t)dims * sizeof(double));
    clouds->column = arena_take(arena, blocks, (size_t)dims * BLOCK_COLS * sizeof(double));
    clouds->beta = arena_take(arena, blocks, BLOCK_COLS * sizeof *clouds->beta);
    clouds->v = arena_take(arena, blocks, BLOCK_COLS * sizeof *clouds->v);
    clouds->least_v = arena_take(arena, all, sizeof *clouds->least_v);
    clouds->near = arena_take(arena, clouds->threads, (size_t)all * sizeof *clouds->near);
    clouds->seen = arena_take(arena, pair->n > pair->m ? pair->n : pair->m, sizeof *clouds->seen);
    if (is_screened(clouds))
        screen_layout(&clouds->screen, arena);
}

static void find_boxes(struct cloud *cloud, const double *at, int64_t dims, int64_t block)
{
    for (int64_t place = 0; place < cloud->count; place++) {
        const double *x = at + cloud->order[place] * dims;
        double *low = cloud->low + place / block * dims, *high = cloud->high + place / block * dims;
        int is_first = place % block == 0;
        for (int64_t k = 0; k < dims; k++) {
            low[k] = is_first || x[k] < low[k] ? x[k] : low[k];
            high[k] = is_first || x[k] > high[k] ? x[k] : high[k];
        }
    }
}

static void find_offsets(struct cloud *cloud, const double *offset, int64_t block)
{
    for (int64_t place = 0; place < cloud->count; place++) {
        double x = audit_cloud_offset(offset, cloud->order[place]),
               *low = &cloud->low_offset[place / block];
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
            j < pair->m ? audit_cloud_offset(clouds->products->beta, clouds->cols.order[j]) : 0;
}

/* An order that left a point out would leave out its pairs: then the caller's order serves. */
static void check_order(const struct cloud *cloud, uint8_t *seen)
{
    if (is_permutation(cloud->order, cloud->count, seen))
        return;
    for (int64_t k = 0; k < cloud->count; k++)
        cloud->order[k] = (int32_t)k;
}

parot_status audit_clouds_order(struct audit_clouds *clouds, struct control *control,
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
    return PAROT_OK;
}

void audit_clouds_fill(struct audit_clouds *clouds)
{
    const struct point_pair *pair = &clouds->pair;
    int64_t dims = pair->dims;
    check_order(&clouds->rows, clouds->seen);
    check_order(&clouds->cols, clouds->seen);
    find_boxes(&clouds->rows, pair->x, dims, BLOCK_ROWS);
    find_boxes(&clouds->cols, pair->y, dims, BLOCK_COLS);
    find_boxes(&clouds->groups, pair->y, dims, GROUP_COLS);
    if (clouds->products) {
        find_offsets(&clouds->rows, clouds->products->alpha, BLOCK_ROWS);
        find_offsets(&clouds->cols, clouds->products->beta, BLOCK_COLS);
        find_offsets(&clouds->groups, clouds->products->beta, GROUP_COLS);
    }
    copy_in_order(clouds);
    if (is_screened(clouds))
        screen_fill(&clouds->screen,
                    (struct screen_points){pair->x, clouds->rows.order,
                                           clouds->products ? clouds->products->alpha : NULL},
                    (struct screen_points){pair->y, clouds->cols.order,
                                           clouds->products ? clouds->products->beta : NULL});
}
