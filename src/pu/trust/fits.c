/* fits.c - one fit after the other, unless there are ranks to share them with. */
#include "pu/trust/fits.h"

parot_status fit_label(const struct fits *fits, const struct fit *fit, struct fold *fold,
                       struct control *control, parot_pu_result *result, parot_error *err)
{
    parot_pu_data data = *fits->data;
    data.prior = fit->prior;
    if (fit->fold != FIT_ALL_ROWS) {
        if (!fold->memory)
            TRY(fold_open(fold, fits->data, control, err));
        fold_hide(fold, fits->data, fits->order, fit->fold);
        data = fold->data;
    }
    parot_run run = control_rest(control);
    return parot_pu_classify(&data, &fit->options, &run, result, err);
}

static parot_status label_and_take(const struct fits *fits, int64_t k, struct fold *fold,
                                   struct control *control, parot_error *err)
{
    parot_pu_result result = {0};
    parot_status status = fit_label(fits, &fits->fit[k], fold, control, &result, err);
    const struct labelling labels = {result.count, result.rank, result.label};
    if (status == PAROT_OK)
        fits->take(fits->user, k, &labels);
    parot_pu_result_free(&result);
    return status;
}

static parot_status run_each(const struct fits *fits, struct fold *fold, struct control *control,
                             parot_error *err)
{
    for (int64_t k = 0; k < fits->count; k++) {
        const struct fit *fit = &fits->fit[k];
        TRY(control_poll_part(control, fits->stage, k, fits->count));
        if (fit->scores == FIT_LABELS) {
            TRY(label_and_take(fits, k, fold, control, err));
            continue;
        }
        TRY(heldout_fill(fits->heldout, (enum heldout_kind)fit->scores, fits->problem, control,
                         err));
        fits->take(fits->user, k, NULL);
    }
    return PAROT_OK;
}

parot_status fits_run(const struct fits *fits, struct control *control, parot_error *err)
{
    struct fold fold = {0};
    if (fits_take_crew(fits, control))
        return fits_share(fits, control, err);
    parot_status status = run_each(fits, &fold, control, err);
    fold_close(&fold);
    return status;
}

parot_status fits_score(const struct fits *fits, const parot_pu_options *options,
                        const enum heldout_kind *kinds, struct control *control, parot_error *err)
{
    struct fit fit[HELDOUT_KINDS];
    struct fits asked = *fits;
    for (int64_t k = 0; k < fits->count; k++)
        fit[k] =
            (struct fit){.options = *options, .scores = (int32_t)kinds[k], .fold = FIT_ALL_ROWS};
    asked.fit = fit;
    asked.stage = "classifiers";
    return fits_run(&asked, control, err);
}
