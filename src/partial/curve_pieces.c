/* curve_pieces.c - pieces are appended to an array that doubles; a piece with the slope of
 * the last one, up to rounding, lengthens it. */
#include "partial/curve_pieces.h"

#include <math.h>
#include <string.h>

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
    *curve = (struct curve){.same = CURVE_ROUNDED};
    return grow(curve, room, control, err);
}

void curve_free(struct curve *curve)
{
    block_free(curve->pieces);
    *curve = (struct curve){0};
}

void curve_restart(struct curve *curve, int is_exact)
{
    curve->count = 0;
    curve->scale = 0;
    curve->same = is_exact ? 0 : CURVE_ROUNDED;
}

parot_status curve_add(struct curve *curve, unit_count amount, double slope,
                       struct control *control, parot_error *err)
{
    struct piece *last = curve->pieces + curve->count - 1;
    curve->scale = fmax(curve->scale, fabs(slope));
    if (curve->count > 0 && slope - last->slope <= curve->same * curve->scale) {
        last->amount += amount;
        return PAROT_OK;
    }
    if (curve->count == curve->room)
        TRY(grow(curve, 2 * curve->room, control, err));
    curve->pieces[curve->count++] = (struct piece){amount, slope};
    return PAROT_OK;
}
