/* call.h - one call of parot_gromov, from its starts to its answer. */
#ifndef PAROT_GROMOV_CALL_H
#define PAROT_GROMOV_CALL_H

#include "base/crew.h"
#include "gromov/scaled.h"
#include "gromov/starts/gromov_starts.h"

/* Trials whose iterations are kept: half a megabyte, and more than one can look at. */
enum { MOST_RECORDS = 32 };

enum {
    DEFAULT_ITERATIONS = 1000,
    MOST_PAIRS_FOR_BOTH = 1 << 14 /* up to here a second descent costs some milliseconds */
};

/* A call: what it was given, and what it has made of it. */
struct call {
    const parot_gromov_problem *problem; /* the caller's */
    struct scaled scaled;                /* ours */
    double largest_cost;
    parot_gromov_options options;
    struct whole_rows whole_rows; /* see frank_wolfe.h */
    struct control control;
    struct spaces spaces;
    struct factors factors;
    struct gromov gromov, exact; /* the same except for the steps; exact: if has_both */
    int has_both;                /* each start is followed with either kind of steps */

    struct team team;
    int64_t trials, best; /* best: -1 while there is none */
    int64_t perfect;      /* the first one whose objective is the bound; `trials`: none */
    struct start *start;  /* trials of each of these */
    parot_trial *trial;
    int64_t rows;   /* n */
    double *moved;  /* trials x n: what each row moves */
    double *record; /* objectives and gaps of the first trials, MOST_HISTORY of each; these and
                       the trials' are in our units until they go into a result */
    struct frank_wolfe *descent; /* 2 trials: with each kind of steps; at most that of `best` and
                          those that are under way are open */
    int8_t *kind;                /* trials: which of the two is the trial's */
    void *memory;
    parot_status failure; /* of the first trial that failed */
    int64_t failed;
    parot_error err;
    struct crew_answer kept; /* what was made of `best` where trials were shared with other ranks */
};

/* What a trial amounts to as the answer. */
struct answer {
    parot_trial trial;      /* in our units; its history is borrowed */
    parot_result transport; /* plan and mass in our units, and prices in the caller's */
    int64_t pivots;
};

static inline struct frank_wolfe *call_descent(const struct call *call, int64_t t)
{
    return &call->descent[2 * t + call->kind[t]];
}

/* gromov.c: the caller's options, checked; NULL: the defaults. */
parot_status gromov_take_options(const parot_gromov_options *given, parot_gromov_options *options,
                                 parot_error *err);

/* The same call on another rank, which knows the lower bound: checked, with its starts listed.
 * call_close releases, also after a failure. */
parot_status call_open(struct call *call, double bound, parot_error *err);
void call_close(struct call *call);

/* trials.c: lists the starts, and runs them side by side; the descent of the best one stays open,
 * or its answer is in call->kept. */
parot_status trials_list(struct call *call, parot_error *err);
parot_status trials_run(struct call *call, parot_error *err);

/* From `begin` to the one before `end`; each in one thread. */
void trials_run_some(struct call *call, int32_t threads, int64_t begin, int64_t end);

/* Trials whose history is kept. */
int64_t trials_records(const struct call *call);

/* Takes down a trial, with its history if there is room for it. */
void trials_store(struct call *call, int64_t t, const parot_trial *trial);

/* Notes that a trial has ended: returns whether it is the best so far, and so call->best. */
int trials_note(struct call *call, int64_t t);
void trials_note_failure(struct call *call, int64_t t, parot_status status, const parot_error *err);
void trials_leave_out(struct call *call, int64_t t, parot_status why);

/* trials_crew.c: are there other ranks, and enough for them to do? Then they run the trials. */
int trials_take_crew(const struct call *call);
parot_status trials_share(struct call *call, int32_t threads, parot_error *err);

/* gromov_result.c: what the descent of the best one amounts to, which may be closed once that is
 * used; the transport is the caller's to free, also after a failure. */
parot_status answer_make(struct call *call, struct answer *answer, parot_error *err);

/* That, and the record of all, of which there may be only one. */
parot_status answer_fill(struct call *call, parot_gromov_result *result, parot_error *err);
parot_status call_status(const struct call *call);
parot_status call_check_range(const struct call *call, const parot_result *transport,
                              double objective, const char *numbers, parot_error *err);
parot_status answer_record(struct call *call, const parot_trial *best, parot_gromov_result *result,
                           parot_error *err);

#endif
