/* frame_facts.c - two passes over each column for its mean and squares; copies of columns are found
 * by hashing, copies of rows by sorting. What may be wrong follows from these facts. */
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "base/square_range.h"
#include "base/words.h"
#include "io/tables/frame.h"

WORDS(trouble, "trouble", {"mistake", PAROT_TROUBLE_MISTAKE}, {"written", PAROT_TROUBLE_WRITTEN},
      {"rounded", PAROT_TROUBLE_ROUNDED}, {"missing", PAROT_TROUBLE_MISSING},
      {"empty", PAROT_TROUBLE_EMPTY}, {"names", PAROT_TROUBLE_NAMES},
      {"infinite", PAROT_TROUBLE_INFINITE}, {"counts", PAROT_TROUBLE_COUNTS},
      {"counter", PAROT_TROUBLE_COUNTER}, {"nameless", PAROT_TROUBLE_NAMELESS},
      {"weight", PAROT_TROUBLE_WEIGHT}, {"label", PAROT_TROUBLE_LABEL},
      {"constant", PAROT_TROUBLE_CONSTANT}, {"copy", PAROT_TROUBLE_COPY},
      {"many levels", PAROT_TROUBLE_MANY_LEVELS}, {"range", PAROT_TROUBLE_RANGE});

enum { MANY_LEVELS = 20 };

static double value_at(const parot_frame *frame, int64_t i, int64_t k)
{
    return frame->data[i * frame->cols + k];
}

/* ---- Columns ------------------------------------------------------------ */

/* A power of two that brings the largest number near 1, so that squares are doubles. */
static double unit_of(const parot_frame *frame)
{
    double largest = 0;
    for (int64_t e = 0; e < frame->rows * frame->cols; e++)
        if (isfinite(frame->data[e]))
            largest = fmax(largest, fabs(frame->data[e]));
    return largest > 0 ? ldexp(1, -(int)fmax(-1000, fmin(1000, ilogb(largest)))) : 1;
}

/* The sum of squares around the mean, in two passes and in that unit; *facts gets the rest. */
static double describe_numbers(const parot_frame *frame, int64_t k, double unit,
                               parot_column_facts *facts)
{
    double sum = 0, squares = 0, count = 0;
    facts->is_whole = facts->counts_rows = 1;
    for (int64_t i = 0; i < frame->rows; i++) {
        double x = value_at(frame, i, k);
        facts->infinite += isinf(x) != 0;
        facts->counts_rows &= i == 0 || x == value_at(frame, i - 1, k) + 1;
        if (!isfinite(x))
            continue;
        facts->low = fmin(facts->low, x);
        facts->high = fmax(facts->high, x);
        facts->is_whole &= x == floor(x);
        sum += x * unit;
        count++;
    }
    for (int64_t i = 0; i < frame->rows; i++) {
        double x = value_at(frame, i, k);
        if (isfinite(x))
            squares += (x * unit - sum / count) * (x * unit - sum / count);
    }
    facts->is_constant = facts->low == facts->high && facts->infinite == 0;
    facts->counts_rows &= facts->is_whole && frame->rows > 2 && count == (double)frame->rows;
    return squares;
}

/* The same for columns of 0 and 1, one for each level: sum over levels of c (1 - c/n), where c
 * cells of n have the level. Names are so many levels that parot_encoding_fit refuses them, or all
 * different. `counts` has room for each level. */
static double describe_levels(const parot_frame *frame, int64_t k, parot_column_facts *facts,
                              int64_t *counts)
{
    int64_t levels = frame->columns[k].level_count, n = 0;
    double squares = 0;
    memset(counts, 0, (size_t)levels * sizeof *counts);
    for (int64_t i = 0; i < frame->rows; i++)
        if (!isnan(value_at(frame, i, k))) {
            counts[(int64_t)value_at(frame, i, k)]++;
            n++;
        }
    for (int64_t l = 0; l < levels; l++)
        squares += (double)counts[l] * (1 - (double)counts[l] / (double)n);
    facts->is_constant = levels == 1;
    facts->names_rows = ((levels > 50 && n < 3 * levels) || (levels == n && n > 3)) &&
                        !parot_column_has_mistakes(frame, k);
    return squares;
}

