/* copies.c - parot_pu_copies: which unlabeled rows are exact copies of positives?
 *
 * The positives are put into a hash table by the number that row_order.h makes of their contents,
 * with open addressing; every unlabeled row is looked up in it. That takes time in proportion to
 * the rows, not to their pairs.
 */
#include <string.h>

#include "base/options.h"
#include "pu/problem/pu_problem.h"
#include "pu/problem/pu_tables.h"
#include "pu/problem/row_order.h"

enum { ROWS_BETWEEN_POLLS = 1024 };

struct lookup {
    parot_matrix rows;
    int32_t *place; /* size: row + 1; 0: free */
    uint64_t size;  /* a power of two, at least twice the rows */
};

static int is_same(const double *a, const double *b, int64_t cols)
{
    for (int64_t k = 0; k < cols; k++)
        if (a[k] != b[k])
            return 0;
    return 1;
}

/* The place of a row with these contents, or the free one where it belongs. */
static uint64_t find_place(const struct lookup *lookup, const double *row)
{
    uint64_t at = order_key(row, lookup->rows.cols, 0) & (lookup->size - 1);
    while (lookup->place[at] &&
           !is_same(lookup->rows.data + (lookup->place[at] - 1) * lookup->rows.stride, row,
                    lookup->rows.cols))
        at = (at + 1) & (lookup->size - 1);
    return at;
}

static parot_status count_copies(struct lookup *lookup, parot_matrix rows, struct control *control,
                                 int64_t *copies)
{
    int64_t total = lookup->rows.rows + rows.rows;
    for (int64_t j = 0; j < lookup->rows.rows; j++) {
        if (j % ROWS_BETWEEN_POLLS == 0)
            TRY(control_poll_part(control, "copies", j, total));
        lookup->place[find_place(lookup, lookup->rows.data + j * lookup->rows.stride)] =
            (int32_t)(j + 1);
    }
    for (int64_t i = 0; i < rows.rows; i++) {
        if (i % ROWS_BETWEEN_POLLS == 0)
            TRY(control_poll_part(control, "copies", lookup->rows.rows + i, total));
        *copies += lookup->place[find_place(lookup, rows.data + i * rows.stride)] != 0;
    }
    return PAROT_OK;
}

parot_status parot_pu_copies(const parot_pu_data *data, const parot_run *run, int64_t *copies,
                             parot_error *err)
{
    struct control control;
    struct arena arena = {0};
    int64_t found = 0;
    TRY(CHECK_GIVEN(err, data, copies));
    TRY(CHECK_RESERVED(data, err));
    TRY(control_init(&control, run, err));
    TRY(check_tables("unlabeled", data->unlabeled, "positive", data->positive, &control, err));
    struct lookup lookup = {.rows = data->positive, .size = 2};
    while (lookup.size < 2 * (uint64_t)data->positive.rows)
        lookup.size *= 2;
    arena_take(&arena, (int64_t)lookup.size, sizeof *lookup.place);
    TRY(arena_open(&arena, &control, err));
    lookup.place = arena_take(&arena, (int64_t)lookup.size, sizeof *lookup.place);
    parot_status status = count_copies(&lookup, data->unlabeled, &control, &found);
    block_free(arena.block);
    TRY(pu_stopped(status, "the search for copies", err));
    *copies = found;
    return PAROT_OK;
}
