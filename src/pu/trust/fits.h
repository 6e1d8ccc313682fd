/* fits.h - one problem fitted several times: folds of spies, candidates, priors, classifiers.
 *
 * No fit depends on another, so that the ranks of a run share them (fits_crew.c); the answers come
 * in the order of the fits, and are the same bytes whoever made them.
 */
#ifndef PAROT_PU_FITS_H
#define PAROT_PU_FITS_H

#include "base/crew.h"
#include "pu/trust/fold.h"
#include "pu/trust/heldout.h"

enum { FIT_ALL_ROWS = -1, FIT_LABELS = -1 };

struct fit {
    parot_pu_options options;
    int32_t scores; /* an enum heldout_kind; FIT_LABELS: labels and ranks by parot_pu_classify */
    int32_t fold;   /* of labels: whose positives are hidden; FIT_ALL_ROWS: none are */
    double prior;   /* of labels, if none are hidden */
};

/* What a fit says of the rows that it labelled, the hidden ones behind the others. */
struct labelling {
    int64_t count;
    const int32_t *rank;
    const int8_t *label;
};

struct fits {
    const parot_pu_data *data;
    const int32_t *order;             /* of folds: see fold.h */
    const struct pu_problem *problem; /* of scores: the data made ready with the options */
    struct heldout *heldout;          /* that scores are put into before they are taken */
    const struct fit *fit;
    int64_t count;
    const char *stage; /* for progress, in fits */
    /* In order. `labels` is NULL if the fit was for scores. */
    void (*take)(void *user, int64_t k, const struct labelling *labels);
    void *user;
};

/* PAROT_OK, a positive status if it was stopped, or the failure of the first fit that failed; what
 * was before it has been taken. */
parot_status fits_run(const struct fits *fits, struct control *control, parot_error *err);

/* The same with scores of these kinds, each at most once, with `count` of them; fit and stage need
 * not be set. */
parot_status fits_score(const struct fits *fits, const parot_pu_options *options,
                        const enum heldout_kind *kinds, struct control *control, parot_error *err);

/* ---- For fits_crew.c ----------------------------------------------------- */

/* Labels by one fit; `fold` is opened when it is first needed. */
parot_status fit_label(const struct fits *fits, const struct fit *fit, struct fold *fold,
                       struct control *control, parot_pu_result *result, parot_error *err);

/* Whether the ranks are free and it is worth it; then they are taken until fits_share has ended. */
int fits_take_crew(const struct fits *fits, const struct control *control);

parot_status fits_share(const struct fits *fits, struct control *control, parot_error *err);

extern const struct crew_kind FITS_CREW;

#endif
