/* fold.c - rows are copied: the hidden ones behind the unlabeled rows, the others one after the
 * other. */
#include "pu/trust/fold.h"

#include <math.h>
#include <string.h>

/* Hidden positives make the unlabeled rows more positive than they are, and the labels of a fold
 * better than those they stand for. Where positives are many, not all of them are ever hidden. */
enum { ROWS_PER_SPY = 10 };

int64_t spies_count(const parot_pu_data *data)
{
    int64_t room = data->unlabeled.rows / ROWS_PER_SPY, most = SPY_FOLDS * (room > 0 ? room : 1);
    return data->positive.rows < most ? data->positive.rows : most;
}

static void layout(struct fold *fold, const parot_pu_data *given, struct arena *arena)
{
    int64_t m = given->positive.rows;
    size_t row = (size_t)given->positive.cols * sizeof(double);
    fold->unlabeled = arena_take(arena, given->unlabeled.rows + m, row);
    fold->positive = arena_take(arena, m, row);
    fold->propensity = arena_take(arena, m, sizeof *fold->propensity);
}

parot_status fold_open(struct fold *fold, const parot_pu_data *given, struct control *control,
                       parot_error *err)
{
    struct arena arena = {0};
    layout(fold, given, &arena);
    TRY(arena_open(&arena, control, err));
    fold->memory = arena.block;
    layout(fold, given, &arena);
    return PAROT_OK;
}

void fold_close(struct fold *fold)
{
    block_free(fold->memory);
    fold->memory = NULL;
}

void fold_hide(struct fold *fold, const parot_pu_data *given, const int32_t *order, int number)
{
    int64_t n = given->unlabeled.rows, cols = given->unlabeled.cols, spies = 0, left = 0;
    int64_t count = spies_count(given);
    size_t row = (size_t)cols * sizeof(double);
    for (int64_t i = 0; i < n; i++)
        memcpy(fold->unlabeled + i * cols, given->unlabeled.data + i * given->unlabeled.stride,
               row);
    for (int64_t r = 0; r < given->positive.rows; r++) {
        const double *from = given->positive.data + order[r] * given->positive.stride;
        if (r < count && r % SPY_FOLDS == number) {
            memcpy(fold->unlabeled + (n + spies++) * cols, from, row);
            continue;
        }
        if (given->propensity)
            fold->propensity[left] = given->propensity[order[r]];
        memcpy(fold->positive + left++ * cols, from, row);
    }
    double known = (double)parot_pu_rows(given->prior, n);
    fold->data = (parot_pu_data){{fold->unlabeled, n + spies, cols, cols},
                                 {fold->positive, left, cols, cols},
                                 fmin((known + (double)spies) / (double)(n + spies), 1 - 0x1p-53),
                                 given->propensity ? fold->propensity : NULL,
                                 {0}};
}
