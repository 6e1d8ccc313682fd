/* facts.c - see facts.h. */
#include "facts.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* ---- Columns ------------------------------------------------------------ */

static double value_at(const parot_table *table, int64_t i, int64_t k)
{
    return table->data[i * table->cols + k];
}

/* The sum of squares around the mean, in two passes; *facts gets the rest. */
static double look_at_column(const parot_table *table, int64_t k, struct column_facts *facts)
{
    double sum = 0, squares = 0, count = 0;
    *facts =
        (struct column_facts){.low = INFINITY, .high = -INFINITY, .is_whole = 1, .is_count = 1};
    for (int64_t i = 0; i < table->rows; i++) {
        double x = value_at(table, i, k);
        if (!isfinite(x)) {
            facts->infinite++;
            continue;
        }
        facts->low = fmin(facts->low, x);
        facts->high = fmax(facts->high, x);
        facts->is_whole &= x == floor(x);
        facts->is_count &= i == 0 || x == value_at(table, i - 1, k) + 1;
        sum += x;
        count++;
    }
    for (int64_t i = 0; i < table->rows; i++) {
        double x = value_at(table, i, k);
        if (isfinite(x))
            squares += (x - sum / count) * (x - sum / count);
    }
    facts->is_constant = !(facts->high > facts->low) && facts->infinite == 0;
    facts->is_count &= facts->is_whole && table->rows > 2 && facts->infinite == 0;
    return squares;
}

static void look_at_columns(const parot_table *table, struct table_facts *facts)
{
    double total = 0;
    for (int64_t k = 0; k < table->cols; k++) {
        facts->columns[k].part = 0;
        double squares = look_at_column(table, k, &facts->columns[k]);
        facts->columns[k].part = squares;
        total += squares;
    }
    for (int64_t k = 0; k < table->cols; k++) {
        facts->columns[k].part = total > 0 ? facts->columns[k].part / total : 0;
        if (facts->columns[k].part > facts->columns[facts->widest].part)
            facts->widest = k;
    }
}

/* ---- Rows --------------------------------------------------------------- */

static int compare_rows(const void *a, const void *b, void *context)
{
    const parot_table *table = context;
    const int64_t *i = a, *j = b;
    size_t row = (size_t)table->cols * sizeof(double);
    return memcmp(table->data + *i * table->cols, table->data + *j * table->cols, row);
}

/* In order, copies are neighbours. */
static void look_at_rows(const parot_table *table, int64_t *order, struct table_facts *facts)
{
    parot_table copy = *table;
    for (int64_t i = 0; i < table->rows; i++) {
        int is_zero = 1;
        order[i] = i;
        for (int64_t k = 0; k < table->cols; k++)
            is_zero &= value_at(table, i, k) == 0;
        facts->zeros += is_zero;
    }
    qsort_r(order, (size_t)table->rows, sizeof *order, compare_rows, &copy);
    for (int64_t i = 1; i < table->rows; i++)
        facts->copies += compare_rows(&order[i - 1], &order[i], &copy) == 0;
}

static int is_symmetric(const parot_table *table)
{
    if (table->rows != table->cols || table->rows < 2)
        return 0;
    for (int64_t i = 0; i < table->rows; i++)
        for (int64_t j = 0; j < i; j++)
            if (value_at(table, i, j) != value_at(table, j, i))
                return 0;
    return 1;
}

enum outcome facts_find(const parot_table *table, struct table_facts *facts)
{
    int64_t *order = malloc((size_t)table->rows * sizeof *order);
    *facts = (struct table_facts){0};
    facts->columns = calloc((size_t)table->cols, sizeof *facts->columns);
    if (!order || !facts->columns) {
        free(order);
        return refuse(FAILED, "out of memory");
    }
    look_at_columns(table, facts);
    look_at_rows(table, order, facts);
    facts->is_symmetric = is_symmetric(table);
    free(order);
    return SOLVED;
}

void facts_free(struct table_facts *facts)
{
    free(facts->columns);
    *facts = (struct table_facts){0};
}
