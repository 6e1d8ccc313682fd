/* curve_pieces.c - pieces are appended to an array that doubles; a piece with the slope of
 * the last one, up to rounding, lengthens it. */
#include "partial/curve_pieces.h"

#include <math.h>
#include <string.h>

static parot_status grow(struct curve_pieces *pieces, int64_t room, struct control *control,
                         parot_error *err)
{
    int64_t bytes = 0;
    struct piece *larger = NULL;
    if (multiply_sizes(room, sizeof *larger, &bytes))
        larger = block_alloc(control, (size_t)bytes);
    if (!larger)
        return fail_memory(err, (size_t)bytes);
    if (pieces->count > 0)
        memcpy(larger, pieces->piece, (size_t)pieces->count * sizeof *larger);
    block_free(pieces->piece);
    pieces->piece = larger;
    pieces->room = room;
    return PAROT_OK;
}

parot_status pieces_init(struct curve_pieces *pieces, int64_t room, struct control *control,
                         parot_error *err)
{
    *pieces = (struct curve_pieces){.same = CURVE_ROUNDED};
    return grow(pieces, room, control, err);
}

void pieces_free(struct curve_pieces *pieces)
{
    block_free(pieces->piece);
    *pieces = (struct curve_pieces){0};
}

void pieces_restart(struct curve_pieces *pieces, int is_exact)
{
    pieces->count = 0;
    pieces->scale = 0;
    pieces->same = is_exact ? 0 : CURVE_ROUNDED;
}

parot_status pieces_add(struct curve_pieces *pieces, unit_count amount, double slope,
                        struct control *control, parot_error *err)
{
    struct piece *last = pieces->piece + pieces->count - 1;
    pieces->scale = fmax(pieces->scale, fabs(slope));
    if (pieces->count > 0 && slope - last->slope <= pieces->same * pieces->scale) {
        last->amount += amount;
        return PAROT_OK;
    }
    if (pieces->count == pieces->room)
        TRY(grow(pieces, 2 * pieces->room, control, err));
    pieces->piece[pieces->count++] = (struct piece){amount, slope};
    return PAROT_OK;
}