static void describe_columns(const parot_frame *frame, parot_frame_facts *facts, int64_t *counts)
{
    double total = 0, unit = unit_of(frame);
    for (int64_t k = 0; k < frame->cols; k++) {
        parot_column_facts *column = &facts->columns[k];
        int64_t levels = frame->columns[k].level_count;
        *column = (parot_column_facts){.low = INFINITY, .high = -INFINITY, .copy_of = -1};
        column->share = levels > 0 ? describe_levels(frame, k, column, counts) * unit * unit
                                   : describe_numbers(frame, k, unit, column);
        facts->features += levels > 0 ? levels : 1;
        total += column->share;
    }
    for (int64_t k = 0; k < frame->cols; k++) {
        facts->columns[k].share = total > 0 ? facts->columns[k].share / total : 0;
        if (facts->columns[k].share > facts->columns[facts->widest].share)
            facts->widest = k;
    }
}

/* ---- Columns that are copies -------------------------------------------- */

static int is_same_column(const parot_frame *frame, int64_t a, int64_t b)
{
    const parot_column *first = &frame->columns[a], *other = &frame->columns[b];
    int is_same = first->level_count == other->level_count;
    for (int64_t l = 0; l < first->level_count && is_same; l++)
        is_same = strcmp(first->levels[l], other->levels[l]) == 0;
    for (int64_t i = 0; i < frame->rows && is_same; i++) {
        double x = value_at(frame, i, a), y = value_at(frame, i, b);
        is_same = x == y || (isnan(x) && isnan(y));
    }
    return is_same;
}

/* Two zeros are one number, and so are all that is missing. */
static uint64_t mix(uint64_t hash, double value)
{
    uint64_t bits = 0;
    value = isnan(value) ? NAN : value + 0.0;
    memcpy(&bits, &value, sizeof bits);
    hash = (hash ^ bits) * 0x9E3779B97F4A7C15u; /* odd, of no pattern */
    return hash ^ hash >> 29;
}

static int compare_hashes(const void *a, const void *b, void *context)
{
    const uint64_t *hash = context;
    const int64_t *j = a, *k = b;
    if (hash[*j] != hash[*k])
        return hash[*j] < hash[*k] ? -1 : 1;
    return (*j > *k) - (*j < *k);
}

/* Columns with the same hash are neighbours in order; each is compared with the first of them. */
static void find_copies(const parot_frame *frame, parot_frame_facts *facts, uint64_t *hash,
                        int64_t *order)
{
    memset(hash, 0, (size_t)frame->cols * sizeof *hash);
    for (int64_t i = 0; i < frame->rows; i++)
        for (int64_t k = 0; k < frame->cols; k++)
            hash[k] = mix(hash[k], value_at(frame, i, k));
    for (int64_t k = 0; k < frame->cols; k++)
        order[k] = k;
    qsort_r(order, (size_t)frame->cols, sizeof *order, compare_hashes, hash);
    for (int64_t first = 0, at = 1; at < frame->cols; at++) {
        if (hash[order[at]] != hash[order[first]])
            first = at;
        else if (!facts->columns[order[at]].is_constant &&
                 is_same_column(frame, order[first], order[at]))
            facts->columns[order[at]].copy_of = order[first];
    }
}

/* ---- Rows --------------------------------------------------------------- */

struct rows {
    const parot_frame *frame;
    const parot_column_facts *columns;
};

