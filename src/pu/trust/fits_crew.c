/* fits_crew.c - a piece is one fit. The tables are sent to all ranks once; each rank makes its own
 * folds, and its own problem for scores, and sends back ranks and labels, or scores.
 *
 * The failure of a fit is an answer like another, taken in its turn: so it is always that of the
 * first fit that fails.
 */
#include <stdlib.h>
#include <string.h>

#include "base/crew_pack.h"
#include "pu/trust/fits.h"

enum { ABOUT_SETTINGS, ABOUT_UNLABELED, ABOUT_POSITIVE, ABOUT_PROPENSITY, ABOUT_ORDER };
enum { PART_FITS };

struct settings {
    int64_t n, m, cols, positive_cols;
    double prior;
    struct crew_rules rules;
};

/* Before the numbers of an answer; if the fit failed, there are none. */
struct fit_head {
    int64_t status;
    int64_t first, second; /* labels: rows, 0; scores: positives, unlabeled rows */
    parot_error error;
};

_Static_assert(sizeof(struct fit_head) % sizeof(double) == 0, "numbers after it are aligned");

/* ---- Tables of other ranks ------------------------------------------------ */

struct tables {
    struct fits fits; /* of which data, order and, on rank 0, problem are given */
    parot_pu_data data;
    struct crew_rules rules;
};

static parot_status open_tables(void **object, const struct crew_part *part,
                                struct control *control)
{
    struct settings sent;
    struct tables *tables = calloc(1, sizeof *tables);
    (void)control;
    if (!tables)
        return PAROT_ENOMEM;
    memcpy(&sent, part[ABOUT_SETTINGS].data, sizeof sent);
    tables->data = (parot_pu_data){
        .unlabeled = {part[ABOUT_UNLABELED].data, sent.n, sent.cols, sent.cols},
        .positive = {part[ABOUT_POSITIVE].data, sent.m, sent.positive_cols, sent.positive_cols},
        .prior = sent.prior,
        .propensity = part[ABOUT_PROPENSITY].data};
    tables->fits = (struct fits){.data = &tables->data, .order = part[ABOUT_ORDER].data};
    tables->rules = sent.rules;
    *object = tables;
    return PAROT_OK;
}

/* ---- One fit, on any rank -------------------------------------------------- */

struct fitting {
    struct fits fits; /* with the fits of the job */
    struct fold fold;
    struct pu_problem problem; /* if the fits have none */
    struct control control;
};

static void end_fits(void *job)
{
    struct fitting *fitting = job;
    fold_close(&fitting->fold);
    pu_problem_close(&fitting->problem);
    free(fitting);
}

static parot_status begin_fits(void **job, void *object, const struct crew_part *part,
                               struct control *control)
{
    const struct tables *tables = object;
    struct fitting *fitting = calloc(1, sizeof *fitting);
    *job = fitting;
    if (!fitting)
        return PAROT_ENOMEM;
    fitting->fits = tables->fits;
    fitting->fits.fit = part[PART_FITS].data;
    fitting->control = *control;
    crew_obey(&fitting->control.run, &tables->rules);
    return PAROT_OK;
}

static int put(struct crew_answer *answer, const struct fit_head *head, const void *first,
               size_t first_bytes, const void *second, size_t second_bytes)
{
    return crew_put(answer, head, sizeof *head) && crew_put(answer, first, first_bytes) &&
           crew_put(answer, second, second_bytes);
}

static parot_status put_labels(struct fitting *fitting, const struct fit *fit,
                               struct fit_head *head, struct crew_answer *answer)
{
    parot_pu_result result = {0};
    head->status =
        fit_label(&fitting->fits, fit, &fitting->fold, &fitting->control, &result, &head->error);
    size_t rows = head->status == PAROT_OK ? (size_t)result.count : 0;
    head->first = (int64_t)rows;
    int has_room = put(answer, head, result.rank, rows * sizeof *result.rank, result.label,
                       rows * sizeof *result.label);
    parot_pu_result_free(&result);
    return has_room ? PAROT_OK : PAROT_ENOMEM;
}

/* The problem is made once for all fits of a job: their options are the same. */
static parot_status score(struct fitting *fitting, const struct fit *fit, struct heldout *heldout,
                          parot_error *err)
{
    struct fits *fits = &fitting->fits;
    if (!fits->problem) {
        pu_problem_close(&fitting->problem); /* one that could not be made */
        TRY(pu_problem_open(&fitting->problem, fits->data, &fit->options, &fitting->control, err));
        fits->problem = &fitting->problem;
    }
    TRY(heldout_open(heldout, fits->problem, &fitting->control, err));
    return heldout_fill(heldout, (enum heldout_kind)fit->scores, fits->problem, &fitting->control,
                        err);
}

static parot_status put_scores(struct fitting *fitting, const struct fit *fit,
                               struct fit_head *head, struct crew_answer *answer)
{
    struct heldout heldout = {0};
    head->status = score(fitting, fit, &heldout, &head->error);
    if (head->status == PAROT_OK) {
        head->first = heldout.positives;
        head->second = heldout.unlabeled;
    }
    int has_room =
        put(answer, head, heldout.positive, (size_t)head->first * sizeof *heldout.positive,
            heldout.other, (size_t)head->second * sizeof *heldout.other);
    heldout_close(&heldout);
    return has_room ? PAROT_OK : PAROT_ENOMEM;
}

