/* blocks.c - boxes of blocks and tiles from their points, boxes of nodes from their children; the
 * origin of a family is the median of some of its points in each coordinate, so that a few points
 * far away do not draw it from the others. */
#include "transport/points/blocks.h"

#include <math.h>
#include <string.h>

/* Points whose median is an origin. */
enum { WITNESSES = 9 };

/* Squares of scaled differences that vanish in double must stay below what filter.c allows for. */
enum { LARGEST_SCALE = 400 };

/* Coordinates between two looks at the clock, some 10 ms. */
static const double WORK = 1e7;

enum tile_form tile_form_of(const struct points *points)
{
    if (points->is_product)
        return TILE_SQUARED;
    switch (points->metric) {
    case PAROT_METRIC_EUCLIDEAN:
        return TILE_ROOT;
    case PAROT_METRIC_CITYBLOCK:
        return TILE_SUM;
    case PAROT_METRIC_CHEBYSHEV:
        return TILE_LARGEST;
    case PAROT_METRIC_SQEUCLIDEAN:
    case PAROT_METRIC_COSINE:
    case PAROT_METRIC_CORRELATION:
        return TILE_SQUARED;
    }
    return TILE_SQUARED; /* points_open refuses all other values */
}

static int32_t count_families(struct block_node node)
{
    if (node.count <= FAMILY_BLOCKS)
        return 1;
    return count_families(block_left(node)) + count_families(block_right(node));
}

void blocks_layout(struct blocks *blocks, const struct points *points, enum points_side side,
                   struct arena *arena)
{
    blocks->set = &points->side[side];
    blocks->dims = points->dims;
    int32_t points_count = blocks->set->count;
    blocks->count = (points_count - 1) / TILE_COLS + 1;
    blocks->tiles = (points_count - 1) / TILE_ROWS + 1;
    blocks->families = count_families(block_root(blocks));
    size_t point = (size_t)points->dims * sizeof(double), box = 2 * point;
    int64_t places = (int64_t)blocks->count * TILE_COLS;
    blocks->box = arena_take(arena, 2 * (int64_t)blocks->count - 1, box);
    blocks->tile_box = arena_take(arena, blocks->tiles, box);
    blocks->family = arena_take(arena, blocks->count, sizeof *blocks->family);
    blocks->origin = arena_take(arena, blocks->families, point);
    blocks->scale = arena_take(arena, blocks->families, sizeof *blocks->scale);
    blocks->at = arena_take(arena, places, (size_t)points->dims * sizeof *blocks->at);
    blocks->size = arena_take(arena, places, sizeof *blocks->size);
}

/* ---- Boxes -------------------------------------------------------------- */

static void box_of_points(const struct blocks *blocks, int64_t begin, int64_t end, double *box)
{
    int64_t dims = blocks->dims;
    double *low = box, *high = box + dims;
    const double *at = blocks->set->at;
    memcpy(low, at + begin * dims, (size_t)dims * sizeof *low);
    memcpy(high, at + begin * dims, (size_t)dims * sizeof *high);
    for (int64_t i = begin + 1; i < end; i++)
        for (int64_t k = 0; k < dims; k++) {
            double x = at[i * dims + k];
            low[k] = x < low[k] ? x : low[k];
            high[k] = x > high[k] ? x : high[k];
        }
}

static void box_of_both(int64_t dims, const double *left, const double *right, double *box)
{
    for (int64_t k = 0; k < dims; k++) {
        box[k] = fmin(left[k], right[k]);
        box[dims + k] = fmax(left[dims + k], right[dims + k]);
    }
}

static void fill_boxes(struct blocks *blocks, struct block_node node)
{
    double *box = blocks->box + (int64_t)node.number * 2 * blocks->dims;
    int64_t begin = (int64_t)node.begin * TILE_COLS, end = begin + TILE_COLS;
    if (node.count == 1) {
        box_of_points(blocks, begin, end < blocks->set->count ? end : blocks->set->count, box);
        return;
    }
    fill_boxes(blocks, block_left(node));
    fill_boxes(blocks, block_right(node));
    box_of_both(blocks->dims, block_box(blocks, block_left(node)),
                block_box(blocks, block_right(node)), box);
}

/* ---- Families ----------------------------------------------------------- */

