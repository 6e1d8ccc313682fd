/* features.c - parot_features_read: from files to numbers, for all that work on tables.
 *
 * Each file becomes a frame; columns that are not features leave it (features_columns.c), and those
 * that only one of two files has (features_shared.c); then rows are chosen (features_rows.c). What
 * remains is encoded, or borrowed from the frame if it is plain numbers already.
 */
#include "io/tables/features.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/options.h"
#include "io/bytes/excerpt.h"
#include "io/tables/encoding.h"

void parot_features_options_init_sized(parot_features_options *options, size_t struct_size)
{
    parot_features_options defaults = {0};
    options_init(options, struct_size, &defaults, sizeof defaults);
}

void parot_features_free(parot_features *features)
{
    if (!features)
        return;
    parot_table_free(&features->table);
    parot_encoding_free(&features->encoding);
    parot_frame_free(&features->frame);
    free(features->row);
    free(features->before);
    free(features->id);
    free(features->id_name);
    free(features->aside);
    free(features->propensity);
    free(features->weights);
    free(features->prices);
    free(features->names);
    *features = (parot_features){0};
}

/* ---- Reading ------------------------------------------------------------ */

/* Columns that are texts whatever they look like. */
static parot_status read_frame(const char *path, const parot_features_options *options,
                               parot_features *side, parot_error *err)
{
    const char *verbatim[4];
    parot_reading reading = options->reading;
    const char *const roles[4] = {options->id, options->label_column, options->aside,
                                  options->propensity};
    reading.verbatim = verbatim;
    reading.verbatim_count = 0;
    for (int k = 0; k < 4; k++)
        if (roles[k])
            verbatim[reading.verbatim_count++] = roles[k];
    side->path = path;
    return parot_frame_read_as(path, &reading, &side->frame, err);
}

/* ---- Columns of a model ------------------------------------------------- */

/* Columns that the model does not know are not used. */
static parot_status keep_known(parot_frame *frame, const parot_frame *known, parot_notes *notes,
                               parot_error *err)
{
    const char *unused = NULL;
    int64_t count = 0;
    int64_t *place = malloc((size_t)frame->cols * sizeof *place);
    char *is_kept = malloc((size_t)frame->cols);
    parot_status status = place && is_kept ? parot_frame_match(frame, known, place, err)
                                           : fail_memory(err, (size_t)frame->cols * sizeof *place);
    for (int64_t k = 0; status == PAROT_OK && k < frame->cols; k++) {
        is_kept[k] = place[k] >= 0;
        if (!is_kept[k] && count++ == 0)
            unused = frame->columns[k].name;
    }
    if (count > 0)
        notes_add(notes, "%lld column%s of %s %s not used: the model does not know '%.40s'%s",
                  (long long)count, plural(count), frame->label, count == 1 ? "is" : "are", unused,
                  count == 1 ? "" : " and the others");
    if (status == PAROT_OK)
        parot_frame_keep(frame, is_kept);
    free(place);
    free(is_kept);
    return status;
}

/* The columns of a model are a table without rows. Without names all columns are used. */
static parot_status match_known(const parot_encoding *encoding, parot_frame *frame,
                                parot_notes *notes, parot_error *err)
{
    parot_frame known = {.cols = encoding->count, .has_names = 1};
    if (!encoding->has_names || !frame->has_names)
        return PAROT_OK;
    known.columns = calloc((size_t)known.cols, sizeof *known.columns);
    if (!known.columns)
        return fail_memory(err, (size_t)known.cols * sizeof *known.columns);
    for (int64_t k = 0; k < known.cols; k++)
        known.columns[k].name = encoding->columns[k].name;
    parot_status status = keep_known(frame, &known, notes, err);
    free(known.columns);
    return status;
}

/* ---- Plain numbers ------------------------------------------------------ */

/* All rows of a file of its own, without text and gaps. */
static int is_plain(const parot_features *side)
{
    const parot_frame *frame = &side->frame;
    if (side->count != frame->rows || !frame->owner)
        return 0;
    for (int64_t k = 0; k < frame->cols; k++)
        if (frame->columns[k].level_count > 0 || frame->columns[k].missing > 0 ||
            frame->columns[k].is_category)
            return 0;
    return 1;
}

