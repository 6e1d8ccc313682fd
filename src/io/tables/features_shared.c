/* features_shared.c - parot_frame_share: columns of two files that mean the same.
 *
 * Each column is looked up by name in the other file, in both directions; what has no counterpart
 * is left out of its own file or refused.
 */
#include <stdio.h>
#include <stdlib.h>

#include "io/tables/features.h"

enum { LISTED = 3, LIST_SIZE = 192 }; /* names of columns in one message */

/* The columns of a frame, and where those of the same name are in the other; -1: nowhere. */
struct side {
    parot_frame *frame;
    int64_t *place;
    int64_t extra; /* columns that the other does not have */
};

/* "'id', 'age' and 4 more": the columns that are not in the other. */
static void list_extra(const struct side *side, char text[LIST_SIZE])
{
    int64_t listed = 0;
    size_t used = 0;
    text[0] = '\0';
    for (int64_t k = 0; k < side->frame->cols && listed < LISTED; k++)
        if (side->place[k] < 0)
            used += (size_t)snprintf(text + used, LIST_SIZE - used, "%s'%.40s'",
                                     listed++ ? ", " : "", side->frame->columns[k].name);
    if (side->extra > LISTED)
        snprintf(text + used, LIST_SIZE - used, " and %lld more", (long long)side->extra - LISTED);
}

/* ---- Refusals ----------------------------------------------------------- */

/* "use ADVICE, or ELSEWHERE for different feature spaces" */
static const char *way_out(const char *advice, const char *elsewhere, char text[128])
{
    if (!elsewhere)
        return "rename or remove them";
    snprintf(text, 128, "use %s%s%s for different feature spaces", advice, *advice ? ", or " : "",
             elsewhere);
    return text;
}

static parot_status refuse_columns(const struct side sides[2],
                                   const parot_features_options *options, parot_error *err)
{
    const parot_frame *first = sides[0].frame, *other = sides[1].frame;
    char lists[2][LIST_SIZE], advice[80], end[128];
    struct option_word drop = option_word(options, "drop"), id = option_word(options, "id");
    snprintf(advice, sizeof advice, "%s or %s", option_word(options, "columns").text, drop.text);
    list_extra(&sides[0], lists[0]);
    list_extra(&sides[1], lists[1]);
    if (sides[0].extra && sides[1].extra)
        return fail(err, PAROT_ESHAPE,
                    "%s and %s have different columns (only in %s: %s; only in %s: %s); %s",
                    first->label, other->label, first->label, lists[0], other->label, lists[1],
                    way_out(advice, options->elsewhere, end));
    if (sides[0].extra + sides[1].extra == 1) {
        const struct side *side = &sides[sides[0].extra == 0];
        int64_t k = 0;
        while (side->place[k] >= 0)
            k++;
        const parot_column *extra = &side->frame->columns[k];
        int names_rows = extra->level_count > 0 || parot_names_rows(extra->name);
        snprintf(advice, sizeof advice, "%s %.40s",
                 sides[1].extra && names_rows ? id.text : drop.text, extra->name);
    }
    return fail(err, PAROT_ESHAPE, "%s has %lld columns, %s %lld (extra: %s); %s", first->label,
                (long long)first->cols, other->label, (long long)other->cols,
                lists[sides[0].extra == 0], way_out(advice, options->elsewhere, end));
}

/* ---- Matching ----------------------------------------------------------- */

static parot_status match(struct side *side, const parot_frame *other, parot_error *err)
{
    side->place = malloc((size_t)side->frame->cols * sizeof *side->place);
    if (!side->place)
        return fail_memory(err, (size_t)side->frame->cols * sizeof *side->place);
    TRY(parot_frame_match(side->frame, other, side->place, err));
    side->extra = 0;
    for (int64_t k = 0; k < side->frame->cols; k++)
        side->extra += side->place[k] < 0;
    return PAROT_OK;
}

