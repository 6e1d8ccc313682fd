/* columns.c - see columns.h. */
#include "columns.h"

#include <stdio.h>
#include <string.h>

#include "features.h"

enum { LISTED = 3 }; /* names of columns in one message */

/* How many columns of `frame` are not in `other`; "'id', 'age' and 4 more". */
static int64_t list_extra(const parot_frame *frame, const parot_frame *other, char *text,
                          size_t size)
{
    int64_t extra = 0;
    size_t used = 0;
    text[0] = '\0';
    for (int64_t k = 0; k < frame->cols; k++) {
        const char *name = frame->columns[k].name;
        if (parot_frame_column(other, name) >= 0)
            continue;
        if (extra++ < LISTED)
            used += (size_t)snprintf(text + used, size - used, "%s'%.40s'", extra > 1 ? ", " : "",
                                     name);
    }
    if (extra > LISTED)
        snprintf(text + used, size - used, " and %lld more", (long long)extra - LISTED);
    return extra;
}

/* The only column of `frame` that is not in `other`. */
static const parot_column *only_extra(const parot_frame *frame, const parot_frame *other)
{
    int64_t k = 0;
    while (k + 1 < frame->cols && parot_frame_column(other, frame->columns[k].name) >= 0)
        k++;
    return &frame->columns[k];
}

/* "; use ADVICE, or ELSEWHERE for different feature spaces" */
static const char *way_out(const char *advice, const char *elsewhere, char text[128])
{
    if (elsewhere)
        snprintf(text, 128, "use %s%s%s for different feature spaces", advice,
                 *advice ? ", or " : "", elsewhere);
    else
        snprintf(text, 128, "rename or remove them");
    return text;
}

static enum outcome refuse_columns(const parot_frame *first, const parot_frame *other,
                                   const char *elsewhere)
{
    char only_first[192], only_other[192], advice[64] = "--columns or --drop", end[128];
    int64_t extra_first = list_extra(first, other, only_first, sizeof only_first);
    int64_t extra_other = list_extra(other, first, only_other, sizeof only_other);
    if (extra_first && extra_other)
        return refuse(FAILED,
                      "%s and %s have different columns (only in %s: %s; only in %s: %s); %s",
                      first->label, other->label, first->label, only_first, other->label,
                      only_other, way_out(advice, elsewhere, end));
    if (extra_first + extra_other == 1) {
        const parot_column *extra =
            extra_first ? only_extra(first, other) : only_extra(other, first);
        int names_rows = extra->level_count > 0 || features_is_name_of_rows(extra->name);
        snprintf(advice, sizeof advice, "%s %.40s", extra_other && names_rows ? "--id" : "--drop",
                 extra->name);
    }
    return refuse(FAILED, "%s has %lld columns, %s %lld (extra: %s); %s", first->label,
                  (long long)first->cols, other->label, (long long)other->cols,
                  extra_first ? only_first : only_other, way_out(advice, elsewhere, end));
}

int columns_agree(const parot_frame *first, const parot_frame *other)
{
    char text[192];
    if (!first->has_names || !other->has_names)
        return first->cols == other->cols;
    return list_extra(first, other, text, sizeof text) == 0 &&
           list_extra(other, first, text, sizeof text) == 0;
}

/* ---- Checking ----------------------------------------------------------- */

/* A text in a tenth of the cells or fewer is a mistake. */
int columns_is_typo(const parot_frame *frame, int64_t k)
{
    const parot_column *column = &frame->columns[k];
    int64_t numbers = frame->rows - column->texts - column->missing;
    return column->text_row > 0 && numbers >= 9 * column->texts;
}

const char *columns_twin(const parot_frame *frame)
{
    for (int64_t k = 0; frame->has_names && k < frame->cols; k++)
        if (parot_frame_column(frame, frame->columns[k].name) != k)
            return frame->columns[k].name;
    return NULL;
}

enum outcome columns_check(const parot_frame *first, const parot_frame *other,
                           const char *elsewhere)
{
    const parot_frame *both[2] = {first, other};
    int has_names = first->has_names && other->has_names;
    char end[128];
    if (!has_names && first->cols != other->cols)
        return refuse(FAILED, "%s has %lld columns, %s %lld; %s", first->label,
                      (long long)first->cols, other->label, (long long)other->cols,
                      way_out("", elsewhere, end));
    if (has_names && !columns_agree(first, other))
        return refuse_columns(first, other, elsewhere);
    for (int t = 0; t < 2; t++) {
        const char *twin = columns_twin(both[t]);
        if (twin)
            return refuse(FAILED, "%s has two columns called '%.40s'; rename one of them",
                          both[t]->label, twin);
    }
    return SOLVED;
}
