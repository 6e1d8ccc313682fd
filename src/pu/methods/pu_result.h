/* pu_result.h - what a method finds out, and what becomes of it: labels, ranks, scores.
 *
 * Rows are in the order of the problem; the result has them in the caller's.
 */
#ifndef PAROT_PU_PU_RESULT_H
#define PAROT_PU_PU_RESULT_H

#include "partial/pairs.h"
#include "pu/methods/ensemble.h"
#include "pu/methods/forest/forest.h"

struct pu_result {
    double *share;          /* n: moved part of each row; NULL: the method moves nothing */
    double *value;          /* n: how positive a row is, on any scale */
    int is_by_value;        /* the shares are for information only */
    int is_by_sign;         /* positive values are labelled positive, however many they are */
    parot_result transport; /* zeroed when nothing moves */
    struct pairs pairs;     /* whose costs it has */
    parot_status status;
    void *memory; /* of the arrays */
    /* What prices or scores a new row; NULL: the method cannot label new rows. */
    const double *reference; /* references x dims */
    const double *weight;    /* references: v_j, or the coefficients of a ridge */
    int64_t references;
    double gamma;             /* of the ridge; 0: prices */
    parot_pu_kernel kernel;   /* of the ridge */
    void *learned_memory;     /* of these, if it is not that of the problem or of this */
    struct forest forest;     /* trees: 0 if there is none */
    struct ensemble ensemble; /* if ridge and forest both judge; n: 0 if not */
    void *sorted_memory;      /* of its lists */
    int64_t rounds, changed;  /* see parot_pu_result */
    parot_pu_step *step;      /* steps of them, if the method learns its costs */
    int64_t steps;
    double *toll;          /* n: see parot_pu_result */
    parot_pu_trial *trial; /* trials of them, if there were several starts */
    int64_t trials, best, rival;
    int64_t fitted, fitted_of;      /* rows of the classifier, and rows it could have had */
    parot_pu_classifier classifier; /* if `fitted` */
    double border, typical;         /* of the scores, set by pu_result_publish */
    char *is_positive;              /* n: the labels, if there is room for them; set there too */
};

void pu_result_close(struct pu_result *found);

/* After a method was stopped: if it has labels already, these are the result, found->status says
 * why there are no better ones, and the status is PAROT_OK. */
parot_status pu_result_keep(struct pu_result *found, int is_labelled, parot_status status,
                            const struct control *control);

/* 1/2 (1 + d / (|d| + typical)), d the distance from the border, on the side of the label */
double pu_result_score(double distance, double typical, int is_positive);

/* Labels the first k rows of rank.h: those with the largest share; among equal shares, the largest
 * value; among equal values, the first. Ranks rows of the same label by value, as scores do. Moves
 * found->transport into the result. */
parot_status pu_result_publish(struct pu_result *found, const struct pu_problem *problem,
                               struct control *control, parot_pu_result *result, parot_error *err);

#endif