static parot_status fit_piece(void *job, int64_t piece, struct crew_answer *answer)
{
    struct fitting *fitting = job;
    const struct fit *fit = &fitting->fits.fit[piece];
    struct fit_head head = {0};
    return fit->scores == FIT_LABELS ? put_labels(fitting, fit, &head, answer)
                                     : put_scores(fitting, fit, &head, answer);
}

const struct crew_kind FITS_CREW = {open_tables, free, begin_fits, fit_piece, end_fits};

/* ---- Rank 0 ----------------------------------------------------------------- */

struct taking {
    const struct fits *fits;
    int has_failed; /* a fit did: the error is its own */
    parot_error *err;
};

static void take_scores(struct heldout *heldout, const struct fit_head *head, const char *numbers)
{
    size_t first = (size_t)head->first * sizeof(double);
    heldout->positives = head->first;
    heldout->unlabeled = head->second;
    memcpy(heldout->positive, numbers, first);
    memcpy(heldout->other, numbers + first, (size_t)head->second * sizeof(double));
}

static parot_status take_fit(void *user, int64_t piece, const char *answer, size_t bytes)
{
    struct taking *taking = user;
    const struct fits *fits = taking->fits;
    struct fit_head head;
    (void)bytes;
    memcpy(&head, answer, sizeof head);
    const char *numbers = answer + sizeof head;
    if (head.status != PAROT_OK) {
        taking->has_failed = 1;
        if (taking->err)
            *taking->err = head.error;
        return (parot_status)head.status;
    }
    if (fits->fit[piece].scores != FIT_LABELS) {
        take_scores(fits->heldout, &head, numbers);
        fits->take(fits->user, piece, NULL);
        return PAROT_OK;
    }
    const int32_t *rank = (const void *)numbers;
    const struct labelling labels = {head.first, rank, (const int8_t *)(rank + head.first)};
    fits->take(fits->user, piece, &labels);
    return PAROT_OK;
}

/* ---- What is sent ------------------------------------------------------------ */

/* Works: the copies are the caller's. */
static parot_status run_job(struct taking *taking, struct control *control, double *copies[2])
{
    const struct fits *fits = taking->fits;
    const parot_pu_data *data = fits->data;
    parot_ranks *ranks = control->run.ranks;
    size_t m = (size_t)data->positive.rows;
    int64_t id = 0;
    struct tables tables = {.fits = *fits, .rules = crew_rules(&control->run)};
    const struct settings settings = {data->unlabeled.rows, data->positive.rows,
                                      data->unlabeled.cols, data->positive.cols,
                                      data->prior,          tables.rules};
    struct crew_job job = {
        .number = CREW_FITS,
        .kind = &FITS_CREW,
        .object = &tables,
        .object_id = &id,
        .about = {[ABOUT_SETTINGS] = {&settings, sizeof settings},
                  [ABOUT_PROPENSITY] = crew_numbers(data->propensity, data->positive.rows),
                  [ABOUT_ORDER] = {fits->order, fits->order ? m * sizeof *fits->order : 0}},
        .part = {[PART_FITS] = {fits->fit, (size_t)fits->count * sizeof *fits->fit}},
        .pieces = fits->count,
        .is_long = 1,
        .take = take_fit,
        .user = taking,
        .stage = fits->stage};
    if (!crew_table(data->unlabeled, &copies[0], &job.about[ABOUT_UNLABELED]) ||
        !crew_table(data->positive, &copies[1], &job.about[ABOUT_POSITIVE]))
        return PAROT_ENOMEM;
    parot_status status = crew_run(ranks, &job, control);
    crew_forget(ranks, id);
    return status;
}

parot_status fits_share(const struct fits *fits, struct control *control, parot_error *err)
{
    struct taking taking = {.fits = fits, .err = err};
    double *copies[2] = {NULL, NULL};
    parot_status status = run_job(&taking, control, copies);
    free(copies[0]);
    free(copies[1]);
    crew_release(control->run.ranks);
    if (taking.has_failed || status >= 0)
        return status;
    return crew_fail(status, "the tables", err);
}

/* As if fits were questions about points: all pairs of rows, and the cubes of a ridge, which has no
 * more than RIDGE_ROWS. Of 520 and 2500 rows this is within a factor of 4 of what ridge, mined and
 * wasserstein take; nearest takes much less, and little is lost by sharing it. */
static double work_of(const struct fits *fits)
{
    enum { RIDGE_ROWS = 6000 };
    const parot_pu_data *data = fits->data;
    double rows = (double)(data->unlabeled.rows + data->positive.rows);
    double ridge = rows < RIDGE_ROWS ? rows : RIDGE_ROWS;
    return (double)fits->count *
           (rows * rows * (double)data->unlabeled.cols + ridge * ridge * ridge / 3);
}

int fits_take_crew(const struct fits *fits, const struct control *control)
{
    return control->run.ranks && fits->count > 1 && crew_take(control->run.ranks, work_of(fits));
}
