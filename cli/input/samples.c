/* samples.c - text is encoded by the library; a frame of numbers alone is used as it is. */
#include "input/samples.h"

#include <stdlib.h>
#include <string.h>

#include "input/shared_columns.h"

/* ---- Missing cells ------------------------------------------------------ */

enum outcome samples_settle_missing(const struct samples *samples, enum missing missing,
                                    struct remarks *remarks)
{
    int64_t left_out[2] = {0}, filled = 0;
    TRY(features_find_missing(samples->first, missing, &left_out[0], &filled));
    if (samples->other)
        TRY(features_find_missing(samples->other, missing, &left_out[1], &filled));
    if (left_out[0] + left_out[1] > 0 && samples->other)
        remark(remarks, "rows left out because of missing values: %lld %.80s, %lld %.80s",
               (long long)left_out[0], samples->first_rows, (long long)left_out[1],
               samples->other_rows);
    else if (left_out[0] > 0)
        remark(remarks, "rows left out because of missing values: %lld", (long long)left_out[0]);
    if (filled > 0)
        remark(remarks, "missing values filled in with the mean or the most frequent level: %lld",
               (long long)filled);
    return SOLVED;
}

/* ---- Remarks ------------------------------------------------------------ */

static void remark_levels(const parot_encoding *encoding, struct remarks *remarks)
{
    int64_t columns = 0, levels = 0;
    for (int64_t k = 0; k < encoding->count; k++) {
        columns += encoding->columns[k].level_count > 0;
        levels += encoding->columns[k].level_count;
    }
    if (columns > 0)
        remark(remarks, "%lld column%s of text became %lld column%s of 0 and 1, one for each level",
               (long long)columns, columns == 1 ? "" : "s", (long long)levels,
               levels == 1 ? "" : "s");
}

/* ---- Encoding ----------------------------------------------------------- */

static enum outcome fit(const parot_rows *tables, int64_t count, const char **names,
                        parot_encoding *encoding)
{
    const parot_frame *first = tables[0].frame;
    parot_error err = {""};
    if (!names)
        return refuse(FAILED, "%s: out of memory", first->label);
    int has_names = 1;
    for (int64_t t = 0; t < count; t++)
        has_names &= tables[t].frame->has_names && !columns_twin(tables[t].frame);
    for (int64_t k = 0; k < first->cols; k++)
        names[k] = first->columns[k].name;
    if (parot_encoding_fit(tables, count, has_names ? names : NULL, first->cols, encoding, &err) !=
        PAROT_OK)
        return refuse(FAILED, "%s (--drop COL; or --id COL, if it names the rows)", err.message);
    return SOLVED;
}

enum outcome samples_fit(const struct sample *first, const struct sample *other,
                         parot_encoding *encoding, struct remarks *remarks)
{
    const struct sample *second = other ? other : first;
    const parot_rows tables[2] = {{&first->frame, first->row, first->count},
                                  {&second->frame, second->row, second->count}};
    const char **names = malloc((size_t)first->frame.cols * sizeof *names);
    enum outcome outcome = fit(tables, other ? 2 : 1, names, encoding);
    free(names);
    if (outcome == SOLVED)
        remark_levels(encoding, remarks);
    return outcome;
}

/* All rows of a file of its own, without text and gaps. */
static int is_plain(const struct sample *sample)
{
    const parot_frame *frame = &sample->frame;
    if (sample->count != frame->rows || !frame->owner)
        return 0;
    for (int64_t k = 0; k < frame->cols; k++)
        if (frame->columns[k].level_count > 0 || frame->columns[k].missing > 0)
            return 0;
    return 1;
}

int samples_are_plain(const struct sample *first, const struct sample *other)
{
    const parot_frame *a = &first->frame, *b = &other->frame;
    if (!is_plain(first) || !is_plain(other) || a->cols != b->cols)
        return 0;
    for (int64_t k = 0; a->has_names && b->has_names && k < a->cols; k++)
        if (strcmp(a->columns[k].name, b->columns[k].name) != 0)
            return 0;
    return 1;
}

/* Is the frame, as it is, what encoding it would give? */
static int is_encoded(const struct sample *sample, const parot_encoding *encoding)
{
    const parot_frame *frame = &sample->frame;
    if (!is_plain(sample) || frame->cols != encoding->count)
        return 0;
    for (int64_t k = 0; k < frame->cols; k++)
        if (encoding->columns[k].level_count > 0 ||
            (encoding->has_names && strcmp(frame->columns[k].name, encoding->columns[k].name) != 0))
            return 0;
    return 1;
}

enum outcome sample_borrow(struct sample *sample, parot_table *table)
{
    const parot_frame *frame = &sample->frame;
    *table = (parot_table){.rows = frame->rows, .cols = frame->cols, .data = frame->data};
    if (!frame->has_names)
        return SOLVED;
    sample->names = malloc((size_t)frame->cols * sizeof *sample->names);
    if (!sample->names)
        return refuse(FAILED, "%s: out of memory", frame->label);
    for (int64_t k = 0; k < frame->cols; k++)
        sample->names[k] = frame->columns[k].name;
    table->names = sample->names;
    return SOLVED;
}

enum outcome sample_encode(struct sample *sample, const parot_encoding *encoding,
                           parot_table *table)
{
    parot_error err = {""};
    const parot_rows rows = {&sample->frame, sample->row, sample->count};
    if (is_encoded(sample, encoding))
        return sample_borrow(sample, table);
    if (parot_encoding_apply(encoding, &rows, table, NULL, &err) != PAROT_OK)
        return refuse_status(&err);
    return SOLVED;
}
