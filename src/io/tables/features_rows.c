/* features_rows.c - which rows are used: those of a label, a random sample, those without gaps.
 *
 * Each side lists rows of its file, in order; every step shortens the lists. Weights follow at the
 * end, when it is known which rows stay.
 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/random.h"
#include "base/words.h"
#include "io/bytes/number.h"
#include "io/tables/column_list.h"
#include "io/tables/features.h"

WORDS(missing, "na", {"error", PAROT_MISSING_REFUSE}, {"drop", PAROT_MISSING_DROP},
      {"mean", PAROT_MISSING_FILL});

WORDS(sharing, "sharing", {"required", PAROT_SHARING_REQUIRED}, {"if same", PAROT_SHARING_IF_SAME},
      {"none", PAROT_SHARING_NONE});

/* Selection sampling (Knuth, volume 2, 3.4.2, algorithm S): row i is taken with the probability
 * (rows still wanted) / (rows still to come), which makes all subsets equally likely. */
void parot_sample_rows(int64_t count, int64_t wanted, uint64_t seed, int64_t *row)
{
    int64_t taken = 0;
    wanted = wanted < count ? wanted : count;
    for (int64_t i = 0; i < count && taken < wanted; i++) {
        double u = random_uniform(seed, RANDOM_ROWS, (uint64_t)i);
        if (u * (double)(count - i) < (double)(wanted - taken))
            row[taken++] = i;
    }
}

int parot_text_is_value(const char *text, const char *value)
{
    double a = 0, b = 0;
    if (strcmp(text, value) == 0)
        return 1;
    return number_parse(text, &a) == NUMBER_FINE && number_parse(value, &b) == NUMBER_FINE &&
           a == b;
}

/* ---- Sides -------------------------------------------------------------- */

static parot_status list_rows(parot_features *side, parot_error *err)
{
    side->row = malloc((size_t)side->frame.rows * sizeof *side->row);
    return side->row ? PAROT_OK : fail_memory(err, (size_t)side->frame.rows * sizeof *side->row);
}

/* A list of texts that another side owns. */
static parot_status borrow_texts(const char **from, int64_t rows, const char ***to,
                                 parot_error *err)
{
    if (!from)
        return PAROT_OK;
    *to = malloc((size_t)rows * sizeof **to);
    if (!*to)
        return fail_memory(err, (size_t)rows * sizeof **to);
    memcpy(*to, from, (size_t)rows * sizeof **to);
    return PAROT_OK;
}

/* Both sides are rows of one frame, which the first owns. */
parot_status features_divide(struct selection *selection, parot_error *err)
{
    const parot_features_options *options = selection->options;
    const char *positive = options->positive ? options->positive : "1";
    parot_features *first = &selection->sides[0], *other = &selection->sides[1];
    other->path = first->path;
    other->frame = first->frame;
    other->frame.owner = NULL;
    TRY(borrow_texts(first->id, first->frame.rows, &other->id, err));
    TRY(borrow_texts(first->aside, first->frame.rows, &other->aside, err));
    TRY(borrow_texts(first->propensity, first->frame.rows, &other->propensity, err));
    other->id_name = first->id_name ? text_copy(first->id_name) : NULL;
    for (int side = 0; side < 2; side++)
        TRY(list_rows(&selection->sides[side], err));
    for (int64_t i = 0; i < first->frame.rows; i++) {
        int is_first = parot_text_is_value(selection->labels[i], positive);
        parot_features *to = is_first ? first : other;
        to->row[to->count++] = i;
    }
    selection->count = 2;
    if (first->count > 0 && other->count > 0)
        return PAROT_OK;
    return fail(err, PAROT_EINVAL,
                "%s: %s row of %s has the value %s, which marks positives; %s V sets another value",
                option_word(options, "label-column").text, first->count > 0 ? "every" : "no",
                first->frame.label, positive, option_word(options, "positive").text);
}

/* ---- A random sample ---------------------------------------------------- */

static parot_status draw(const struct selection *selection, parot_features *side, parot_error *err)
{
    int64_t wanted = selection->options->sample;
    uint64_t seed = selection->options->seed;
    if (wanted <= 0 || wanted >= side->count)
        return PAROT_OK;
    int64_t *drawn = malloc((size_t)wanted * sizeof *drawn);
    if (!drawn)
        return fail_memory(err, (size_t)wanted * sizeof *drawn);
    parot_sample_rows(side->count, wanted, seed, drawn);
    for (int64_t r = 0; r < wanted; r++)
        side->row[r] = side->row[drawn[r]];
    free(drawn);
    notes_add(selection->notes, "%lld of %lld rows of %s are used, chosen at random by %s %llu",
              (long long)wanted, (long long)side->count, side->frame.label,
              option_word(selection->options, "seed").text, (unsigned long long)seed);
    side->count = wanted;
    return PAROT_OK;
}

/* ---- Missing cells ------------------------------------------------------ */

