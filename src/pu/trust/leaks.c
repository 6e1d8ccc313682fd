/* leaks.c - does a column give away what the labels should find out?
 *
 * If the known positives are a random choice of all positives, the unlabeled rows hold the prior
 * times their distribution: of any set of values the unlabeled rows have at least prior times the
 * fraction that the positives have (see bias.c). An id, a date, or a constant of one of the tables
 * breaks that for simple sets: the range of the positives, their upper or lower parts, what lies
 * outside of the range of all unlabeled rows, and single frequent values. A set counts if the
 * unlabeled rows have less than a quarter of what they should: a prior that is somewhat too large
 * is another matter, which the test for bias is about.
 */
#include <math.h>

#include "base/sort.h"
#include "base/words.h"
#include "pu/trust/columns.h"

WORDS(pu_leak, "leak", {"apart", PAROT_PU_LEAK_APART}, {"constant", PAROT_PU_LEAK_CONSTANT},
      {"numbered", PAROT_PU_LEAK_NUMBERED});

enum {
    LEAST_ROWS = 20, /* of fewer nothing is said */
    SPARSE = 4       /* numbers of rows leave out at most three of four */
};

static const double QUARTER = 0.25;
static const double FREQUENT = 0.1; /* fraction of the positives that makes a value one to test */

/* Of the values from low to high. */
static double inside(const struct values *values, double low, double high)
{
    int64_t above = count_below(values->number, values->count, low, 0);
    return (double)(count_below(values->number, values->count, high, 1) - above) /
           (double)values->count;
}

/* ---- Sets of values ----------------------------------------------------- */

struct leak_test {
    const struct column_values *values;
    double prior;
    parot_pu_column *column; /* the worst so far */
};

/* With the standard error of bias.c: at least that of one row. */
static void try_set(struct leak_test *test, double low, double high)
{
    double m = (double)test->values->known.count, n = (double)test->values->unlabeled.count;
    double known = inside(&test->values->known, low, high), prior = test->prior;
    double other = inside(&test->values->unlabeled, low, high);
    double variance =
        fmax(other * (1 - other), 1 / n) / n + prior * prior * known * (1 - known) / m;
    double z = (prior * known - other) / sqrt(variance);
    if (!(z > test->column->leak_z) || other >= QUARTER * prior * known)
        return;
    test->column->low = low;
    test->column->high = high;
    test->column->known_inside = known;
    test->column->unlabeled_inside = other;
    test->column->leak_z = z;
}

static void try_frequent(struct leak_test *test)
{
    const struct values *known = &test->values->known;
    for (int64_t first = 0, end = 0; first < known->count; first = end) {
        end = count_below(known->number, known->count, known->number[first], 1);
        if ((double)(end - first) >= FREQUENT * (double)known->count)
            try_set(test, known->number[first], known->number[first]);
    }
}

static void try_ranges(struct leak_test *test)
{
    const struct values *known = &test->values->known, *other = &test->values->unlabeled;
    const double *p = known->number, least = p[0], most = p[known->count - 1];
    int64_t last = known->count - 1;
    try_set(test, least, most);
    try_set(test, p[last / 20], p[last - last / 20]);
    for (int k = 1; k < 4; k++) { /* quarters */
        try_set(test, p[last * k / 4], most);
        try_set(test, least, p[last * k / 4]);
    }
    if (most > other->number[other->count - 1])
        try_set(test, nextafter(other->number[other->count - 1], INFINITY), most);
    if (least < other->number[0])
        try_set(test, least, nextafter(other->number[0], -INFINITY));
}

/* ---- One value ---------------------------------------------------------- */

static int has_three(const struct values *values)
{
    double first = values->number[0], last = values->number[values->count - 1];
    int64_t ends = count_below(values->number, values->count, first, 1) + values->count -
                   count_below(values->number, values->count, last, 0);
    return first < last && ends < values->count;
}

static int is_constant(const struct column_values *values)
{
    const struct values *known = &values->known;
    double value = known->number[0];
    return known->count >= LEAST_ROWS && !(value < known->number[known->count - 1]) &&
           has_three(&values->unlabeled) && inside(&values->unlabeled, value, value) < 0.5;
}

void leaks_find(const struct column_values *values, double prior, double critical,
                parot_pu_column *column)
{
    struct leak_test test = {values, prior, column};
    column->low = column->high = NAN;
    try_ranges(&test);
    try_frequent(&test);
    if (column->leak_z > critical)
        column->leaks |= PAROT_PU_LEAK_APART;
    if (is_constant(values))
        column->leaks |= PAROT_PU_LEAK_CONSTANT;
}

/* ---- Numbers of rows ---------------------------------------------------- */

struct numbering {
    int is_whole, is_distinct, is_in_order;
    double least, most;
};

static struct numbering look_at(parot_matrix table, int64_t column, double *scratch)
{
    struct numbering seen = {1, 1, 1, INFINITY, -INFINITY};
    int rises = 1, falls = 1;
    for (int64_t i = 0; i < table.rows && seen.is_whole; i++) {
        double value = table.data[i * table.stride + column];
        scratch[i] = value;
        seen.is_whole = value == floor(value);
        rises &= i == 0 || value > scratch[i - 1];
        falls &= i == 0 || value < scratch[i - 1];
        seen.least = fmin(seen.least, value);
        seen.most = fmax(seen.most, value);
    }
    seen.is_in_order = seen.is_whole && (rises || falls);
    if (!seen.is_whole || seen.is_in_order)
        return seen;
    sort_numbers(scratch, table.rows);
    for (int64_t i = 1; i < table.rows && seen.is_distinct; i++)
        seen.is_distinct = scratch[i] > scratch[i - 1];
    return seen;
}

int leaks_is_numbered(const parot_pu_data *data, int64_t column, double *scratch)
{
    double rows = (double)(data->unlabeled.rows + data->positive.rows);
    if (data->unlabeled.rows < LEAST_ROWS || data->positive.rows < LEAST_ROWS)
        return 0;
    struct numbering u = look_at(data->unlabeled, column, scratch);
    if (!u.is_whole || !u.is_distinct)
        return 0;
    struct numbering p = look_at(data->positive, column, scratch);
    double range = fmax(u.most, p.most) - fmin(u.least, p.least);
    return p.is_whole && p.is_distinct &&
           ((u.is_in_order && p.is_in_order) || range < SPARSE * rows);
}
