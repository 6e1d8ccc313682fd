/* columns.c - parot_pu_columns: each column by itself.
 *
 * The values of known positives, of rows labelled +1 and of the others are sorted; then one walk
 * through two lists counts the pairs in which the first is larger. Ties make the standard error of
 * that count smaller (Lehmann, 1975): with t rows in each group of equal values,
 *
 *     variance = (N + 1 - sum (t^3 - t) / (N (N - 1))) / (12 a b),   N = a + b
 */
#include "pu/trust/columns.h"

#include <math.h>

#include "base/options.h"
#include "base/sort.h"
#include "pu/problem/propensity.h"
#include "pu/problem/pu_tables.h"

enum {
    MOST_ROWS = 20000, /* of a table: standard errors of 0.004 are small enough */
    LEAK_SETS = 20,    /* that leaks_find tries at most */
    MEASURES = 2       /* of a column that have a z: shift and contrast */
};

static const double CHANCE = 0.05;      /* of any false alarm in all columns */
static const double LEAK_CHANCE = 1e-3; /* the same for leaks, which are a warning */
static const double SMALL = 0.1;        /* smaller ones are not called a shift */

struct looking {
    const parot_pu_data *data;
    const parot_pu_result *labelled;
    double prior;
    int64_t n, m;    /* rows looked at */
    double *scratch; /* of the larger table, whole */
    struct column_values values;
    void *memory;
};

double critical_value(double chance)
{
    double low = 0, high = 40;
    for (int k = 0; k < 100; k++) {
        double middle = (low + high) / 2;
        *(0.5 * erfc(middle / sqrt(2)) > chance ? &low : &high) = middle;
    }
    return high;
}

/* ---- Pairs -------------------------------------------------------------- */

struct area {
    double auc, z;
};

/* How many values from place `first` on are this one. */
static int64_t count_same(const struct values *values, int64_t first, double value)
{
    int64_t end = first;
    while (end < values->count && !(values->number[end] > value))
        end++;
    return end - first;
}

/* Both lists rise; a group of equal values at a time. */
static struct area compare(const struct values *a, const struct values *b)
{
    double pairs = 0, ties = 0, all = (double)(a->count + b->count);
    if (a->count == 0 || b->count == 0)
        return (struct area){NAN, NAN};
    for (int64_t i = 0, j = 0; i < a->count || j < b->count;) {
        double value =
            fmin(i < a->count ? a->number[i] : INFINITY, j < b->count ? b->number[j] : INFINITY);
        int64_t same_a = count_same(a, i, value), same_b = count_same(b, j, value);
        double same = (double)(same_a + same_b);
        pairs += (double)same_a * ((double)j + (double)same_b / 2);
        ties += same * (same * same - 1);
        i += same_a;
        j += same_b;
    }
    double product = (double)a->count * (double)b->count, auc = pairs / product;
    double variance = (all + 1 - ties / (all * (all - 1))) / (12 * product);
    return (struct area){auc, variance > 1e-15 ? (auc - 0.5) / sqrt(variance) : 0};
}

/* ---- One column --------------------------------------------------------- */

static double value_at(parot_matrix table, int64_t row, int64_t column)
{
    return table.data[row * table.stride + column];
}

static void collect(struct looking *it, int64_t column)
{
    struct column_values *values = &it->values;
    parot_matrix unlabeled = it->data->unlabeled, positive = it->data->positive;
    values->found.count = values->rest.count = 0;
    for (int64_t k = 0; k < it->n; k++) {
        int64_t i = k * unlabeled.rows / it->n;
        struct values *to = it->labelled->label[i] > 0 ? &values->found : &values->rest;
        to->number[to->count++] = values->unlabeled.number[k] = value_at(unlabeled, i, column);
    }
    for (int64_t k = 0; k < it->m; k++)
        values->known.number[k] = value_at(positive, k * positive.rows / it->m, column);
    values->unlabeled.count = it->n;
    values->known.count = it->m;
    sort_numbers(values->known.number, it->m);
    sort_numbers(values->found.number, values->found.count);
    sort_numbers(values->rest.number, values->rest.count);
    sort_numbers(values->unlabeled.number, it->n);
}

static int is_two_valued(const struct column_values *values)
{
    double least = fmin(values->known.number[0], values->unlabeled.number[0]);
    double most = fmax(values->known.number[values->known.count - 1],
                       values->unlabeled.number[values->unlabeled.count - 1]);
    const struct values *const both[] = {&values->known, &values->unlabeled};
    for (int k = 0; k < 2; k++)
        if (count_below(both[k]->number, both[k]->count, least, 1) <
            count_below(both[k]->number, both[k]->count, most, 0))
            return 0;
    return 1;
}

/* The median, or the mean. */
static double typical(const struct values *values, int with_mean)
{
    int64_t n = values->count;
    double mean = 0;
    if (n == 0)
        return NAN;
    for (int64_t i = 0; with_mean && i < n; i++)
        mean += values->number[i] / (double)n;
    return with_mean ? mean : values->number[(n - 1) / 2] / 2 + values->number[n / 2] / 2;
}

static void fill_typical(const struct column_values *values, int with_mean, parot_pu_column *column)
{
    column->known = typical(&values->known, with_mean);
    column->found = typical(&values->found, with_mean);
    column->rest = typical(&values->rest, with_mean);
}

