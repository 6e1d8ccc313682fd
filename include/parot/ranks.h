/* ranks.h - other processes that help with one problem, on this machine or on others.
 *
 * Rank 0 calls the solvers with parot_run.ranks, and all others wait in parot_ranks_serve. What
 * rank 0 asks about all pairs of two clouds of points is answered by all of them, and so are the
 * proof of such an answer, the pairs of parot_pairwise, the starts of parot_gromov and
 * parot_gromov_points, and fits of PU learning that do not depend on each other: hidden positives
 * (parot_pu_spies, _check, _calibrate), parot_pu_tune, parot_pu_prior, parot_pu_bias and
 * parot_pu_sensitivity. Results are the same to the last bit for any number of ranks. How bytes
 * travel is up to the caller; parot/mpi.h does it by MPI.
 */
#ifndef PAROT_PUBLIC_RANKS_H
#define PAROT_PUBLIC_RANKS_H

#include "parot/base.h"

#ifdef __cplusplus
extern "C" {
#endif

/* How bytes travel. Functions return 0, or another number if they have failed; they are called by
 * one thread at a time, which is not always the same if parot_run.threads > 1. Messages from one
 * rank to another arrive in the order of sending. */
enum {
    PAROT_LINK_NONE = -1, /* no message is there yet */
    PAROT_LINK_LOST = -2  /* the link has failed */
};

typedef struct parot_link {
    size_t struct_size;  /* set by parot_link_init */
    int32_t rank, count; /* this one, from 0 on, and how many there are: 1 or more */
    /* From rank 0, where `data` is only read, to all others, in the same order and with the same
     * size on all of them. `is_idle`: a rank that waits for it may wait long, and should leave the
     * processor to others. */
    int (*broadcast)(void *data, size_t bytes, int is_idle, void *user);
    /* Returns when `data` can be used again, whether or not it has arrived. */
    int (*send)(int32_t to, const void *data, size_t bytes, void *user);
    /* Bytes of the next message of that rank, or PAROT_LINK_NONE or _LOST. */
    int64_t (*waiting)(int32_t from, void *user);
    /* Takes it; `bytes` is what `waiting` has said. */
    int (*receive)(int32_t from, void *data, size_t bytes, void *user);
    void *user;
} parot_link;

PAROT_API void parot_link_init_sized(parot_link *link, size_t struct_size);
static inline void parot_link_init(parot_link *link)
{
    parot_link_init_sized(link, sizeof *link);
}

/* Parts of the points: with more, sending them would take most of the time. */
enum { PAROT_RANKS_MOST_PARTS = 1024 };

typedef struct parot_ranks_options {
    size_t struct_size; /* set by parot_ranks_options_init */
    double least_work;  /* pairs times coordinates of a question that rank 0 does not answer alone,
                           or as many operations of other tasks; 2e8, the default, is some 20
                           milliseconds. 0: all are shared */
    int64_t parts; /* 1, the default: every rank has all points. More, for clouds that do not fit
                      into their memory: each of the other ranks keeps its share of both sides, and
                      for every question the columns go round in so many parts. This concerns
                      clouds without a matrix and their proofs; all else is sent whole */
} parot_ranks_options;

PAROT_API void parot_ranks_options_init_sized(parot_ranks_options *options, size_t struct_size);
static inline void parot_ranks_options_init(parot_ranks_options *options)
{
    parot_ranks_options_init_sized(options, sizeof *options);
}

/* Rank 0's end of it. It may be used by several runs of one thread; what several threads solve side
 * by side is not helped. */
typedef struct parot_ranks parot_ranks;

/* Only on rank 0; on the others PAROT_EINVAL. The link is copied. */
PAROT_CHECKED parot_status parot_ranks_open(parot_ranks **ranks, const parot_link *link,
                                            const parot_ranks_options *options, parot_error *err);

/* Other options from the next question on; NULL: the defaults. Refused while the ranks work on one,
 * as they do when a progress callback is called in the midst of it. */
PAROT_CHECKED parot_status parot_ranks_set_options(parot_ranks *ranks,
                                                   const parot_ranks_options *options,
                                                   parot_error *err);

/* Lets the other ranks return from parot_ranks_serve, unless the link has failed. */
PAROT_API void parot_ranks_close(parot_ranks *ranks);

/* Only on the other ranks: does what rank 0 asks for, until it closes. `run` is checked but not
 * used: each rank has as many threads as the run of rank 0 says, which watches over time; when it
 * stops, all do. PAROT_EIO: the link has failed, or rank 0 has another version of libparot. Rank 0
 * is not told of an error and would wait for this rank: end the job after one. */
PAROT_CHECKED parot_status parot_ranks_serve(const parot_link *link, const parot_run *run,
                                             parot_error *err);

/* What has been done since parot_ranks_open. */
typedef struct parot_ranks_info {
    int32_t count;              /* of ranks */
    int32_t is_lost;            /* the link has failed, and the others do not learn of the end */
    int64_t jobs;               /* questions that were shared */
    int64_t pieces, own_pieces; /* what they were cut into, and how many of these rank 0 did */
    int64_t messages;           /* between rank 0 and single ranks */
    int64_t broadcasts;         /* from rank 0 to all */
    double sent, received;      /* bytes of the messages */
    double broadcast;           /* bytes of the broadcasts, counted once */
    double seconds;             /* that the questions took rank 0 */
    double idle_seconds;        /* of these, waiting for others */
    double work_seconds;        /* of the processor, in the pieces that rank 0 did; without what
                                   looking after messages took meanwhile */
    double link_seconds;        /* in functions of the link; broadcasts wait for the other ranks */
    int64_t reserved[7];        /* for fields to come */
} parot_ranks_info;

/* Copies it; all 0 if `ranks` is NULL. */
PAROT_API void parot_ranks_get_info(const parot_ranks *ranks, parot_ranks_info *info);

#ifdef __cplusplus
}
#endif
#endif /* PAROT_PUBLIC_RANKS_H */
