/* encoding_fit.c - parot_encoding_fit: the levels and means of several tables together. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/options.h"
#include "base/sums.h"
#include "io/bytes/excerpt.h"
#include "io/bytes/number.h"
#include "io/tables/encoding.h"
#include "io/tables/levels.h"

/* So many levels, each of them in fewer than three cells on average, are names and no categories.
 */
enum { MANY_LEVELS = 50, CELLS_TO_A_LEVEL = 3 };

struct fitting {
    const parot_rows *tables;
    int64_t table_count;
    enum encoding_doubt doubt; /* why a column is refused */
    struct encoding_drafts drafts;
    struct bytes places; /* table_count x drafts.count: index of each column in each frame */
    struct bytes map;    /* of one frame's levels to those of the draft */
    struct bytes counts; /* of the draft's levels */
};

static int64_t row_of(const parot_rows *rows, int64_t r)
{
    return rows->row ? rows->row[r] : r;
}

static int64_t place_of(const struct fitting *fitting, int64_t table, int64_t k)
{
    const int64_t *places = (const int64_t *)(const void *)fitting->places.data;
    return places[table * fitting->drafts.count + k];
}

static const parot_column *column_of(const struct fitting *fitting, int64_t table, int64_t k)
{
    return &fitting->tables[table].frame->columns[place_of(fitting, table, k)];
}

/* "'age'", or "3" when it has no name */
static const char *describe(const struct fitting *fitting, int64_t k, char text[64])
{
    char excerpt[EXCERPT];
    const char *name = fitting->drafts.draft[k].name;
    const parot_frame *first = fitting->tables[0].frame;
    int64_t number = k < first->cols ? first->columns[k].number : 0;
    if (*name)
        snprintf(text, 64, "'%s'", excerpt_head(name, excerpt, sizeof excerpt));
    else
        snprintf(text, 64, "%lld", (long long)(number > 0 ? number : k + 1));
    return text;
}

/* ---- Which columns ------------------------------------------------------ */

static parot_status place_table(const struct fitting *fitting, int64_t table,
                                const struct name_index *index, int64_t *places, parot_error *err)
{
    const parot_frame *frame = fitting->tables[table].frame;
    const struct encoding_drafts *drafts = &fitting->drafts;
    char text[64];
    for (int64_t k = 0; k < drafts->count; k++) {
        places[k] = drafts->has_names ? name_index_find(index, drafts->draft[k].name) : k;
        if (places[k] < 0 || places[k] >= frame->cols)
            return fail(err, PAROT_ESHAPE, "%s has no column %s", frame->label,
                        describe(fitting, k, text));
    }
    return PAROT_OK;
}

static parot_status place_columns(struct fitting *fitting, const char *const *names,
                                  parot_error *err)
{
    struct encoding_drafts *drafts = &fitting->drafts;
    size_t size = (size_t)(fitting->table_count * drafts->count) * sizeof(int64_t);
    drafts->has_names = names != NULL;
    for (int64_t k = 0; k < drafts->count; k++)
        drafts->draft[k].name = names ? names[k] : "";
    TRY(bytes_reserve(&fitting->places, size, err));
    int64_t *places = (int64_t *)(void *)fitting->places.data;
    parot_status status = PAROT_OK;
    for (int64_t t = 0; t < fitting->table_count && status == PAROT_OK; t++) {
        struct name_index index = {0};
        status = name_index_build(&index, fitting->tables[t].frame, err);
        if (status == PAROT_OK)
            status = place_table(fitting, t, &index, places + t * drafts->count, err);
        name_index_free(&index);
    }
    return status;
}

/* ---- Numbers ------------------------------------------------------------ */

static parot_status fit_number(struct fitting *fitting, int64_t k, parot_error *err)
{
    struct sum sum = {0};
    double count = 0;
    char text[64];
    for (int64_t t = 0; t < fitting->table_count; t++) {
        const parot_rows *rows = &fitting->tables[t];
        const double *values = rows->frame->data + place_of(fitting, t, k);
        for (int64_t r = 0; r < rows->count; r++) {
            double value = values[row_of(rows, r) * rows->frame->cols];
            if (isnan(value))
                continue;
            sum_add(&sum, value);
            count++;
        }
    }
    if (count == 0) {
        fitting->doubt = ENCODING_EMPTY;
        return fail(err, PAROT_EINVAL, "column %s has no value in any row; leave it out",
                    describe(fitting, k, text));
    }
    fitting->drafts.draft[k].fill = sum_value(&sum) / count;
    return PAROT_OK;
}

/* ---- Numbers or text? --------------------------------------------------- */

/* A slip of the pen must not turn numbers into categories, of which any two are equally far apart.
 * So a column in which both occur is taken as text only if most of its cells are, or if the caller
 * says so. Of a column of a table: */
static int64_t count_numbers(const parot_frame *frame, const parot_column *column)
{
    return frame->rows - column->texts - column->missing;
}

int parot_column_has_mistakes(const parot_frame *frame, int64_t column)
{
    const parot_column *of = &frame->columns[column];
    return !of->is_category && of->text_row > 0 && count_numbers(frame, of) >= of->texts;
}