static int compare_rows(const void *a, const void *b, void *context)
{
    const struct rows *rows = context;
    const int64_t *i = a, *j = b;
    for (int64_t k = 0; k < rows->frame->cols; k++) {
        double x = value_at(rows->frame, *i, k), y = value_at(rows->frame, *j, k);
        if (rows->columns[k].counts_rows || rows->columns[k].names_rows)
            continue;
        if (x < y || x > y)
            return x < y ? -1 : 1;
        if (isnan(x) != isnan(y))
            return isnan(x) ? 1 : -1;
    }
    return 0;
}

/* In order, copies are neighbours. */
static void describe_rows(const parot_frame *frame, int64_t *order, parot_frame_facts *facts)
{
    struct rows rows = {frame, facts->columns};
    int is_symmetric = frame->rows == frame->cols && frame->rows > 1;
    for (int64_t i = 0; i < frame->rows; i++) {
        int is_zero = 1, has_gap = 0;
        order[i] = i;
        for (int64_t k = 0; k < frame->cols; k++) {
            double value = value_at(frame, i, k);
            int is_number = frame->columns[k].level_count == 0;
            is_zero &= value == 0 && is_number;
            has_gap |= isnan(value) != 0;
            is_symmetric = is_symmetric && is_number && (i == k || value == value_at(frame, k, i));
        }
        facts->zeros += is_zero;
        facts->gaps += has_gap;
    }
    facts->is_symmetric = is_symmetric;
    qsort_r(order, (size_t)frame->rows, sizeof *order, compare_rows, &rows);
    for (int64_t i = 1; i < frame->rows; i++)
        facts->copies += compare_rows(&order[i - 1], &order[i], &rows) == 0;
}

/* ---- What may be wrong --------------------------------------------------- */

/* Whether the column is called so, whatever the case of the letters. */
static int is_called(const parot_column *column, const char *const *names, int count)
{
    int found = 0;
    for (int n = 0; n < count; n++)
        found |= strcasecmp(column->name, names[n]) == 0;
    return found;
}

/* What the coordinates of all columns that are used have in common. */
struct coordinates {
    int64_t dims;
    double largest; /* of the magnitudes */
};

static double largest_of(const parot_column_facts *facts)
{
    return facts->low <= facts->high ? fmax(fabs(facts->low), fabs(facts->high)) : 0;
}

static struct coordinates coordinates_of(const parot_frame *frame, const parot_frame_facts *facts)
{
    struct coordinates found = {0};
    for (int64_t k = 0; k < frame->cols; k++) {
        int64_t levels = frame->columns[k].level_count;
        if (facts->columns[k].use != PAROT_COLUMN_USE_VALUES)
            continue;
        found.dims += levels > 0 ? levels : 1;
        found.largest = fmax(found.largest, levels > 0 ? 1 : largest_of(&facts->columns[k]));
    }
    return found;
}

/* As with metric sqeuclidean: a column that is too large by itself, or any if all are too small. */
static int is_out_of_range(const parot_column *column, const parot_column_facts *facts,
                           struct coordinates all)
{
    double largest = largest_of(facts);
    if (column->level_count > 0 || !(largest > 0) || facts->use != PAROT_COLUMN_USE_VALUES)
        return 0;
    return squares_overflow(ilogb(largest), all.dims) || ilogb(all.largest) < LEAST_SQUARE_EXPONENT;
}

