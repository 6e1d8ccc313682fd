/* crew_ranks.h - what rank 0 has of the others, and the messages between them (crew_wire.h). */
#ifndef PAROT_BASE_CREW_RANKS_H
#define PAROT_BASE_CREW_RANKS_H

#include <pthread.h>
#include <stdatomic.h>

#include "base/crew_wire.h"

struct parot_ranks {
    parot_link link;
    parot_ranks_options options;
    _Atomic int is_taken;
    int is_broken;          /* the link has failed */
    int32_t without_memory; /* a rank that had none in the last job; 0: none of them */
    int64_t last_id;
    pthread_mutex_t lock; /* of what is to be forgotten */
    int32_t forgotten, forget_room;
    int64_t *forget;
    parot_ranks_info info;
};

/* The link has failed: PAROT_EIO. */
parot_status ranks_lost(parot_ranks *ranks);

/* From rank 0 to all; is_idle: as in parot_link. */
parot_status ranks_broadcast(parot_ranks *ranks, void *data, size_t bytes, int is_idle);

parot_status ranks_broadcast_part(parot_ranks *ranks, const struct crew_part *part);

/* That of no job. */
struct crew_header ranks_header(void);

/* The number of a piece, or one of the two words. */
parot_status ranks_send_word(parot_ranks *ranks, int32_t to, int64_t word);

/* parot_link.waiting. */
int64_t ranks_waiting(parot_ranks *ranks, int32_t rank);

/* The next message of a rank, which is the caller's to free. Without memory for it, it is left
 * where it is. One that is not as long as it says is a link that has failed. */
parot_status ranks_receive(parot_ranks *ranks, int32_t rank, int64_t bytes,
                           struct crew_answer *answer, struct crew_reply *reply);

/* Moves objects that are not needed any more to the header; returns whether there are others. */
int ranks_take_forgotten(parot_ranks *ranks, struct crew_header *header);

#endif