/* Whether both are plain, with columns in the same order. */
static int are_plain(const parot_features *first, const parot_features *other)
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
static int is_encoded(const parot_features *side, const parot_encoding *encoding)
{
    const parot_frame *frame = &side->frame;
    if (!is_plain(side) || frame->cols != encoding->count)
        return 0;
    for (int64_t k = 0; k < frame->cols; k++)
        if (encoding->columns[k].level_count > 0 ||
            (encoding->has_names && strcmp(frame->columns[k].name, encoding->columns[k].name) != 0))
            return 0;
    return 1;
}

/* The table is the frame's. */
static parot_status borrow(parot_features *side, parot_error *err)
{
    const parot_frame *frame = &side->frame;
    side->table = (parot_table){.rows = frame->rows, .cols = frame->cols, .data = frame->data};
    if (!frame->has_names)
        return PAROT_OK;
    side->names = malloc((size_t)frame->cols * sizeof *side->names);
    if (!side->names)
        return fail_memory(err, (size_t)frame->cols * sizeof *side->names);
    for (int64_t k = 0; k < frame->cols; k++)
        side->names[k] = frame->columns[k].name;
    side->table.names = side->names;
    return PAROT_OK;
}

/* ---- Encoding ----------------------------------------------------------- */

/* Column k of the first side as side `s` has it; NULL: it has none of that name. */
static const parot_column *column_in(const parot_features *sides, int s, int64_t k)
{
    const parot_frame *first = &sides[0].frame, *frame = &sides[s].frame;
    int64_t place = s > 0 && first->has_names && frame->has_names
                        ? parot_frame_column(frame, first->columns[k].name)
                        : k;
    return place >= 0 && place < frame->cols ? &frame->columns[place] : NULL;
}

/* "column 'size' (text such as 'small')" */
enum { TEXT_EXAMPLE = COLUMN_WORDS + 64 };
static void describe_text(const parot_features *sides, int count, const parot_encoded *encoded,
                          int64_t k, char text[TEXT_EXAMPLE])
{
    char words[COLUMN_WORDS], cell[EXCERPT];
    const char *example = NULL;
    column_words(&sides[0].frame.columns[k], words);
    for (int s = 0; s < count && !example; s++) {
        const parot_column *column = column_in(sides, s, k);
        example = column ? column->text_cell : NULL;
    }
    snprintf(text, TEXT_EXAMPLE, "%s (%s such as '%s')", words, example ? "text" : "categories",
             excerpt_head(example ? example : encoded->levels[0], cell, sizeof cell));
}

/* A column that was meant to be numbers is seen here by its example. */
static void note_levels(const parot_features *sides, int count, const parot_encoding *encoding,
                        parot_notes *notes)
{
    enum { LISTED = 2 };
    int64_t columns = 0, levels = 0;
    char list[LISTED * TEXT_EXAMPLE + 32] = "";
    size_t used = 0;
    for (int64_t k = 0; k < encoding->count; k++)
        columns += encoding->columns[k].level_count > 0;
    for (int64_t k = 0, listed = 0; k < encoding->count; k++) {
        char text[TEXT_EXAMPLE];
        levels += encoding->columns[k].level_count;
        if (encoding->columns[k].level_count == 0 || listed++ >= LISTED)
            continue;
        describe_text(sides, count, &encoding->columns[k], k, text);
        used += (size_t)snprintf(list + used, sizeof list - used, "%s%s",
                                 listed == 1         ? ""
                                 : columns == LISTED ? " and "
                                                     : ", ",
                                 text);
    }
    if (columns > LISTED)
        snprintf(list + used, sizeof list - used, " and %lld more", (long long)columns - LISTED);
    if (columns > 0)
        notes_add(notes, "%s became %lld column%s of 0 and 1, one for each value", list,
                  (long long)levels, plural(levels));
}