static uint32_t troubles_of(const parot_frame *frame, int64_t k, const parot_column_facts *facts,
                            struct coordinates all)
{
    static const char *const weight[] = {"weight"};
    static const char *const labels[] = {"label", "class", "target", "truth"};
    const parot_column *column = &frame->columns[k];
    int has_mistakes = parot_column_has_mistakes(frame, k), is_one_of_many = frame->cols > 1;
    int is_used = facts->use == PAROT_COLUMN_USE_VALUES;
    const int has[] = {
        [PAROT_TROUBLE_MISTAKE] = has_mistakes && !column->written,
        [PAROT_TROUBLE_WRITTEN] = column->written != 0,
        [PAROT_TROUBLE_ROUNDED] = column->rounded > 0,
        [PAROT_TROUBLE_MISSING] = column->missing > 0 && facts->use != PAROT_COLUMN_USE_EMPTY,
        [PAROT_TROUBLE_EMPTY] = facts->use == PAROT_COLUMN_USE_EMPTY,
        [PAROT_TROUBLE_NAMES] = facts->names_rows && is_used,
        [PAROT_TROUBLE_INFINITE] = facts->infinite > 0,
        [PAROT_TROUBLE_COUNTS] = facts->counts_rows && is_used && is_one_of_many,
        [PAROT_TROUBLE_COUNTER] = facts->use == PAROT_COLUMN_USE_COUNTER && is_one_of_many,
        [PAROT_TROUBLE_NAMELESS] = facts->use == PAROT_COLUMN_USE_NAMELESS && is_one_of_many,
        [PAROT_TROUBLE_WEIGHT] = is_one_of_many && is_called(column, weight, 1),
        [PAROT_TROUBLE_LABEL] = frame->cols > 2 && is_called(column, labels, 4),
        [PAROT_TROUBLE_CONSTANT] = facts->is_constant && frame->rows > 1 && is_one_of_many,
        [PAROT_TROUBLE_COPY] = facts->copy_of >= 0,
        [PAROT_TROUBLE_MANY_LEVELS] =
            column->level_count > MANY_LEVELS && !facts->names_rows && !has_mistakes,
        [PAROT_TROUBLE_RANGE] = is_out_of_range(column, facts, all)};
    uint32_t troubles = 0;
    for (uint32_t t = 0; t < sizeof has / sizeof *has; t++)
        troubles |= (uint32_t)has[t] << t;
    return troubles;
}

/* ---- The door ------------------------------------------------------------ */

/* Works: `scratch`, `hash` and `uses` are the caller's. */
static parot_status examine(const parot_frame *frame, parot_frame_facts *facts, int64_t *scratch,
                            uint64_t *hash, parot_column_use *uses, parot_error *err)
{
    facts->columns = calloc((size_t)frame->cols, sizeof *facts->columns);
    if (!scratch || !hash || !uses || !facts->columns)
        return fail_memory(err, (size_t)frame->cols * sizeof *facts->columns);
    describe_columns(frame, facts, scratch);
    find_copies(frame, facts, hash, scratch);
    describe_rows(frame, scratch, facts);
    TRY(parot_frame_uses(frame, uses, err));
    for (int64_t k = 0; k < frame->cols; k++)
        facts->columns[k].use = uses[k];
    struct coordinates all = coordinates_of(frame, facts);
    for (int64_t k = 0; k < frame->cols; k++)
        facts->columns[k].troubles = troubles_of(frame, k, &facts->columns[k], all);
    return PAROT_OK;
}

/* Owns. */
parot_status parot_frame_examine(const parot_frame *frame, parot_frame_facts *facts,
                                 parot_error *err)
{
    parot_frame_facts found = {0};
    if (!frame || !facts)
        return fail(err, PAROT_EINVAL, "%s: must not be NULL", frame ? "facts" : "frame");
    /* a column has no more levels than rows */
    int64_t most = frame->rows > frame->cols ? frame->rows : frame->cols;
    int64_t *scratch = malloc((size_t)most * sizeof *scratch);
    uint64_t *hash = malloc((size_t)frame->cols * sizeof *hash);
    parot_column_use *uses = malloc((size_t)frame->cols * sizeof *uses);
    parot_status status = examine(frame, &found, scratch, hash, uses, err);
    free(scratch);
    free(hash);
    free(uses);
    if (status == PAROT_OK)
        *facts = found;
    else
        parot_frame_facts_free(&found);
    return status;
}

void parot_frame_facts_free(parot_frame_facts *facts)
{
    if (!facts)
        return;
    free(facts->columns);
    *facts = (parot_frame_facts){0};
}