/* Works. */
static parot_status find_twin(const parot_frame *frame, int64_t *place, const char **twin,
                              parot_error *err)
{
    if (!place)
        return fail_memory(err, (size_t)frame->cols * sizeof *place);
    TRY(parot_frame_match(frame, frame, place, err));
    for (int64_t k = 0; k < frame->cols && !*twin; k++)
        *twin = place[k] < k ? frame->columns[k].name : NULL;
    return PAROT_OK;
}

parot_status parot_frame_twin(const parot_frame *frame, const char **twin, parot_error *err)
{
    *twin = NULL;
    if (!frame->has_names)
        return PAROT_OK;
    int64_t *place = malloc((size_t)frame->cols * sizeof *place);
    parot_status status = find_twin(frame, place, twin, err);
    free(place);
    return status;
}

parot_status features_agree(parot_frame *first, parot_frame *other, int *is_same, parot_error *err)
{
    const char *twins[2] = {NULL, NULL};
    struct side side = {first, NULL, 0};
    TRY(parot_frame_twin(first, &twins[0], err));
    TRY(parot_frame_twin(other, &twins[1], err));
    *is_same = first->cols == other->cols && !twins[0] && !twins[1];
    if (!*is_same || !first->has_names || !other->has_names)
        return PAROT_OK;
    parot_status status = match(&side, other, err);
    *is_same = status == PAROT_OK && side.extra == 0;
    free(side.place);
    return status;
}

/* ---- Sharing ------------------------------------------------------------ */

static parot_status leave_out(struct side *side, parot_notes *notes, parot_error *err)
{
    char list[LIST_SIZE];
    if (side->extra == 0)
        return PAROT_OK;
    list_extra(side, list);
    char *is_kept = malloc((size_t)side->frame->cols);
    if (!is_kept)
        return fail_memory(err, (size_t)side->frame->cols);
    for (int64_t k = 0; k < side->frame->cols; k++)
        is_kept[k] = side->place[k] >= 0;
    parot_frame_keep(side->frame, is_kept);
    free(is_kept);
    notes_add(notes, "only %s has %s; left out", side->frame->label, list);
    return PAROT_OK;
}

/* Works. */
static parot_status share(struct side sides[2], const parot_features_options *options,
                          parot_notes *notes, parot_error *err)
{
    TRY(match(&sides[0], sides[1].frame, err));
    TRY(match(&sides[1], sides[0].frame, err));
    int has_extra = sides[0].extra > 0 || sides[1].extra > 0;
    if (has_extra && (options->strict || sides[0].extra == sides[0].frame->cols))
        return refuse_columns(sides, options, err);
    for (int t = 0; t < 2; t++) {
        TRY(leave_out(&sides[t], notes, err));
        const char *twin = NULL;
        TRY(parot_frame_twin(sides[t].frame, &twin, err));
        if (twin)
            return fail(err, PAROT_EINVAL, "%s has two columns called '%.40s'; rename one of them",
                        sides[t].frame->label, twin);
    }
    return PAROT_OK;
}

/* Owns. Names on one side only cannot be compared with anything. */
parot_status parot_frame_share(parot_frame *first, parot_frame *other,
                               const parot_features_options *options, parot_notes *notes,
                               parot_error *err)
{
    struct side sides[2] = {{first, NULL, 0}, {other, NULL, 0}};
    char end[128];
    if (first->has_names && other->has_names) {
        parot_status status = share(sides, options, notes, err);
        free(sides[0].place);
        free(sides[1].place);
        return status;
    }
    if (first->has_names != other->has_names)
        notes_add(notes, "only %s has column names; columns are matched by position",
                  (first->has_names ? first : other)->label);
    if (first->cols != other->cols)
        return fail(err, PAROT_ESHAPE, "%s has %lld columns, %s %lld; %s", first->label,
                    (long long)first->cols, other->label, (long long)other->cols,
                    way_out("", options->elsewhere, end));
    return PAROT_OK;
}
