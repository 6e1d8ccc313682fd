/* bias_cause.c - parot_pu_bias_cause: is the prior too large, or is the choice of positives biased?
 *
 * From positives and unlabeled rows alone this cannot be known: whatever their distributions are,
 * some smaller prior makes U(t) >= prior P(t) hold. What can be asked is whether the rows in
 * dispute, those that the given prior calls positive and a smaller one would not, lie with the
 * positives or with the other rows, as far as there is a border between them:
 *
 *   1. A ridge separates the positives from the rows that the given prior leaves behind.
 *   2. The rows on the other side of its border become the negatives of the next ridge, until they
 *      stay. The prior does not enter any more.
 *
 * With A the fraction of the rows above a border and R that of the positives, left out one by one,
 * q = (A - (1 - R)) / (2 R - 1) are positive if errors on both sides are alike. There are two
 * starts, since each is misled by something: the rows that are farthest from all positives,
 * without positives that are rarely chosen, but with few of the negatives that are near; and those
 * with the least values of a ridge against all rows, which takes positives that are rarely chosen
 * for negatives.
 *
 * If the inequality is violated even for the least q of the two last borders, rows that look
 * positive are more than a random choice of positives stands for: the choice is biased. If it holds
 * for the largest q of all borders, which is near the least, there is a gap, and the rows beyond it
 * are not positive: the prior is too large.
 */
#include <math.h>
#include <string.h>

#include "base/words.h"
#include "pu/methods/rank.h"
#include "pu/methods/ridge.h"
#include "pu/trust/bias.h"

WORDS(pu_cause, "cause", {"neither", PAROT_PU_CAUSE_NEITHER}, {"prior", PAROT_PU_CAUSE_PRIOR},
      {"choice", PAROT_PU_CAUSE_CHOICE}, {"either", PAROT_PU_CAUSE_EITHER});

enum {
    BORDERS = 10, /* borders that still move after so many go on moving */
    MOST =
        2000 /* rows that a ridge learns from: the border needs no more, and it is fitted often */
};

/* With a prior that fits, z is rarely above this. */
static const double FITS = 1;

/* All borders must leave out so many of the rows between the given prior and the least of them:
 * where they differ by more, there is no gap. */
static const double STEADY = 2.0 / 3;

/* R - (1 - R) below this: the border separates nothing. */
static const double LEAST_CONTRAST = 0.2;

struct dispute {
    struct pu_problem problem;
    struct bias bias;
    struct ranked *ranked; /* n */
    double *value;         /* n */
    char *is_negative;     /* n: for the next border */
    double prior;
    void *memory;
};

static void layout(struct dispute *dispute, struct arena *arena)
{
    int64_t n = dispute->problem.n;
    dispute->ranked = arena_take(arena, n, sizeof *dispute->ranked);
    dispute->value = arena_take(arena, n, sizeof *dispute->value);
    dispute->is_negative = arena_take(arena, n, 1);
}

/* ---- Borders ---------------------------------------------------------------- */

/* Values of all rows, and the fraction of the positives above 0. */
static parot_status fit(struct dispute *dispute, const char *is_negative, struct control *control,
                        double *recall, parot_error *err)
{
    struct ridge ridge = {.most = MOST};
    parot_status status =
        ridge_fit(&ridge, PAROT_PU_KERNEL_RBF, &dispute->problem, is_negative, control, err);
    if (status == PAROT_OK)
        status = ridge_values(&ridge, &dispute->problem, control, dispute->value, err);
    double above = 0, all = 0;
    for (int64_t j = 0; status == PAROT_OK && j < ridge.positives; j++) {
        double weight = ridge.weight ? ridge.weight[j] : 1;
        all += weight;
        above += ridge.left_out[j] > 0 ? weight : 0;
    }
    *recall = all > 0 ? above / all : 0;
    ridge_close(&ridge);
    return status;
}

enum start { START_FAR, START_RIDGE, STARTS };

/* The rows outside the k best of a start. */
static parot_status begin(struct dispute *dispute, enum start start, struct control *control,
                          parot_error *err)
{
    struct heldout *heldout = &dispute->bias.heldout;
    const double *value = dispute->value;
    double recall = 0;
    if (start == START_FAR) {
        TRY(heldout_fill(heldout, HELDOUT_NEAREST, &dispute->problem, control, err));
        value = heldout->other;
    } else {
        TRY(fit(dispute, NULL, control, &recall, err));
    }
    rank_rows(dispute->problem.n, NULL, value, dispute->ranked);
    for (int64_t r = 0; r < dispute->problem.n; r++)
        dispute->is_negative[dispute->ranked[r].row] = r >= dispute->problem.k;
    return PAROT_OK;
}

