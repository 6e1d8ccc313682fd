/* facts.c - two passes over each column for its mean and squares; copies of columns are found by
 * hashing, copies of rows by sorting. */
#include "doctor/facts.h"

#include <math.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "input/feature_options.h"

static double value_at(const parot_frame *frame, int64_t i, int64_t k)
{
    return frame->data[i * frame->cols + k];
}

/* ---- Columns ------------------------------------------------------------ */

/* The sum of squares around the mean, in two passes; *facts gets the rest. */
static double look_at_numbers(const parot_frame *frame, int64_t k, struct column_facts *facts)
{
    double sum = 0, squares = 0, count = 0;
    for (int64_t i = 0; i < frame->rows; i++) {
        double x = value_at(frame, i, k);
        facts->infinite += isinf(x) != 0;
        facts->is_count &= i == 0 || x == value_at(frame, i - 1, k) + 1;
        if (!isfinite(x))
            continue;
        facts->low = fmin(facts->low, x);
        facts->high = fmax(facts->high, x);
        facts->is_whole &= x == floor(x);
        sum += x;
        count++;
    }
    for (int64_t i = 0; i < frame->rows; i++) {
        double x = value_at(frame, i, k);
        if (isfinite(x))
            squares += (x - sum / count) * (x - sum / count);
    }
    facts->is_constant = facts->low == facts->high && facts->infinite == 0;
    facts->is_count &= facts->is_whole && frame->rows > 2 && count == (double)frame->rows;
    return squares;
}

/* So many that parot_encoding_fit refuses them, or all different. */
static int is_name(int64_t levels, int64_t cells)
{
    return (levels > 50 && cells < 3 * levels) || (levels == cells && cells > 3);
}

/* The same for columns of 0 and 1, one for each level: sum over levels of c (1 - c/n), where c
 * cells of n have the level. */
static double look_at_levels(const parot_frame *frame, int64_t k, struct column_facts *facts,
                             int64_t *counts)
{
    int64_t levels = frame->columns[k].level_count;
    double n = 0, squares = 0;
    memset(counts, 0, (size_t)levels * sizeof *counts);
    for (int64_t i = 0; i < frame->rows; i++)
        if (!isnan(value_at(frame, i, k))) {
            counts[(int64_t)value_at(frame, i, k)]++;
            n++;
        }
    for (int64_t l = 0; l < levels; l++)
        squares += (double)counts[l] * (1 - (double)counts[l] / n);
    facts->is_constant = levels == 1;
    facts->is_count = facts->is_whole = 0;
    facts->is_name = is_name(levels, (int64_t)n) && !parot_column_has_mistakes(frame, k);
    return squares;
}

static void look_at_columns(const parot_frame *frame, struct frame_facts *facts, int64_t *counts)
{
    double total = 0;
    for (int64_t k = 0; k < frame->cols; k++) {
        struct column_facts *column = &facts->columns[k];
        int64_t levels = frame->columns[k].level_count;
        *column = (struct column_facts){
            .low = INFINITY, .high = -INFINITY, .copy_of = -1, .is_whole = 1, .is_count = 1};
        column->part = levels > 0 ? look_at_levels(frame, k, column, counts)
                                  : look_at_numbers(frame, k, column);
        facts->features += levels > 0 ? levels : 1;
        total += column->part;
    }
    for (int64_t k = 0; k < frame->cols; k++) {
        facts->columns[k].part = total > 0 ? facts->columns[k].part / total : 0;
        if (facts->columns[k].part > facts->columns[facts->widest].part)
            facts->widest = k;
    }
}

/* ---- Columns that are copies -------------------------------------------- */

static int has_same_levels(const parot_column *a, const parot_column *b)
{
    if (a->level_count != b->level_count)
        return 0;
    for (int64_t l = 0; l < a->level_count; l++)
        if (strcmp(a->levels[l], b->levels[l]) != 0)
            return 0;
    return 1;
}