/* What can be done about the refusal, as the caller spells it. */
static parot_status refuse_column(const struct selection *selection, parot_status status,
                                  const char *message, enum encoding_doubt doubt, parot_error *err)
{
    struct option_word drop = option_word(selection->options, "drop");
    if (doubt == ENCODING_MIXED)
        return fail(err, status,
                    "%s (%s COL; or %s TEXT, if it stands for a missing value; or %s COL, if the "
                    "column holds categories)",
                    message, drop.text, option_word(selection->options, "na-values").text,
                    option_word(selection->options, "categories").text);
    if (doubt == ENCODING_NAMES)
        return fail(err, status, "%s (%s COL; or %s COL, if it names the rows)", message, drop.text,
                    option_word(selection->options, "id").text);
    if (doubt == ENCODING_EMPTY)
        return fail(err, status, "%s (%s COL)", message, drop.text);
    return fail(err, status, "%s", message);
}

/* Works. The encoding of `count` sides together, by the names of the first. */
static parot_status fit_named(const struct selection *selection, const parot_features *sides,
                              int count, const char **names, parot_encoding *encoding,
                              parot_error *err)
{
    parot_rows tables[2];
    int has_names = 1;
    const char *twin = NULL;
    parot_error refusal = {0};
    for (int s = 0; s < count; s++) {
        tables[s] = (parot_rows){&sides[s].frame, sides[s].row, sides[s].count};
        TRY(parot_frame_twin(&sides[s].frame, &twin, err));
        has_names &= sides[s].frame.has_names && !twin;
    }
    for (int64_t k = 0; k < sides->frame.cols; k++)
        names[k] = sides->frame.columns[k].name;
    struct encoding_request request = {tables, count, has_names ? names : NULL, sides->frame.cols,
                                       ENCODING_FINE};
    parot_status status = encoding_fit(&request, encoding, &refusal);
    if (status != PAROT_OK)
        return refuse_column(selection, status, refusal.message, request.doubt, err);
    note_levels(sides, count, encoding, selection->notes);
    return PAROT_OK;
}

/* Owns. */
static parot_status fit(const struct selection *selection, const parot_features *sides, int count,
                        parot_encoding *encoding, parot_error *err)
{
    const char **names = malloc((size_t)sides->frame.cols * sizeof *names);
    if (!names)
        return fail_memory(err, (size_t)sides->frame.cols * sizeof *names);
    parot_status status = fit_named(selection, sides, count, names, encoding, err);
    free(names);
    return status;
}

static parot_status apply(parot_features *side, const parot_encoding *encoding, int64_t *unknown,
                          parot_error *err)
{
    const parot_rows rows = {&side->frame, side->row, side->count};
    if (is_encoded(side, encoding))
        return borrow(side, err);
    return parot_encoding_apply(encoding, &rows, &side->table, unknown, err);
}

/* As the model says. */
static parot_status apply_known(const struct selection *selection, parot_features *side,
                                parot_error *err)
{
    const parot_encoding *encoding = selection->options->encoding;
    parot_error refusal = {0};
    int64_t unknown = 0;
    parot_status status = apply(side, encoding, &unknown, &refusal);
    if (status != PAROT_OK)
        return fail(err, status, "%s; the model was trained on %lld columns", refusal.message,
                    (long long)encoding->count);
    if (unknown > 0)
        notes_add(selection->notes,
                  "cells with a text that the model has not seen, which match no level: %lld",
                  (long long)unknown);
    return PAROT_OK;
}

/* `count` sides whose columns mean the same; the last one owns the encoding. */
static parot_status encode(const struct selection *selection, parot_features *sides, int count,
                           parot_error *err)
{
    parot_features *last = &sides[count - 1];
    if (!selection->options->wants_encoding && are_plain(sides, last)) {
        for (int s = 0; s < count; s++)
            TRY(borrow(&sides[s], err));
        return PAROT_OK;
    }
    TRY(fit(selection, sides, count, &last->encoding, err));
    for (int s = 0; s < count; s++)
        TRY(apply(&sides[s], &last->encoding, NULL, err));
    sides->encoding = last->encoding;
    if (count > 1)
        sides->encoding.owner = NULL;
    return PAROT_OK;
}

/* ---- All ---------------------------------------------------------------- */

