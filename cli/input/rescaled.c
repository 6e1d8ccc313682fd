/* rescaled.c - the transform is found in scaled columns and mapped back through centre and
 * factor. Tables stay as they were read; copies are scaled together. */
#include "input/rescaled.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "shell/choice.h"

enum outcome rescaled_check(struct rescaled *rescaled)
{
    const char *text = rescaled->option;
    if (text &&
        (strcmp(text, "rank") == 0 || strcmp(text, "log") == 0 || strcmp(text, "auto") == 0))
        return refuse(MISUSED,
                      "--scale %s: %s, so no matrix could map the unscaled columns; use minmax, "
                      "zscore or robust",
                      text,
                      strcmp(text, "auto") == 0 ? "chooses ranks for most tables"
                                                : "does not multiply columns by a number");
    rescaled->scale = PAROT_SCALE_NONE;
    return text ? choice_read("--scale", text, &AFFINE_SCALES, &rescaled->scale) : SOLVED;
}

static double *numbers(int64_t rows, int64_t cols)
{
    return calloc((size_t)rows * (size_t)cols, sizeof(double));
}

enum outcome rescaled_open(struct rescaled *rescaled, const parot_features *source,
                           const parot_features *target)
{
    parot_error err = {0};
    parot_matrix x = parot_table_matrix(&source->table), y = parot_table_matrix(&target->table);
    rescaled->source = x;
    rescaled->target = y;
    if (rescaled->scale == PAROT_SCALE_NONE)
        return SOLVED;
    rescaled->source_copy = numbers(x.rows, x.cols);
    rescaled->target_copy = numbers(y.rows, y.cols);
    rescaled->centre = numbers(1, x.cols);
    rescaled->factor = numbers(1, x.cols);
    if (!rescaled->source_copy || !rescaled->target_copy || !rescaled->centre || !rescaled->factor)
        return refuse(FAILED, "--scale %s: out of memory", rescaled->option);
    if (parot_scale_fit(rescaled->scale, x, y, rescaled->centre, rescaled->factor, &err) !=
            PAROT_OK ||
        parot_scale_tables(rescaled->scale, x, y, rescaled->source_copy, rescaled->target_copy,
                           &err) != PAROT_OK)
        return refuse(FAILED, "--scale %s: %s", rescaled->option, err.message);
    rescaled->source.data = rescaled->source_copy;
    rescaled->source.stride = x.cols;
    rescaled->target.data = rescaled->target_copy;
    rescaled->target.stride = y.cols;
    return SOLVED;
}

void rescaled_free(struct rescaled *rescaled)
{
    free(rescaled->source_copy);
    free(rescaled->target_copy);
    free(rescaled->centre);
    free(rescaled->factor);
    free(rescaled->linear);
    free(rescaled->shift);
}

const char *rescaled_words(const struct rescaled *rescaled, char words[64])
{
    words[0] = '\0';
    if (rescaled->factor)
        snprintf(words, 64, " in columns scaled by %s",
                 parot_scale_name((parot_scale)rescaled->scale));
    return words;
}

enum outcome rescaled_transform(struct rescaled *rescaled, const parot_register_result *result)
{
    parot_error err = {0};
    if (!rescaled->factor)
        return SOLVED;
    rescaled->linear = numbers(result->dims, result->dims);
    rescaled->shift = numbers(1, result->dims);
    if (!rescaled->linear || !rescaled->shift)
        return refuse(FAILED, "--scale %s: out of memory", rescaled->option);
    if (parot_register_unscale(result, rescaled->centre, rescaled->factor, rescaled->linear,
                               rescaled->shift, &err) != PAROT_OK)
        return refuse_status(&err);
    return SOLVED;
}

enum outcome rescaled_undo(const struct rescaled *rescaled, double *moved)
{
    parot_error err = {0};
    parot_matrix scaled = {moved, rescaled->source.rows, rescaled->source.cols,
                           rescaled->source.cols};
    if (!rescaled->factor)
        return SOLVED;
    if (parot_scale_undo(rescaled->centre, rescaled->factor, scaled, moved, &err) != PAROT_OK)
        return refuse_status(&err);
    return SOLVED;
}