static parot_status check_cells(struct fitting *fitting, int64_t table, int64_t k, parot_error *err)
{
    const parot_column *column = column_of(fitting, table, k);
    const parot_frame *frame = fitting->tables[table].frame;
    int64_t numbers = count_numbers(frame, column);
    char text[64], cell[EXCERPT];
    if (column->written)
        return fail(err, PAROT_EFORMAT, "%s %s %lld, column %s: '%s' %s", frame->label,
                    parot_frame_place(frame), (long long)column->written_row,
                    describe(fitting, k, text),
                    excerpt_head(column->written_cell, cell, sizeof cell),
                    parot_written_rule(column->written));
    if (!parot_column_has_mistakes(frame, place_of(fitting, table, k)))
        return PAROT_OK;
    return fail(err, PAROT_EFORMAT,
                "%s %s %lld, column %s: '%s' is not a number, but %lld other cell%s of the column "
                "%s; correct it or leave the column out",
                frame->label, parot_frame_place(frame), (long long)column->text_row,
                describe(fitting, k, text), excerpt_head(column->text_cell, cell, sizeof cell),
                (long long)numbers, plural(numbers), numbers == 1 ? "is" : "are");
}

/* Text in one table, only numbers in another. */
static parot_status check_pair(struct fitting *fitting, int64_t t, int64_t other, int64_t k,
                               parot_error *err)
{
    const parot_frame *frame = fitting->tables[t].frame, *against = fitting->tables[other].frame;
    const parot_column *column = column_of(fitting, t, k), *there = column_of(fitting, other, k);
    char text[64], cell[EXCERPT];
    if (column->text_row == 0 || there->text_row > 0 || count_numbers(against, there) == 0)
        return PAROT_OK;
    return fail(err, PAROT_EFORMAT,
                "column %s holds text in %s (%s %lld: '%s') and only numbers in %s; correct it or "
                "leave the column out",
                describe(fitting, k, text), frame->label, parot_frame_place(frame),
                (long long)column->text_row, excerpt_head(column->text_cell, cell, sizeof cell),
                against->label);
}

static parot_status check_text(struct fitting *fitting, int64_t k, parot_error *err)
{
    for (int64_t t = 0; t < fitting->table_count; t++)
        if (column_of(fitting, t, k)->is_category)
            return PAROT_OK;
    fitting->doubt = ENCODING_MIXED;
    for (int64_t t = 0; t < fitting->table_count; t++)
        TRY(check_cells(fitting, t, k, err));
    for (int64_t t = 0; t < fitting->table_count; t++)
        for (int64_t other = 0; other < fitting->table_count; other++)
            TRY(check_pair(fitting, t, other, k, err));
    fitting->doubt = ENCODING_FINE;
    return PAROT_OK;
}

/* ---- Text --------------------------------------------------------------- */

/* map[level of the frame] = number of the level in the draft; -1: no row so far has it */
static parot_status open_map(struct fitting *fitting, const parot_column *column, parot_error *err)
{
    size_t size = (size_t)column->level_count * sizeof(int64_t);
    fitting->map.size = 0;
    TRY(bytes_reserve(&fitting->map, size, err));
    int64_t *map = (int64_t *)(void *)fitting->map.data;
    for (int64_t l = 0; l < column->level_count; l++)
        map[l] = -1;
    return PAROT_OK;
}

static parot_status level_of(struct fitting *fitting, const parot_column *column,
                             struct encoding_draft *draft, double value, int64_t *level,
                             parot_error *err)
{
    char text[NUMBER_SIZE];
    int64_t *map = (int64_t *)(void *)fitting->map.data;
    if (column->level_count == 0)
        return levels_intern(&draft->levels, number_print(value, text), level, err);
    int64_t *known = &map[(int64_t)value];
    if (*known < 0)
        TRY(levels_intern(&draft->levels, column->levels[(int64_t)value], known, err));
    *level = *known;
    return PAROT_OK;
}

static parot_status count_level(struct fitting *fitting, int64_t level, parot_error *err)
{
    size_t needed = (size_t)(level + 1) * sizeof(int64_t);
    struct bytes *counts = &fitting->counts;
    if (needed > counts->size) {
        TRY(bytes_reserve(counts, needed - counts->size, err));
        memset(counts->data + counts->size, 0, needed - counts->size);
        counts->size = needed;
    }
    ((int64_t *)(void *)counts->data)[level]++;
    return PAROT_OK;
}

static parot_status count_table(struct fitting *fitting, int64_t t, int64_t k, int64_t *total,
                                parot_error *err)
{
    const parot_rows *rows = &fitting->tables[t];
    const parot_column *column = column_of(fitting, t, k);
    const double *values = rows->frame->data + place_of(fitting, t, k);
    struct encoding_draft *draft = &fitting->drafts.draft[k];
    TRY(open_map(fitting, column, err));
    for (int64_t r = 0; r < rows->count; r++) {
        double value = values[row_of(rows, r) * rows->frame->cols];
        int64_t level = 0;
        if (isnan(value))
            continue;
        TRY(level_of(fitting, column, draft, value, &level, err));
        TRY(count_level(fitting, level, err));
        ++*total;
    }
    return PAROT_OK;
}