static int is_same_column(const parot_frame *frame, int64_t a, int64_t b)
{
    if (!has_same_levels(&frame->columns[a], &frame->columns[b]))
        return 0;
    for (int64_t i = 0; i < frame->rows; i++) {
        double x = value_at(frame, i, a), y = value_at(frame, i, b);
        if (x != y && !(isnan(x) && isnan(y)))
            return 0;
    }
    return 1;
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
static void look_for_copies(const parot_frame *frame, struct frame_facts *facts, uint64_t *hash,
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
    const struct column_facts *columns;
};

static int compare_rows(const void *a, const void *b, void *context)
{
    const struct rows *rows = context;
    const int64_t *i = a, *j = b;
    for (int64_t k = 0; k < rows->frame->cols; k++) {
        double x = value_at(rows->frame, *i, k), y = value_at(rows->frame, *j, k);
        if (rows->columns[k].is_count || rows->columns[k].is_name)
            continue;
        if (x < y || x > y)
            return x < y ? -1 : 1;
        if (isnan(x) != isnan(y))
            return isnan(x) ? 1 : -1;
    }
    return 0;
}

/* In order, copies are neighbours. */
static void look_at_rows(const parot_frame *frame, int64_t *order, struct frame_facts *facts)
{
    struct rows rows = {frame, facts->columns};
    for (int64_t i = 0; i < frame->rows; i++) {
        int is_zero = 1, has_gap = 0;
        order[i] = i;
        for (int64_t k = 0; k < frame->cols; k++) {
            is_zero &= value_at(frame, i, k) == 0 && frame->columns[k].level_count == 0;
            has_gap |= isnan(value_at(frame, i, k)) != 0;
        }
        facts->zeros += is_zero;
        facts->gaps += has_gap;
    }
    qsort_r(order, (size_t)frame->rows, sizeof *order, compare_rows, &rows);
    for (int64_t i = 1; i < frame->rows; i++)
        facts->copies += compare_rows(&order[i - 1], &order[i], &rows) == 0;
}

static int is_symmetric(const parot_frame *frame)
{
    if (frame->rows != frame->cols || frame->rows < 2)
        return 0;
    for (int64_t i = 0; i < frame->rows; i++) {
        if (frame->columns[i].level_count > 0)
            return 0;
        for (int64_t j = 0; j < i; j++)
            if (value_at(frame, i, j) != value_at(frame, j, i))
                return 0;
    }
    return 1;
}

/* What every verb leaves out. */
static enum outcome look_at_uses(const parot_frame *frame, struct frame_facts *facts)
{
    parot_error err = {0};
    parot_column_use *uses = malloc((size_t)frame->cols * sizeof *uses);
    if (!uses)
        return refuse(FAILED, "%s: out of memory", frame->label);
    parot_status status = parot_frame_uses(frame, uses, &err);
    for (int64_t k = 0; status == PAROT_OK && k < frame->cols; k++)
        facts->columns[k].use = uses[k];
    free(uses);
    return status == PAROT_OK ? SOLVED : refuse_status(&err);
}

/* Works. */
static enum outcome look(const parot_frame *frame, struct frame_facts *facts, int64_t *scratch,
                         uint64_t *hash)
{
    facts->columns = calloc((size_t)frame->cols, sizeof *facts->columns);
    if (!scratch || !hash || !facts->columns)
        return refuse(FAILED, "%s: out of memory", frame->label);
    look_at_columns(frame, facts, scratch);
    TRY(look_at_uses(frame, facts));
    look_for_copies(frame, facts, hash, scratch);
    look_at_rows(frame, scratch, facts);
    facts->is_symmetric = is_symmetric(frame);
    return SOLVED;
}

/* Owns. */
enum outcome facts_find(const parot_frame *frame, struct frame_facts *facts)
{
    /* a column has no more levels than rows */
    int64_t most = frame->rows > frame->cols ? frame->rows : frame->cols;
    int64_t *scratch = malloc((size_t)most * sizeof *scratch);
    uint64_t *hash = malloc((size_t)frame->cols * sizeof *hash);
    *facts = (struct frame_facts){0};
    enum outcome outcome = look(frame, facts, scratch, hash);
    free(scratch);
    free(hash);
    return outcome;
}

void facts_free(struct frame_facts *facts)
{
    free(facts->columns);
    *facts = (struct frame_facts){0};
}
