/* pu_columns.c - see pu_columns.h. */
#include "pu_columns.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

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
static const char *only_extra(const parot_frame *frame, const parot_frame *other)
{
    for (int64_t k = 0; k < frame->cols; k++)
        if (parot_frame_column(other, frame->columns[k].name) < 0)
            return frame->columns[k].name;
    return "";
}

static enum outcome refuse_columns(const parot_frame *first, const parot_frame *other)
{
    char only_first[192], only_other[192], advice[64] = "--columns or --drop";
    int64_t extra_first = list_extra(first, other, only_first, sizeof only_first);
    int64_t extra_other = list_extra(other, first, only_other, sizeof only_other);
    if (extra_first && extra_other)
        return refuse(FAILED,
                      "%s and %s have different columns (only in %s: %s; only in %s: %s); use "
                      "--columns or --drop, or --method gromov for different feature spaces",
                      first->label, other->label, first->label, only_first, other->label,
                      only_other);
    if (extra_other == 1)
        snprintf(advice, sizeof advice, "%s %.40s",
                 features_is_name_of_rows(only_extra(other, first)) ? "--id" : "--drop",
                 only_extra(other, first));
    else if (extra_first == 1)
        snprintf(advice, sizeof advice, "--drop %.40s", only_extra(first, other));
    return refuse(FAILED,
                  "%s has %lld columns, %s %lld (extra: %s); use %s, or --method gromov for "
                  "different feature spaces",
                  first->label, (long long)first->cols, other->label, (long long)other->cols,
                  extra_first ? only_first : only_other, advice);
}

int pu_columns_agree(const parot_frame *first, const parot_frame *other)
{
    char text[192];
    if (!first->has_names || !other->has_names)
        return first->cols == other->cols;
    return list_extra(first, other, text, sizeof text) == 0 &&
           list_extra(other, first, text, sizeof text) == 0;
}

/* ---- Fitting ------------------------------------------------------------ */

/* A name that occurs twice, or NULL. */
static const char *find_twin(const parot_frame *frame)
{
    for (int64_t k = 0; k < frame->cols; k++)
        if (parot_frame_column(frame, frame->columns[k].name) != k)
            return frame->columns[k].name;
    return NULL;
}

enum outcome pu_columns_check(const parot_frame *first, const parot_frame *other)
{
    const parot_frame *both[2] = {first, other};
    int has_names = first->has_names && other->has_names;
    if (!has_names && first->cols != other->cols)
        return refuse(FAILED,
                      "%s has %lld columns, %s %lld; use --method gromov for different feature "
                      "spaces",
                      first->label, (long long)first->cols, other->label, (long long)other->cols);
    if (has_names && !pu_columns_agree(first, other))
        return refuse_columns(first, other);
    for (int t = 0; t < 2; t++) {
        const char *twin = both[t]->has_names ? find_twin(both[t]) : NULL;
        if (twin)
            return refuse(FAILED, "%s has two columns called '%.40s'; rename one of them",
                          both[t]->label, twin);
    }
    return SOLVED;
}

static enum outcome fit(const parot_rows *tables, int64_t count, const char **names,
                        parot_encoding *encoding)
{
    const parot_frame *first = tables[0].frame;
    parot_error err = {""};
    if (!names)
        return refuse(FAILED, "%s: out of memory", first->label);
    int has_names = 1;
    for (int64_t t = 0; t < count; t++)
        has_names &= tables[t].frame->has_names;
    for (int64_t k = 0; k < first->cols; k++)
        names[k] = first->columns[k].name;
    if (parot_encoding_fit(tables, count, has_names ? names : NULL, first->cols, encoding, &err) !=
        PAROT_OK)
        return refuse(FAILED, "%s (--drop COL; or --id COL, if it names the rows)", err.message);
    return SOLVED;
}

enum outcome pu_columns_fit(const struct sample *first, const struct sample *other,
                            parot_encoding *encoding)
{
    const struct sample *second = other ? other : first;
    const parot_rows tables[2] = {{&first->frame, first->row, first->count},
                                  {&second->frame, second->row, second->count}};
    const char **names = malloc((size_t)first->frame.cols * sizeof *names);
    enum outcome outcome = fit(tables, other ? 2 : 1, names, encoding);
    free(names);
    return outcome;
}