/* Of levels that are as frequent the first by its bytes, whatever the order of rows. */
static double most_frequent(const struct fitting *fitting, const struct levels *levels)
{
    const int64_t *counts = (const int64_t *)(const void *)fitting->counts.data;
    int64_t known = (int64_t)(fitting->counts.size / sizeof *counts), best = 0;
    for (int64_t l = 1; l < levels->count && l < known; l++)
        if (counts[l] > counts[best] ||
            (counts[l] == counts[best] &&
             strcmp(levels_text(levels, l), levels_text(levels, best)) < 0))
            best = l;
    return (double)best;
}

static parot_status fit_text(struct fitting *fitting, int64_t k, parot_error *err)
{
    struct encoding_draft *draft = &fitting->drafts.draft[k];
    int64_t total = 0;
    char text[64];
    TRY(check_text(fitting, k, err));
    draft->is_text = 1;
    fitting->counts.size = 0;
    for (int64_t t = 0; t < fitting->table_count; t++)
        TRY(count_table(fitting, t, k, &total, err));
    fitting->doubt = total == 0 ? ENCODING_EMPTY : ENCODING_NAMES;
    if (total == 0)
        return fail(err, PAROT_EINVAL, "column %s has no value in any row; leave it out",
                    describe(fitting, k, text));
    if (draft->levels.count > MANY_LEVELS && total < CELLS_TO_A_LEVEL * draft->levels.count)
        return fail(err, PAROT_EINVAL,
                    "column %s has %lld different texts in %lld rows, which is too many for a "
                    "category; leave it out",
                    describe(fitting, k, text), (long long)draft->levels.count, (long long)total);
    fitting->doubt = ENCODING_FINE;
    draft->fill = most_frequent(fitting, &draft->levels);
    return PAROT_OK;
}

/* ---- All columns -------------------------------------------------------- */

static int is_text(const struct fitting *fitting, int64_t k)
{
    for (int64_t t = 0; t < fitting->table_count; t++)
        if (column_of(fitting, t, k)->level_count > 0 || column_of(fitting, t, k)->is_category)
            return 1;
    return 0;
}

static parot_status fit(struct fitting *fitting, const char *const *names, int64_t count,
                        parot_encoding *encoding, parot_error *err)
{
    TRY(encoding_drafts_open(&fitting->drafts, count, err));
    TRY(place_columns(fitting, names, err));
    for (int64_t k = 0; k < count; k++)
        TRY(is_text(fitting, k) ? fit_text(fitting, k, err) : fit_number(fitting, k, err));
    return encoding_build(&fitting->drafts, encoding, err);
}

static parot_status check(const parot_rows *tables, int64_t table_count, const char *const *names,
                          int64_t name_count, parot_error *err)
{
    if (!tables || table_count < 1)
        return fail(err, PAROT_EINVAL, "tables: must be one or more");
    for (int64_t t = 0; t < table_count; t++) {
        const parot_rows *rows = &tables[t];
        TRY(CHECK_RESERVED(rows, err));
        if (!rows->frame || rows->count < 1)
            return fail(err, PAROT_EINVAL, "tables[%lld]: must have a frame and a row",
                        (long long)t);
    }
    if (names && name_count < 1)
        return fail(err, PAROT_EINVAL, "names: must be one or more, got %lld",
                    (long long)name_count);
    for (int64_t t = 1; t < table_count && !names; t++)
        if (tables[t].frame->cols != tables[0].frame->cols)
            return fail(err, PAROT_ESHAPE, "%s has %lld columns, %s %lld", tables[0].frame->label,
                        (long long)tables[0].frame->cols, tables[t].frame->label,
                        (long long)tables[t].frame->cols);
    return PAROT_OK;
}

parot_status encoding_fit(struct encoding_request *request, parot_encoding *encoding,
                          parot_error *err)
{
    const char *const *names = request->names;
    struct fitting fitting = {.tables = request->tables, .table_count = request->table_count};
    if (!encoding)
        return fail(err, PAROT_EINVAL, "encoding: must not be NULL");
    TRY(check(request->tables, request->table_count, names, request->name_count, err));
    int64_t count = names ? request->name_count : request->tables[0].frame->cols;
    parot_status status = fit(&fitting, names, count, encoding, err);
    request->doubt = fitting.doubt;
    encoding_drafts_free(&fitting.drafts);
    bytes_free(&fitting.places);
    bytes_free(&fitting.map);
    bytes_free(&fitting.counts);
    return status;
}

parot_status parot_encoding_fit(const parot_rows *tables, int64_t table_count,
                                const char *const *names, int64_t name_count,
                                parot_encoding *encoding, parot_error *err)
{
    struct encoding_request request = {tables, table_count, names, name_count, ENCODING_FINE};
    return encoding_fit(&request, encoding, err);
}
