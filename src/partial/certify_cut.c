/* certify_cut.c - is there really no plan of that mass?
 *
 * If every allowed pair has its row among R or its column among K, all that moves leaves through R
 * or arrives in K, so that no plan moves more than p(R) + q(K). Rows and columns without weight
 * need no cover. The sum is exact, and is less than the mass or is not.
 */
#include <math.h>

#include "partial/certify.h"

/* 1 at the indices of the list; 0 is returned if one of them is outside. */
static int mark(const int32_t *list, int64_t listed, uint8_t *marks, int64_t count)
{
    for (int64_t k = 0; k < listed; k++) {
        if (list[k] < 0 || list[k] >= count)
            return 0;
        marks[list[k]] = 1;
    }
    return 1;
}

/* Rows and columns that have weight and are not in the cut keep 0. */
static void mark_weightless(const struct side *side, uint8_t *marks)
{
    for (int64_t i = 0; side->weights && i < side->count; i++)
        marks[i] |= side->weights[i] == 0;
}

static struct wide_sum weight_of(const struct side *side, const uint8_t *marks)
{
    struct wide_sum sum = {{0}, 0};
    for (int64_t i = 0; i < side->count; i++)
        if (marks[i])
            wide_sum_add(&sum, side->weights ? side->weights[i] : 1);
    if (!side->weights)
        wide_sum_divide(&sum, side->count);
    return sum;
}

static parot_status look_for_pairs(struct audit *audit, const uint8_t *rows, const uint8_t *cols,
                                   int *is_covered, parot_error *err)
{
    parot_matrix cost = audit->problem->cost;
    *is_covered = 1;
    for (int64_t i = 0; *is_covered && i < cost.rows; i++) {
        TRY(audit_poll(audit, i, err));
        for (int64_t j = 0; !rows[i] && j < cost.cols; j++)
            *is_covered &= cols[j] || cost.data[i * cost.stride + j] == INFINITY;
    }
    return PAROT_OK;
}

parot_status audit_cut(struct audit *audit, const parot_cut *cut, uint8_t *marks, int *is_proof,
                       parot_error *err)
{
    uint8_t *rows = marks, *cols = marks + audit->rows.count;
    if (cut->rows < 0 || cut->cols < 0 || (cut->rows > 0 && !cut->row) ||
        (cut->cols > 0 && !cut->col) || !mark(cut->row, cut->rows, rows, audit->rows.count) ||
        !mark(cut->col, cut->cols, cols, audit->cols.count))
        return fail(err, PAROT_EINVAL, "result: cut must be rows below %lld and columns below %lld",
                    (long long)audit->rows.count, (long long)audit->cols.count);
    struct wide_sum most = weight_of(&audit->rows, rows), other = weight_of(&audit->cols, cols);
    wide_sum_join(&most, &other, 1);
    wide_sum_join(&most, &audit->mass, -1);
    mark_weightless(&audit->rows, rows);
    mark_weightless(&audit->cols, cols);
    *is_proof = wide_sum_sign(&most) < 0;
    return *is_proof ? look_for_pairs(audit, rows, cols, is_proof, err) : PAROT_OK;
}
