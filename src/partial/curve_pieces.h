/* curve_pieces.h - the pieces of mass -> PW(mass) as they are found, from the first to the last. */
#ifndef PAROT_PARTIAL_CURVE_PIECES_H
#define PAROT_PARTIAL_CURVE_PIECES_H

#include "base/arena.h"
#include "transport/units.h"

/* Over `amount` units of mass, one unit costs `slope`. */
struct piece {
    unit_count amount;
    double slope;
};

/* Grows: nobody knows beforehand how many pieces there are, usually fewer than n + m. */
struct curve_pieces {
    struct piece *piece; /* a block of its own */
    int64_t count, room;
    double scale; /* of the slopes so far: what their rounding is relative to */
    double same;  /* so much of it: slopes no further apart are one; CURVE_ROUNDED, or 0 */
};

/* A slope is a sum of costs along a path: paths of equal cost differ by some units in the last
 * place of the largest. */
#define CURVE_ROUNDED 0x1p-48

/* Of rounded slopes. */
parot_status pieces_init(struct curve_pieces *pieces, int64_t room, struct control *control,
                         parot_error *err);
void pieces_free(struct curve_pieces *pieces);

/* Forgets all pieces, for slopes that are rounded once, to the nearest double (`is_exact`), or more
 * often. */
void pieces_restart(struct curve_pieces *pieces, int is_exact);

/* Slopes must not fall. Those that differ by rounding alone make one piece. */
parot_status pieces_add(struct curve_pieces *pieces, unit_count amount, double slope,
                        struct control *control, parot_error *err);

#endif
