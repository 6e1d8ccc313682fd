/* preset.c - the kind is found by looking at the values of each column; each kind has one row of
 * settings. */
#include "pu/problem/preset.h"

#include <math.h>

#include "base/words.h"

/* From so many columns on a table may be images: their pixels are comparable, and the angle between
 * two of them says more than their distance. */
enum { IMAGE_COLS = 150 };

/* Pixels share one range: half of the columns come within 5 % of its lower end, and a tenth within
 * 5 % of its upper end. Of 20 digits, 41 % of the columns of MNIST and 13 % of those of USPS reach
 * the upper end, of 100 digits 55 %; of genes, as counts or logarithms, none do. */
enum { DARK_COLUMNS = 2, BRIGHT_COLUMNS = 10 };
static const double NEAR_END = 0.05;

WORDS(pu_kind, "kind", {"any", PAROT_PU_KIND_ANY}, {"binary", PAROT_PU_KIND_BINARY},
      {"image", PAROT_PU_KIND_IMAGE}, {"table", PAROT_PU_KIND_TABLE},
      {"domains", PAROT_PU_KIND_DOMAINS});

/* A column of at most two values, found so far in value[0..*count). */
static int has_two_values(parot_matrix rows, int64_t column, double value[2], int *count)
{
    for (int64_t i = 0; i < rows.rows; i++) {
        double x = rows.data[i * rows.stride + column];
        int known = 0;
        for (int k = 0; k < *count; k++)
            known |= value[k] == x;
        if (!known && *count == 2)
            return 0;
        if (!known)
            value[(*count)++] = x;
    }
    return 1;
}

struct range {
    double low, high;
};

static struct range widen(struct range range, parot_matrix rows, int64_t column)
{
    for (int64_t i = 0; i < rows.rows; i++) {
        double x = rows.data[i * rows.stride + column];
        range.low = x < range.low ? x : range.low;
        range.high = x > range.high ? x : range.high;
    }
    return range;
}

static int has_pixels(parot_matrix a, parot_matrix b)
{
    const struct range nothing = {INFINITY, -INFINITY};
    struct range all = nothing;
    int64_t dark = 0, bright = 0;
    for (int64_t k = 0; k < a.cols; k++)
        all = widen(widen(all, a, k), b, k);
    for (int64_t k = 0; k < a.cols; k++) {
        struct range own = widen(widen(nothing, a, k), b, k);
        dark += own.low - all.low <= NEAR_END * (all.high - all.low);
        bright += all.high - own.high <= NEAR_END * (all.high - all.low);
    }
    return DARK_COLUMNS * dark >= a.cols && BRIGHT_COLUMNS * bright >= a.cols;
}

parot_pu_kind preset_find_kind(parot_matrix a, parot_matrix b)
{
    int is_binary = 1;
    for (int64_t k = 0; k < a.cols && is_binary; k++) {
        double value[2];
        int count = 0;
        is_binary = has_two_values(a, k, value, &count) && has_two_values(b, k, value, &count);
    }
    if (is_binary)
        return PAROT_PU_KIND_BINARY;
    return a.cols >= IMAGE_COLS && has_pixels(a, b) ? PAROT_PU_KIND_IMAGE : PAROT_PU_KIND_TABLE;
}

struct preset preset_of_kind(parot_pu_kind kind)
{
    switch (kind) {
    case PAROT_PU_KIND_BINARY:
        return (struct preset){kind, PAROT_SCALE_MINMAX, PAROT_METRIC_CITYBLOCK, 1};
    case PAROT_PU_KIND_IMAGE:
        return (struct preset){kind, PAROT_SCALE_RANK, PAROT_METRIC_COSINE, 1};
    case PAROT_PU_KIND_DOMAINS: /* standardising the positives alone would lose what they are */
        return (struct preset){kind, PAROT_SCALE_NONE, PAROT_METRIC_COSINE, 0};
    case PAROT_PU_KIND_ANY:
    case PAROT_PU_KIND_TABLE:
        break;
    }
    return (struct preset){PAROT_PU_KIND_TABLE, PAROT_SCALE_RANK, PAROT_METRIC_CITYBLOCK, 0.5};
}
