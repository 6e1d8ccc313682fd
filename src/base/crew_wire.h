/* crew_wire.h - what travels between rank 0 and the others (crew.h).
 *
 * Every job begins with the broadcast of a crew_header and of the parts it announces. Then rank 0
 * sends numbers: of a piece, or one of the two words below. A rank answers each piece with a
 * crew_reply and the bytes of its answer, and CREW_STOP, after which it answers nothing else, with
 * a crew_reply of that piece. All ranks must be processors of one kind: numbers are sent as they
 * are in memory.
 */
#ifndef PAROT_BASE_CREW_WIRE_H
#define PAROT_BASE_CREW_WIRE_H

#include "base/crew.h"

enum { CREW_DONE = -1, CREW_STOP = -2 };

/* Objects that a header can tell ranks to forget. */
enum { CREW_FORGET = 32 };

struct crew_size {
    uint64_t bytes, unit; /* as in crew_part */
};

struct crew_header {
    int32_t version; /* parot_version_number: what is sent as it is in memory changes with it */
    int32_t is_end;  /* there will be no other job */
    int32_t number;  /* of the kind; -1: there is no job, only objects to forget */
    int32_t is_new;
    int64_t object_id;
    int32_t forgotten, threads;
    int64_t forget[CREW_FORGET];
    struct crew_size about[CREW_PARTS], part[CREW_PARTS];
};

struct crew_reply {
    int64_t piece;
    int64_t status;
    int64_t bytes; /* of all of it: less or more has not come as it was sent */
};

/* Parts are broadcast in segments, so that a rank without memory can let them pass. */
enum { CREW_SEGMENT = 1 << 22 };

/* Bytes of a message, at most: MPI counts them in an int. With points in parts, a rank answers for
 * its share of the rows at once, in 304 bytes or less for each: 7 million rows. */
static const size_t CREW_LONGEST = INT32_MAX;

/* Seconds between two looks at the messages while a piece is worked on. */
static const double CREW_LOOK_PERIOD = 0.002;

/* Copies and checks what the caller gave. */
parot_status crew_link_take(parot_link *taken, const parot_link *link, parot_error *err);

#endif
