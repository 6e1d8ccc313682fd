/* crew.h - work that is shared with other processes (parot/ranks.h).
 *
 * A job is cut into pieces. Rank 0 hands them out, as a rule two at a time to each rank so that
 * none has to wait, does some itself, and takes the answers in the order of the pieces: who did
 * which does not matter to the result. What a job is about, the object, is sent once for several
 * jobs.
 *
 * Users know ranks, each of them a process with a number. The crew is all of them at work, and
 * functions about the whole are named after it: a `rank` in here is one number.
 */
#ifndef PAROT_BASE_CREW_H
#define PAROT_BASE_CREW_H

#include "base/run.h"

/* Bytes that belong together: what is broadcast before a job begins. */
struct crew_part {
    const void *data; /* NULL if there are none */
    size_t bytes;
    size_t unit; /* 0: all ranks have it. Else they are things of this size, of which each rank
                    keeps its share and discards the rest; rank 0 has all, its own first */
};

/* Which of `count` things are the share of one of so many ranks. */
struct crew_share {
    int64_t begin, count;
};

static inline struct crew_share crew_share(int64_t count, int64_t rank, int64_t ranks)
{
    int64_t begin = count * rank / ranks;
    return (struct crew_share){begin, count * (rank + 1) / ranks - begin};
}

enum { CREW_PARTS = 8 };

/* An answer on its way; it grows. */
struct crew_answer {
    char *data;
    size_t bytes, room;
};

/* Appends; 0: there is no memory. */
int crew_put(struct crew_answer *answer, const void *data, size_t bytes);

/* What all ranks know how to do. Parts are aligned to a cache line, and stay in memory until the
 * object is closed or the job has ended. A rank learns from `control` when to stop. */
struct crew_kind {
    parot_status (*open)(void **object, const struct crew_part *part, struct control *control);
    void (*close)(void *object);
    parot_status (*begin)(void **job, void *object, const struct crew_part *part,
                          struct control *control);
    parot_status (*work)(void *job, int64_t piece, struct crew_answer *answer);
    void (*end)(void *job); /* NULL: nothing to do */
};

/* By number, since other processes have it elsewhere: the order in tasks/ranks/serve.c. */
enum crew_number {
    CREW_TILES,
    CREW_TILES_ROUND,
    CREW_PROOF,
    CREW_PROOF_ROUND,
    CREW_PAIRS,
    CREW_STARTS,
    CREW_POINT_STARTS,
    CREW_FITS,
    CREW_KINDS
};

struct crew_job {
    enum crew_number number;
    const struct crew_kind *kind;
    void *object;                       /* as kind->open would have made it */
    int64_t *object_id;                 /* 0: the other ranks do not have it yet */
    struct crew_part about[CREW_PARTS]; /* what they make it from */
    struct crew_part part[CREW_PARTS];
    int64_t pieces;
    int is_bound; /* piece k is for rank k and about its shares: as many pieces as ranks */
    int is_long;  /* pieces are few, and take seconds: near the end no rank has one that waits */
    /* In the order of pieces, by the thread that called. */
    parot_status (*take)(void *user, int64_t piece, const char *answer, size_t bytes);
    void *user;
    int takes_rest;    /* when it is stopped: `take` gets those that came too early as well */
    const char *stage; /* for progress, in pieces */
};

/* Pairs times coordinates that are likely to be looked at: in few dimensions bounds leave out
 * nearly all of them, and the share is a guess. */
static inline double crew_work(double rows, double cols, int64_t dims)
{
    return rows * cols * (double)dims * (dims <= 4 ? 0.005 : 1);
}

/* Is it worth sharing, and are the ranks free? Then they are taken until crew_release. */
int crew_take(parot_ranks *crew, double work);

void crew_release(parot_ranks *crew);

/* PAROT_OK, why `control` stopped it, or what went wrong on any rank. */
parot_status crew_run(parot_ranks *crew, const struct crew_job *job, struct control *control);

/* What to say of a status < 0 of crew_run, where a rank may have lacked room for `what`. */
parot_status crew_fail(parot_status status, const char *what, parot_error *err);

int32_t crew_count(const parot_ranks *crew);

/* A rank that had no memory in the last job, which PAROT_ENOMEM has ended; 0: it was rank 0, or
 * there are no others. */
int32_t crew_without_memory(const parot_ranks *crew);

/* In how many parts columns go round: parot_ranks_options.parts. 1: every rank has all points. */
int64_t crew_parts(const parot_ranks *crew);

/* The object is not needed any more; 0: there is none. */
void crew_forget(parot_ranks *crew, int64_t object_id);

/* What the other ranks do until rank 0 closes. */
parot_status crew_serve(const parot_link *link, const struct crew_kind *const *kinds,
                        const parot_run *run, parot_error *err);

#endif
