/* shared_columns.c - names are matched in both directions; what has no partner is left out or
 * named in the refusal. */
#include "input/shared_columns.h"

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

#include "input/features.h"

enum { LISTED = 3 }; /* names of columns in one message */

/* The columns of a frame, and where those of the same name are in the other; -1: nowhere. */
struct side {
    parot_frame *frame;
    int64_t *place;
    int64_t extra; /* columns that the other does not have */
};

/* "'id', 'age' and 4 more": the columns that are not in the other. */
static void list_extra(const struct side *side, char *text, size_t size)
{
    int64_t listed = 0;
    size_t used = 0;
    text[0] = '\0';
    for (int64_t k = 0; k < side->frame->cols && listed < LISTED; k++)
        if (side->place[k] < 0)
            used += (size_t)snprintf(text + used, size - used, "%s'%.40s'", listed++ ? ", " : "",
                                     side->frame->columns[k].name);
    if (side->extra > LISTED)
        snprintf(text + used, size - used, " and %lld more", (long long)side->extra - LISTED);
}

/* The only column that is not in the other. */
static const parot_column *only_extra(const struct side *side)
{
    int64_t k = 0;
    while (k + 1 < side->frame->cols && side->place[k] >= 0)
        k++;
    return &side->frame->columns[k];
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

static enum outcome refuse_columns(const struct side sides[2], const char *elsewhere)
{
    const parot_frame *first = sides[0].frame, *other = sides[1].frame;
    char lists[2][192], advice[64] = "--columns or --drop", end[128];
    list_extra(&sides[0], lists[0], sizeof lists[0]);
    list_extra(&sides[1], lists[1], sizeof lists[1]);
    if (sides[0].extra && sides[1].extra)
        return refuse(FAILED,
                      "%s and %s have different columns (only in %s: %s; only in %s: %s); %s",
                      first->label, other->label, first->label, lists[0], other->label, lists[1],
                      way_out(advice, elsewhere, end));
    if (sides[0].extra + sides[1].extra == 1) {
        const parot_column *extra = only_extra(&sides[sides[0].extra == 0]);
        int names_rows = extra->level_count > 0 || parot_names_rows(extra->name);
        snprintf(advice, sizeof advice, "%s %.40s",
                 sides[1].extra && names_rows ? "--id" : "--drop", extra->name);
    }
    return refuse(FAILED, "%s has %lld columns, %s %lld (extra: %s); %s", first->label,
                  (long long)first->cols, other->label, (long long)other->cols,
                  lists[sides[0].extra == 0], way_out(advice, elsewhere, end));
}

/* ---- Matching ----------------------------------------------------------- */

static enum outcome match(struct side *side, const parot_frame *other)
{
    parot_error err = {""};
    side->place = malloc((size_t)side->frame->cols * sizeof *side->place);
    if (!side->place)
        return refuse(FAILED, "%s: out of memory", side->frame->label);
    if (parot_frame_match(side->frame, other, side->place, &err) != PAROT_OK)
        return refuse_status(&err);
    side->extra = 0;
    for (int64_t k = 0; k < side->frame->cols; k++)
        side->extra += side->place[k] < 0;
    return SOLVED;
}

static enum outcome match_both(struct side sides[2])
{
    TRY(match(&sides[0], sides[1].frame));
    return match(&sides[1], sides[0].frame);
}

int columns_agree(const parot_frame *first, const parot_frame *other)
{
    struct side sides[2] = {{(parot_frame *)(uintptr_t)first, NULL, 0}, /* which is only read */
                            {(parot_frame *)(uintptr_t)other, NULL, 0}};
    if (!first->has_names || !other->has_names)
        return first->cols == other->cols;
    int is_same = match_both(sides) == SOLVED && sides[0].extra == 0 && sides[1].extra == 0;
    free(sides[0].place);
    free(sides[1].place);
    return is_same;
}

const char *columns_twin(const parot_frame *frame)
{
    struct side side = {(parot_frame *)(uintptr_t)frame, NULL, 0};
    const char *twin = NULL;
    if (frame->has_names && match(&side, frame) == SOLVED)
        for (int64_t k = 0; k < frame->cols && !twin; k++)
            twin = side.place[k] < k ? frame->columns[k].name : NULL;
    free(side.place);
    return twin;
}

/* A text in a tenth of the cells or fewer is a mistake. */
int columns_is_typo(const parot_frame *frame, int64_t k)
{
    const parot_column *column = &frame->columns[k];
    int64_t numbers = frame->rows - column->texts - column->missing;
    return column->text_row > 0 && numbers >= 9 * column->texts;
}

/* ---- Sharing ------------------------------------------------------------ */

static enum outcome leave_out(struct side *side, struct remarks *remarks)
{
    char list[192];
    if (side->extra == 0)
        return SOLVED;
    list_extra(side, list, sizeof list);
    char *is_kept = malloc((size_t)side->frame->cols);
    if (!is_kept)
        return refuse(FAILED, "%s: out of memory", side->frame->label);
    for (int64_t k = 0; k < side->frame->cols; k++)
        is_kept[k] = side->place[k] >= 0;
    frame_keep(side->frame, is_kept);
    free(is_kept);
    remark(remarks, "only %s has %s; left out", side->frame->label, list);
    return SOLVED;
}

/* Works. */
static enum outcome share(struct side sides[2], int is_strict, const char *elsewhere,
                          struct remarks *remarks)
{
    TRY(match_both(sides));
    int has_extra = sides[0].extra > 0 || sides[1].extra > 0;
    int is_apart = sides[0].extra == sides[0].frame->cols;
    if (has_extra && (is_strict || is_apart))
        return refuse_columns(sides, elsewhere);
    TRY(leave_out(&sides[0], remarks));
    TRY(leave_out(&sides[1], remarks));
    for (int t = 0; t < 2; t++) {
        const char *twin = columns_twin(sides[t].frame);
        if (twin)
            return refuse(FAILED, "%s has two columns called '%.40s'; rename one of them",
                          sides[t].frame->label, twin);
    }
    return SOLVED;
}

/* Owns. */
enum outcome columns_share(parot_frame *first, parot_frame *other, int is_strict,
                           const char *elsewhere, struct remarks *remarks)
{
    struct side sides[2] = {{first, NULL, 0}, {other, NULL, 0}};
    char end[128];
    if (first->has_names && other->has_names) {
        enum outcome outcome = share(sides, is_strict, elsewhere, remarks);
        free(sides[0].place);
        free(sides[1].place);
        return outcome;
    }
    if (first->cols != other->cols)
        return refuse(FAILED, "%s has %lld columns, %s %lld; %s", first->label,
                      (long long)first->cols, other->label, (long long)other->cols,
                      way_out("", elsewhere, end));
    return SOLVED;
}
