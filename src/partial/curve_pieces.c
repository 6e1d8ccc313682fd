/* curve_pieces.c - a growing array. */
#include "partial/curve_pieces.h"

#include <math.h>
#include <string.h>

/* A slope is a sum of costs along a path: paths of equal cost differ by some units in the last
 * place of the largest. */
static const double SAME = 0x1p-48;

static parot_status grow(struct curve *curve, int64_t room, struct control *control,
                         parot_error *err)
{
    int64_t bytes = 0;
    struct piece *pieces = NULL;
    if (multiply_sizes(room, sizeof *pieces, &bytes))
        pieces = block_alloc(control, (size_t)bytes);
    if (!pieces)
        return fail_memory(err, (size_t)bytes);
    if (curve->count > 0)
        memcpy(pieces, curve->pieces, (size_t)curve->count * sizeof *pieces);
    block_free(curve->pieces);
    curve->pieces = pieces;
    curve->room = room;
    return PAROT_OK;
}

parot_status curve_init(struct curve *curve, int64_t room, struct control *control,
                        parot_error *err)
{
    *curve = (struct curve){0};
    return grow(curve, room, control, err);
}

void curve_free(struct curve *curve)
{
    block_free(curve->pieces);
    *curve = (struct curve){0};
}

parot_status curve_add(struct curve *curve, unit_count amount, double slope,
                       struct control *control, parot_error *err)
{
    struct piece *last = curve->pieces + curve->count - 1;
    curve->scale = fmax(curve->scale, fabs(slope));
    if (curve->count > 0 && slope - last->slope <= SAME * curve->scale) {
        last->amount += amount;
        return PAROT_OK;
    }
    if (curve->count == curve->room)
        TRY(grow(curve, 2 * curve->room, control, err));
    curve->pieces[curve->count++] = (struct piece){amount, slope};
    return PAROT_OK;
}