/* q and its error, from the rows above the border; 0: the border tells nothing apart. */
static int estimate(const struct dispute *dispute, double above, double recall, double *prior,
                    double *error)
{
    double n = (double)dispute->problem.n, m = dispute->bias.effective;
    double contrast = 2 * recall - 1;
    if (!(contrast >= LEAST_CONTRAST))
        return 0;
    double spread = fmax(above * (1 - above), 1 / n) / n +
                    dispute->prior * dispute->prior * fmax(recall * (1 - recall), 1 / m) / m;
    *prior = fmin(1, fmax(1 / n, (above - (1 - recall)) / contrast));
    *error = sqrt(spread) / contrast;
    return 1;
}

/* The rows below the border become the negatives; returns how many rows changed sides. */
static int64_t part_rows(struct dispute *dispute, int64_t *negatives)
{
    int64_t changed = 0;
    *negatives = 0;
    for (int64_t i = 0; i < dispute->problem.n; i++) {
        char is_negative = !(dispute->value[i] > 0);
        changed += is_negative != dispute->is_negative[i];
        dispute->is_negative[i] = is_negative;
        *negatives += is_negative;
    }
    return changed;
}

/* Borders from one start. is_told is 0 if one of them tells nothing apart, or leaves no rows. */
static parot_status follow(struct dispute *dispute, enum start start, struct control *control,
                           parot_pu_bias_result *result, int *is_told, parot_error *err)
{
    int64_t n = dispute->problem.n, negatives = 0, changed = 1;
    double last = 0, error = 0;
    TRY(begin(dispute, start, control, err));
    for (int round = 0; *is_told && changed > 0 && round < BORDERS; round++) {
        double recall = 0;
        TRY(control_poll_part(control, "borders", start * BORDERS + round, STARTS * BORDERS));
        TRY(fit(dispute, dispute->is_negative, control, &recall, err));
        changed = part_rows(dispute, &negatives);
        double above = (double)(n - negatives) / (double)n;
        *is_told =
            estimate(dispute, above, recall, &last, &error) && negatives > 0 && negatives < n;
        result->rounds++;
        result->most_by_border = fmax(result->most_by_border, last);
    }
    if (!(result->by_border <= last)) { /* or there is none yet */
        result->by_border = last;
        result->by_border_error = error;
    }
    return PAROT_OK;
}

/* ---- The verdict ------------------------------------------------------------ */

static parot_pu_cause judge(const struct dispute *dispute, const parot_pu_bias_result *result)
{
    double most = dispute->prior - result->by_border;
    double least = dispute->prior - result->most_by_border;
    if (result->border_z > PAROT_PU_BIASED)
        return PAROT_PU_CAUSE_CHOICE;
    return least > 2 * result->by_border_error && least >= STEADY * most &&
                   bias_z(&dispute->bias, result->most_by_border) <= FITS
               ? PAROT_PU_CAUSE_PRIOR
               : PAROT_PU_CAUSE_EITHER;
}

static parot_status find_cause(struct dispute *dispute, const parot_pu_data *data,
                               const parot_pu_options *options, struct control *control,
                               parot_pu_bias_result *result, parot_error *err)
{
    struct arena arena = {0};
    parot_pu_data settled;
    int is_told = 1;
    TRY(pu_prior_settle(data, options, control, &settled, err));
    TRY(pu_problem_open(&dispute->problem, &settled, options, control, err));
    TRY(bias_open(&dispute->bias, &dispute->problem, &settled, options, control, err));
    dispute->prior = settled.prior;
    result->z = bias_z(&dispute->bias, settled.prior);
    if (!(result->z > PAROT_PU_BIASED))
        return PAROT_OK;
    result->cause = PAROT_PU_CAUSE_EITHER;
    layout(dispute, &arena);
    TRY(arena_open(&arena, control, err));
    dispute->memory = arena.block;
    layout(dispute, &arena);
    is_told = dispute->problem.k < dispute->problem.n;
    for (int start = 0; is_told && start < STARTS; start++)
        TRY(follow(dispute, (enum start)start, control, result, &is_told, err));
    if (!is_told) {
        result->by_border = result->by_border_error = result->most_by_border = NAN;
        return PAROT_OK;
    }
    result->border_z = bias_z(&dispute->bias, result->by_border);
    result->cause = judge(dispute, result);
    return PAROT_OK;
}

parot_status parot_pu_bias_cause(const parot_pu_data *data, const parot_pu_options *options,
                                 const parot_run *run, parot_pu_bias_result *result,
                                 parot_error *err)
{
    struct control control;
    struct dispute dispute = {0};
    parot_pu_options taken;
    parot_pu_bias_result local = {
        .by_border = NAN, .by_border_error = NAN, .most_by_border = NAN, .border_z = NAN};
    TRY(CHECK_GIVEN(err, data, result));
    TRY(control_init(&control, run, err));
    TRY(pu_options_take(options, &taken, err));
    parot_status status = find_cause(&dispute, data, &taken, &control, &local, err);
    bias_close(&dispute.bias);
    pu_problem_close(&dispute.problem);
    block_free(dispute.memory);
    status = pu_stopped(status, "the search for the cause", err);
    if (status == PAROT_OK)
        *result = local;
    return status;
}
