/* summary_register.c - a motion in words: the numbers of a transform that say something, and what
 * is proved of it, which is the plan and not the motion. */
#include <math.h>
#include <stdio.h>

#include "base/options.h"
#include "report/summary.h"

static parot_status check(const parot_summary *summary, parot_error *err)
{
    const parot_summary_register *found = &summary->of.registered;
    TRY(summary_need("summary.of.registered.options", found->options, err));
    TRY(summary_need("summary.of.registered.result", found->result, err));
    if (found->scale && (!found->linear || !found->shift))
        return fail_argument(err, PAROT_EINVAL, "summary.of.registered.linear",
                             "must not be NULL with a scale");
    TRY(CHECK_RESERVED(found, err));
    return summary_check_plan(summary, &found->result->transport.plan, err);
}

static void head(const parot_summary *summary, char title[TITLE], char sentence[TITLE])
{
    const parot_register_result *result = summary->of.registered.result;
    plan_title(summary, title);
    snprintf(sentence, TITLE,
             "One cloud of points moved onto another: %lld of %lld points have a partner. It is "
             "the lowest sum of squared distances that was found, not proved lowest.",
             (long long)result->inliers, (long long)result->count);
}

/* ---- The transform ------------------------------------------------------ */

/* Up to so many coordinates a transform is printed: four lines of a terminal. */
enum { PRINTED = 4, NUMBERS = 512 };

/* d lines of numbers: a row of `matrix`, and one of `shift` if that is not NULL. */
static void tell_matrix(struct telling *telling, const char *name, const char *format, int64_t d,
                        const double *const parts[2])
{
    char text[NUMBERS], number[40];
    int size = 0;
    for (int64_t k = 0; k < d; k++)
        for (int64_t l = 0; l < d + (parts[1] != NULL); l++) {
            double value = l < d ? parts[0][k * d + l] : parts[1][k];
            int is_wide = format[0] == 'f';
            snprintf(number, sizeof number, is_wide ? "%9.6f" : "%.6g", value);
            size += snprintf(text + size, sizeof text - (size_t)size, "%s%s",
                             l > 0   ? " "
                             : k > 0 ? "\n"
                                     : "",
                             number);
        }
    tell_fact(telling, name, "%s", text);
}

static void tell_shift(struct telling *telling, const parot_register_result *result)
{
    char text[NUMBERS];
    int size = 0;
    for (int64_t k = 0; k < result->dims; k++)
        size += snprintf(text + size, sizeof text - (size_t)size, "%s%.6g", k ? " " : "",
                         result->shift[k]);
    tell_fact(telling, "translation", "%s", text);
}

static void tell_transform(struct telling *telling, const parot_summary *summary)
{
    const parot_summary_register *found = &summary->of.registered;
    const parot_register_result *result = found->result;
    parot_motion motion = found->options->motion;
    int64_t d = result->dims;
    if (found->scale) { /* y = linear x + shift, a line for each column */
        const char *elsewhere = summary->command ? ": --matrix FILE writes the matrix" : "";
        tell_fact(telling, "in file units", "affine%s", d <= PRINTED ? "" : elsewhere);
        if (d <= PRINTED)
            tell_matrix(telling, "matrix", "g", d,
                        (const double *const[2]){found->linear, found->shift});
        return;
    }
    if (motion == PAROT_MOTION_SIMILARITY)
        tell_fact(telling, "scale", "%.6g", result->scale);
    if (d == 2 && motion != PAROT_MOTION_TRANSLATION)
        tell_fact(telling, "angle", "%.6g degrees",
                  atan2(result->rotation[2], result->rotation[0]) * 180 / acos(-1));
    if (d > 2 && d <= PRINTED)
        tell_matrix(telling, "rotation", "f", d, (const double *const[2]){result->rotation, NULL});
    if (d <= PRINTED)
        tell_shift(telling, result);
}

/* ---- The answer --------------------------------------------------------- */