/* A file whose cells are separated by commas is one column to a reader of decimal commas. */
static parot_status check_decimals(const struct selection *selection, parot_error *err)
{
    struct option_word decimal = option_word(selection->options, "decimal");
    for (int s = 0; s < 2 && selection->options->reading.decimal == ','; s++) {
        const parot_frame *frame = &selection->sides[s].frame;
        if (frame->cols == 1 && strchr(frame->columns[0].name, ',') &&
            selection->sides[1 - s].frame.cols > 1)
            return fail(err, PAROT_EFORMAT,
                        "%s: commas separate its cells, so %s , does not fit it; convert %s to "
                        "decimal points first, and leave %s out",
                        frame->label, decimal.text, selection->sides[1 - s].frame.label,
                        decimal.text);
    }
    return PAROT_OK;
}

/* *is_shared: columns of both sides mean the same. */
static parot_status share(const struct selection *selection, int *is_shared, parot_error *err)
{
    const parot_features_options *options = selection->options;
    parot_features *first = &selection->sides[0], *other = &selection->sides[1];
    *is_shared = 1;
    if (selection->count == 1 || options->label_column)
        return PAROT_OK;
    TRY(check_decimals(selection, err));
    if (options->sharing == PAROT_SHARING_REQUIRED)
        return parot_frame_share(&first->frame, &other->frame, options, selection->notes, err);
    *is_shared = 0;
    return options->sharing == PAROT_SHARING_IF_SAME
               ? features_agree(&first->frame, &other->frame, is_shared, err)
               : PAROT_OK;
}

/* Works. */
static parot_status run(struct selection *selection, const char *const paths[2], parot_error *err)
{
    const parot_features_options *options = selection->options;
    int is_shared = 1;
    for (int s = 0; s < selection->count; s++)
        TRY(read_frame(paths[s], options, &selection->sides[s], err));
    TRY(features_choose_columns(selection, err));
    TRY(share(selection, &is_shared, err));
    for (int s = 0; options->encoding && s < selection->count; s++)
        TRY(match_known(options->encoding, &selection->sides[s].frame, selection->notes, err));
    if (options->label_column)
        TRY(features_divide(selection, err));
    TRY(features_draw_rows(selection, err));
    TRY(features_settle_missing(selection, err));
    for (int s = 0; options->encoding && s < selection->count; s++)
        TRY(apply_known(selection, &selection->sides[s], err));
    for (int s = 0; s < selection->count; s++)
        selection->sides[s].is_shared = is_shared;
    if (options->encoding)
        return PAROT_OK;
    if (is_shared)
        return encode(selection, selection->sides, selection->count, err);
    TRY(encode(selection, &selection->sides[0], 1, err));
    return encode(selection, &selection->sides[1], 1, err);
}

static parot_status check(const char *first, const char *other,
                          const parot_features_options *options, const parot_features *sides,
                          parot_error *err)
{
    if (!first || !sides)
        return fail(err, PAROT_EINVAL, "%s: must not be NULL", first ? "sides" : "first");
    if (options->columns && options->drop)
        return fail(err, PAROT_EINVAL, "%s and %s: give only one of them",
                    option_word(options, "columns").text, option_word(options, "drop").text);
    if (other && options->label_column)
        return fail(err, PAROT_EINVAL, "%s: applies only to one file; there are two",
                    option_word(options, "label-column").text);
    return PAROT_OK;
}

/* Owns. */
parot_status parot_features_read(const char *first, const char *other,
                                 const parot_features_options *options, parot_features sides[2],
                                 parot_notes *notes, parot_error *err)
{
    const char *const paths[2] = {first, other};
    parot_features_options taken;
    struct selection selection = {
        .options = &taken, .sides = sides, .count = other ? 2 : 1, .notes = notes};
    parot_features_options_init(&taken);
    if (options)
        TRY(options_take(&taken, sizeof taken, options, "options", "parot_features_options", err));
    TRY(check(first, other, &taken, sides, err));
    parot_status status = run(&selection, paths, err);
    free(selection.marks[0]);
    free(selection.marks[1]);
    free(selection.labels);
    return status;
}
