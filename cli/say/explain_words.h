/* explain_words.h - one row of a transport: where it goes, what that costs, and what would change
 * it. */
#ifndef PAROT_COMMAND_EXPLAIN_WORDS_H
#define PAROT_COMMAND_EXPLAIN_WORDS_H

#include "shell/outcome.h"

/* Rows that move more, or less, when the row is treated otherwise. */
enum { EXPLAIN_OTHERS = 3 };

/* What the rows of one side are called. */
struct explain_names {
    const int64_t *row;    /* in its file, from 0; NULL: as they are numbered here */
    const char *const *id; /* of each row of the file; NULL: they have numbers */
};

struct explanation {
    /* what is explained; borrowed */
    parot_problem problem; /* its mass is that of the plan */
    const parot_result *result;
    int64_t row;
    int with_curve; /* the curve is of interest as well */
    struct explain_names source, target;

    /* what was found out */
    double weight, moved;
    int64_t nearest, price_at; /* columns: of the least cost, of the least cost + v */
    double nearest_cost, price;
    double enters;  /* the mass from which on it moves; INFINITY: never; NAN: unknown */
    double most;    /* mass that can move */
    int is_removed; /* the question below is "if it were not there", else "if it had to move" */
    int is_needed;  /* without it the mass cannot move */
    int has_others; /* there is an answer */
    int64_t others[EXPLAIN_OTHERS];
    double others_mass[EXPLAIN_OTHERS]; /* 0: no more of them */
    double others_cost;                 /* by so much the cost of the plan would rise */
};

/* Fills the second half. */
enum outcome explain(struct explanation *explanation, const parot_run *run);

/* All, some, or none of the row moves. */
int explanation_is_whole(const struct explanation *explanation);
int explanation_is_none(const struct explanation *explanation);

/* In words; `source` and `target` name the sides: "row", "a.csv". */
void explanation_print(const struct explanation *explanation, const char *source,
                       const char *target);

/* More fields of a JSON document. */
void explanation_json(const struct explanation *explanation);

#endif