static void look(struct looking *it, int64_t k, parot_pu_columns_result *result)
{
    const struct column_values *values = &it->values;
    parot_pu_column *column = &result->column[k];
    collect(it, k);
    struct area shift = compare(&values->found, &values->known);
    struct area contrast = compare(&values->known, &values->unlabeled);
    if (propensity_matters(it->data))
        shift.z = NAN; /* they differ by their choice */
    *column = (parot_pu_column){.separation = compare(&values->found, &values->rest).auc,
                                .shift = shift.auc,
                                .shift_z = shift.z,
                                .contrast = contrast.auc,
                                .contrast_z = contrast.z};
    fill_typical(values, is_two_valued(values), column);
    if (column->known == column->found && column->found == column->rest)
        fill_typical(values, 1, column); /* most rows have one value */
    leaks_find(values, it->prior, critical_value(LEAK_CHANCE / (LEAK_SETS * (double)result->count)),
               column);
    if (leaks_is_numbered(it->data, k, it->scratch))
        column->leaks |= PAROT_PU_LEAK_NUMBERED;
    result->leaks += column->leaks != 0;
    result->shifts += parot_pu_is_shifted(result, k);
}

/* ---- All of them -------------------------------------------------------- */

static void layout(struct looking *it, struct arena *arena)
{
    const parot_pu_data *data = it->data;
    int64_t n = data->unlabeled.rows, m = data->positive.rows;
    it->scratch = arena_take(arena, n > m ? n : m, sizeof *it->scratch);
    it->values.known.number = arena_take(arena, it->m, sizeof(double));
    it->values.unlabeled.number = arena_take(arena, it->n, sizeof(double));
    it->values.found.number = arena_take(arena, it->n, sizeof(double));
    it->values.rest.number = arena_take(arena, it->n, sizeof(double));
}

/* Works: what it allocates is in *it and *result, also on failure. */
static parot_status look_at_all(struct looking *it, struct control *control,
                                parot_pu_columns_result *result, parot_error *err)
{
    struct arena arena = {0}, own = {0};
    TRY(check_tables("unlabeled", it->data->unlabeled, "positive", it->data->positive, control,
                     err));
    layout(it, &arena);
    TRY(arena_open(&arena, control, err));
    it->memory = arena.block;
    layout(it, &arena);
    arena_take(&own, result->count, sizeof *result->column);
    TRY(arena_open(&own, control, err));
    result->owner = own.block;
    result->column = arena_take(&own, result->count, sizeof *result->column);
    for (int64_t k = 0; k < result->count; k++) {
        TRY(control_poll_part(control, "columns", k, result->count));
        look(it, k, result);
    }
    return PAROT_OK;
}

static parot_status check(const parot_pu_data *data, const parot_pu_result *labelled,
                          const parot_pu_columns_result *columns, parot_error *err)
{
    const parot_pu_result *result = labelled; /* its name outside */
    TRY(CHECK_GIVEN(err, data, result, columns));
    TRY(CHECK_RESERVED(data, err));
    if (labelled->count != data->unlabeled.rows || !labelled->label)
        return fail(err, PAROT_ESHAPE, "result: has %lld labels for %lld unlabeled rows",
                    (long long)(labelled->label ? labelled->count : 0),
                    (long long)data->unlabeled.rows);
    return PAROT_OK;
}

/* The prior of the data or the labels, or else the fraction that is labelled +1; 0 for positives
 * that were chosen with unequal probabilities, which leave their values as rare as they like. */
static double prior_of(const parot_pu_data *data, const parot_pu_result *labelled)
{
    int64_t positives = 0;
    for (int64_t i = 0; i < labelled->count; i++)
        positives += labelled->label[i] > 0;
    if (propensity_matters(data))
        return 0;
    if (data->prior > 0 && data->prior < 1)
        return data->prior;
    return labelled->prior > 0 && labelled->prior < 1 ? labelled->prior
                                                      : (double)positives / (double)labelled->count;
}

parot_status parot_pu_columns(const parot_pu_data *data, const parot_pu_result *labelled,
                              const parot_run *run, parot_pu_columns_result *columns,
                              parot_error *err)
{
    struct control control;
    TRY(check(data, labelled, columns, err));
    TRY(control_init(&control, run, err));
    struct looking it = {.data = data,
                         .labelled = labelled,
                         .prior = prior_of(data, labelled),
                         .n = data->unlabeled.rows < MOST_ROWS ? data->unlabeled.rows : MOST_ROWS,
                         .m = data->positive.rows < MOST_ROWS ? data->positive.rows : MOST_ROWS};
    int64_t count = data->unlabeled.cols;
    parot_pu_columns_result local = {
        .count = count,
        .rows = it.n + it.m,
        .z = critical_value(CHANCE / (2 * MEASURES * (double)(count > 0 ? count : 1)))};
    parot_status status = look_at_all(&it, &control, &local, err);
    block_free(it.memory);
    if (status == PAROT_OK)
        *columns = local;
    else
        block_free(local.owner);
    return pu_stopped(status, "the comparison of columns", err);
}

void parot_pu_columns_free(parot_pu_columns_result *columns)
{
    if (!columns)
        return;
    block_free(columns->owner);
    *columns = (parot_pu_columns_result){0};
}

int parot_pu_is_shifted(const parot_pu_columns_result *columns, int64_t column)
{
    const parot_pu_column *it = &columns->column[column];
    return fabs(it->shift_z) > columns->z && fabs(it->shift - 0.5) >= SMALL;
}