static void answer(struct telling *telling, const parot_summary *summary)
{
    const parot_summary_register *found = &summary->of.registered;
    const parot_register_result *result = found->result;
    tell_text(telling, "%lld source and %lld target points, %lld coordinate%s%s",
              (long long)result->count, (long long)result->transport.plan.cols,
              (long long)result->dims, plural(result->dims), telling->page ? "" : "\n");
    tell_fact(telling, "transform", "%s%s%s, the best of %lld start%s (%lld transport step%s)",
              parot_motion_name(found->options->motion),
              found->scale ? " in columns scaled by " : "", found->scale ? found->scale : "",
              (long long)result->trials, plural(result->trials), (long long)result->iterations,
              plural(result->iterations));
    tell_transform(telling, summary);
    tell_fact(telling, "overlap", "%.4g of the smaller cloud, %s", result->overlap,
              !isnan(found->options->overlap) ? "as given"
              : result->has_elbow ? found->is_alignment ? "where the price of a pair matters least"
                                                        : "by the elbow of the cost curve"
              : result->status != PAROT_OK ? "assumed, since it was stopped before the cost curve"
              : found->is_alignment        ? "a guess"
                                           : "because there is no elbow");
    tell_fact(telling, "inliers", "%lld of %lld source points", (long long)result->inliers,
              (long long)result->count);
    tell_fact(telling, "distance", "%.6g from an inlier to its partner (root mean square%s)",
              result->rms, found->scale ? ", scaled" : "");
    tell_section(telling, "Can it be trusted?");
    if (!telling->page)
        tell_lines(telling, "\n");
    if (result->status != PAROT_OK)
        tell_text(telling, "Stopped early (%s): this is the best transform so far.",
                  parot_status_name(result->status));
    else if (found->is_proved)
        tell_text(telling, "The partners are proved optimal for this transform; a better transform "
                           "may exist.");
    else if (telling->page)
        tell_text(telling, "The partners are NOT proved optimal for this transform.");
}

static parot_status warnings(const parot_summary *summary, parot_notes *notes, parot_error *err)
{
    const parot_summary_register *found = &summary->of.registered;
    const parot_register_result *result = found->result;
    (void)err;
    if (!result->has_elbow && result->status == PAROT_OK && result->count > 1 &&
        result->transport.plan.cols > 1)
        summary_warn(notes,
                     found->is_alignment
                         ? "no price separates pairs from others, so the share that matches is a "
                           "guess; pass %smass if you know it"
                         : "the cost curve has no elbow, so all of the smaller cloud is assumed to "
                           "overlap; pass %soverlap if it does not",
                     summary_prefix(summary));
    if (found->options->motion != PAROT_MOTION_TRANSLATION && result->rank < result->dims - 1)
        summary_warn(notes,
                     "the inliers lie in %lld of %lld dimensions: other rotations fit as well as "
                     "this one",
                     (long long)result->rank, (long long)result->dims);
    return PAROT_OK;
}

/* ---- Pictures and pairs ------------------------------------------------- */

/* The clouds as they were, and with the source moved and a line for each pair. */
static parot_status panels(const parot_summary *summary, parot_panels *drawn, parot_error *err)
{
    const parot_summary_register *found = &summary->of.registered;
    parot_matrix source = summary->source.points;
    (void)err;
    if (!source.data || !found->moved)
        return PAROT_OK;
    parot_panel *before = &drawn->panel[0], *after = &drawn->panel[1];
    drawn->count = 2;
    *before = summary_clouds(summary, NULL);
    before->title = "As they are";
    *after = summary_clouds(summary, &found->result->transport.plan);
    after->title = "The source moved";
    after->of.clouds.source = (parot_matrix){found->moved, source.rows, source.cols, source.cols};
    after->of.clouds.source_name = "source, moved";
    return PAROT_OK;
}

static void pictures(struct telling *telling, const parot_summary *summary,
                     const parot_panels *drawn)
{
    (void)summary;
    tell_plan_pictures(telling, drawn);
}

static void rows(struct telling *telling, const parot_summary *summary)
{
    const parot_summary_register *found = &summary->of.registered;
    tell_pairs(telling, summary, &found->result->transport.plan,
               (struct pair_costs){.distance = found->distance});
}

const struct summary_kind summary_register = {.check = check,
                                              .head = head,
                                              .answer = answer,
                                              .warnings = warnings,
                                              .panels = panels,
                                              .pictures = pictures,
                                              .rows = rows};
