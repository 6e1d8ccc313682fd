/* call.h - one call of parot_gromov, from its starts to its answer. */
#ifndef PAROT_GROMOV_CALL_H
#define PAROT_GROMOV_CALL_H

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
};

static inline struct frank_wolfe *call_descent(const struct call *call, int64_t t)
{
    return &call->descent[2 * t + call->kind[t]];
}

/* gromov.c: the caller's options, checked; NULL: the defaults. */
parot_status gromov_take_options(const parot_gromov_options *given, parot_gromov_options *options,
                                 parot_error *err);

/* trials.c: lists the starts, and runs them side by side; the descent of the best one stays open.
 */
parot_status trials_list(struct call *call, parot_error *err);
parot_status trials_run(struct call *call, parot_error *err);

/* Takes down the history of a descent, which may be closed afterwards. */
void trials_record(struct call *call, int64_t t);

/* gromov_result.c: what the best one amounts to, and the record of all, of which there may be only
 * one. */
parot_status answer_fill(struct call *call, parot_gromov_result *result, parot_error *err);
parot_status call_status(const struct call *call);
parot_status call_check_range(const struct call *call, const parot_result *transport,
                              double objective, const char *numbers, parot_error *err);
parot_status answer_record(struct call *call, const struct frank_wolfe *descent,
                           parot_gromov_result *result, parot_error *err);

#endif
