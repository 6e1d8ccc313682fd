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
struct curve {
    struct piece *pieces; /* a block of its own */
    int64_t count, room;
    double scale; /* of the slopes so far: what their rounding is relative to */
};

parot_status curve_init(struct curve *curve, int64_t room, struct control *control,
                        parot_error *err);
void curve_free(struct curve *curve);

/* Slopes must not fall. Those that differ by rounding alone make one piece. */
parot_status curve_add(struct curve *curve, unit_count amount, double slope,
                       struct control *control, parot_error *err);

#endif