static parot_status refuse_missing(const struct selection *selection, const parot_frame *frame,
                                   const parot_column *column, parot_error *err)
{
    struct option_word na = option_word(selection->options, "na");
    char place[COLUMN_WORDS];
    column_words(column, place);
    if (!*column->missing_cell)
        return fail(err, PAROT_EFORMAT, "%s %s %lld, %s: the cell is empty; use %s drop or %s mean",
                    frame->label, parot_frame_place(frame), (long long)column->missing_row, place,
                    na.text, na.text);
    return fail(err, PAROT_EFORMAT, "%s %s %lld, %s: '%.40s' is %s; use %s drop or %s mean",
                frame->label, parot_frame_place(frame), (long long)column->missing_row, place,
                column->missing_cell, column->level_count ? "no value" : "not a number", na.text,
                na.text);
}

/* The column whose missing cell comes first in the file, or NULL. */
static const parot_column *first_with_missing(const parot_frame *frame)
{
    const parot_column *first = NULL;
    for (int64_t k = 0; k < frame->cols; k++) {
        const parot_column *column = &frame->columns[k];
        if (column->missing > 0 && (!first || column->missing_row < first->missing_row))
            first = column;
    }
    return first;
}

/* Refuses missing cells, or takes their rows out; *left_out counts those, and *filled the cells
 * that will be filled. */
static parot_status settle_missing(const struct selection *selection, parot_features *side,
                                   int64_t *left_out, int64_t *filled, parot_error *err)
{
    const parot_frame *frame = &side->frame;
    const parot_column *first = first_with_missing(frame);
    parot_missing na = selection->options->na;
    int64_t kept = 0;
    if (!first)
        return PAROT_OK;
    if (na == PAROT_MISSING_REFUSE)
        return refuse_missing(selection, frame, first, err);
    for (int64_t r = 0; r < side->count; r++) {
        int64_t gaps = 0;
        for (int64_t k = 0; k < frame->cols; k++)
            gaps += isnan(frame->data[side->row[r] * frame->cols + k]);
        if (gaps == 0 || na == PAROT_MISSING_FILL) {
            side->row[kept++] = side->row[r];
            *filled += gaps;
        } else {
            ++*left_out;
        }
    }
    side->count = kept;
    if (kept > 0)
        return PAROT_OK;
    struct option_word word = option_word(selection->options, "na");
    return fail(err, PAROT_EINVAL,
                "%s drop: every row of %s has a missing value; use %s mean, or leave columns out "
                "with %s",
                word.text, frame->label, word.text, option_word(selection->options, "drop").text);
}

static void note_missing(const struct selection *selection, const int64_t left_out[2],
                         int64_t filled)
{
    const parot_features_options *options = selection->options;
    char called[2][96];
    for (int side = 0; side < 2; side++) {
        const char *name = options->rows_called[side];
        snprintf(called[side], sizeof called[side], "%s%.80s", name ? "" : "of ",
                 name ? name : selection->sides[side].frame.label);
    }
    if (left_out[0] + left_out[1] > 0 && selection->count > 1)
        notes_add(selection->notes, "rows left out because of missing values: %lld %s, %lld %s",
                  (long long)left_out[0], called[0], (long long)left_out[1], called[1]);
    else if (left_out[0] > 0)
        notes_add(selection->notes, "rows left out because of missing values: %lld",
                  (long long)left_out[0]);
    if (filled > 0)
        notes_add(selection->notes, "missing values filled in%s: %lld",
                  options->encoding ? " as in the training"
                                    : " with the mean or the most frequent level",
                  (long long)filled);
}

/* ---- All ---------------------------------------------------------------- */

parot_status features_draw_rows(struct selection *selection, parot_error *err)
{
    for (int s = 0; s < selection->count; s++) {
        parot_features *side = &selection->sides[s];
        if (!side->row) {
            TRY(list_rows(side, err));
            for (; side->count < side->frame.rows; side->count++)
                side->row[side->count] = side->count;
        }
        side->before_count = side->count;
        side->before = malloc((size_t)side->count * sizeof *side->before);
        if (!side->before)
            return fail_memory(err, (size_t)side->count * sizeof *side->before);
        memcpy(side->before, side->row, (size_t)side->count * sizeof *side->before);
        TRY(draw(selection, side, err));
    }
    return PAROT_OK;
}

parot_status features_settle_missing(struct selection *selection, parot_error *err)
{
    int64_t left_out[2] = {0}, filled = 0;
    for (int s = 0; s < selection->count; s++) {
        parot_features *side = &selection->sides[s];
        TRY(settle_missing(selection, side, &left_out[s], &filled, err));
        for (int64_t r = 0; side->weights && r < side->count; r++)
            side->weights[r] = side->weights[side->row[r]];
        for (int64_t r = 0; side->prices && r < side->count; r++)
            side->prices[r] = side->prices[side->row[r]];
    }
    note_missing(selection, left_out, filled);
    return PAROT_OK;
}