static void choose_origin(const struct blocks *blocks, int64_t begin, int64_t end, double *origin)
{
    int64_t dims = blocks->dims, count = end - begin < WITNESSES ? end - begin : WITNESSES;
    for (int64_t k = 0; k < dims; k++) {
        double sorted[WITNESSES] = {0};
        for (int64_t l = 0; l < count; l++) {
            double x = blocks->set->at[(begin + l * (end - begin) / count) * dims + k];
            int64_t place = l;
            for (; place > 0 && sorted[place - 1] > x; place--)
                sorted[place] = sorted[place - 1];
            sorted[place] = x;
        }
        origin[k] = sorted[count / 2];
    }
}

/* A power of two that brings the largest |y_jk - e_k| into [1, 2), if it is not too large; 0:
 * floats do not help. */
static double choose_scale(int64_t dims, const double *origin, const double *box)
{
    double largest = 0;
    for (int64_t k = 0; k < dims; k++)
        largest = fmax(largest, fmax(origin[k] - box[k], box[dims + k] - origin[k]));
    if (!(largest < 0x1p1000))
        return 0;
    if (largest == 0)
        return 1;
    int exponent = -ilogb(largest);
    return ldexp(1.0, exponent < LARGEST_SCALE ? exponent : LARGEST_SCALE);
}

/* Y_j in float, and its size, in double: for columns from `begin` to `end` of one family. */
static void convert(struct blocks *blocks, int32_t family, int64_t begin, int64_t end,
                    enum tile_form form)
{
    int64_t dims = blocks->dims;
    const double *origin = blocks->origin + family * dims;
    double scale = blocks->scale[family];
    for (int64_t j = begin; j < end; j++) {
        const double *y = blocks->set->at + j * dims;
        float *strip = blocks->at + j / TILE_STRIP * TILE_STRIP * dims + j % TILE_STRIP;
        double size = 0;
        for (int64_t k = 0; k < dims; k++) {
            double scaled = (y[k] - origin[k]) * scale, magnitude = fabs(scaled);
            strip[k * TILE_STRIP] = (float)scaled;
            size = form == TILE_SUM       ? size + magnitude
                   : form == TILE_LARGEST ? fmax(size, magnitude)
                                          : size + scaled * scaled;
        }
        blocks->size[j] = size;
    }
}

static void fill_family(struct blocks *blocks, struct block_node node, int32_t family,
                        enum tile_form form)
{
    int64_t begin = (int64_t)node.begin * TILE_COLS, end = begin + (int64_t)node.count * TILE_COLS;
    end = end < blocks->set->count ? end : blocks->set->count;
    double *origin = blocks->origin + (int64_t)family * blocks->dims;
    for (int32_t block = node.begin; block < node.begin + node.count; block++)
        blocks->family[block] = family;
    choose_origin(blocks, begin, end, origin);
    blocks->scale[family] = choose_scale(blocks->dims, origin, block_box(blocks, node));
    convert(blocks, family, begin, end, form);
}

struct progress {
    double work;
    struct control *control;
};

static parot_status fill_families(struct blocks *blocks, struct block_node node,
                                  enum tile_form form, int32_t *next, struct progress *progress)
{
    if (node.count > FAMILY_BLOCKS) {
        TRY(fill_families(blocks, block_left(node), form, next, progress));
        return fill_families(blocks, block_right(node), form, next, progress);
    }
    fill_family(blocks, node, (*next)++, form);
    progress->work += (double)node.count * TILE_COLS * blocks->dims;
    if (progress->work < WORK)
        return PAROT_OK;
    progress->work = 0;
    return control_poll_part(progress->control, "order", *next, blocks->families);
}

parot_status blocks_fill(struct blocks *blocks, enum tile_form form, struct control *control)
{
    struct progress progress = {0, control};
    int32_t families = 0;
    fill_boxes(blocks, block_root(blocks));
    for (int64_t tile = 0; tile < blocks->tiles; tile++) {
        int64_t begin = tile * TILE_ROWS, rest = blocks->set->count - begin;
        box_of_points(blocks, begin, begin + (rest < TILE_ROWS ? rest : TILE_ROWS),
                      blocks->tile_box + tile * 2 * blocks->dims);
    }
    return fill_families(blocks, block_root(blocks), form, &families, &progress);
}
