/* match_columns.c - each kind of column is read from its file once more, all rows of it; the rows
 * that are used are then picked by their numbers. */
#include "input/match_columns.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "shell/option_number.h"

/* ---- Before reading ----------------------------------------------------- */

/* "age=5,income=1000", in place. */
enum outcome match_columns_check(struct match_columns *columns, const struct match_request *request)
{
    int64_t most = 1;
    if (!request->calipers)
        return SOLVED;
    for (const char *at = request->calipers; *at; at++)
        most += *at == ',';
    columns->calipers = strdup(request->calipers);
    columns->caliper = malloc((size_t)most * sizeof *columns->caliper);
    columns->limited_name = malloc((size_t)most * sizeof *columns->limited_name);
    if (!columns->calipers || !columns->caliper || !columns->limited_name)
        return refuse(FAILED, "--column-caliper: out of memory");
    for (char *word = strtok(columns->calipers, ","); word; word = strtok(NULL, ",")) {
        char *equals = strrchr(word, '=');
        double width = 0;
        if (!equals || equals == word)
            return refuse(MISUSED, "--column-caliper %s: '%s' must be COLUMN=WIDTH, as in age=5",
                          request->calipers, word);
        if (!number_parse(equals + 1, &width) || !(width >= 0))
            return refuse(MISUSED, "--column-caliper %s: '%s' must be a number, 0 or more",
                          request->calipers, equals + 1);
        *equals = '\0';
        columns->limited_name[columns->limits] = word;
        columns->caliper[columns->limits++] = width;
    }
    return SOLVED;
}

enum outcome match_columns_drop(const struct match_request *request, const char *drop, char **list)
{
    const char *const parts[] = {drop, request->exact, request->capacity};
    size_t size = 1;
    for (int k = 0; k < 3; k++)
        size += parts[k] ? strlen(parts[k]) + 1 : 0;
    if (size == 1)
        return SOLVED;
    *list = malloc(size);
    if (!*list)
        return refuse(FAILED, "--drop: out of memory");
    **list = '\0';
    for (int k = 0; k < 3; k++)
        if (parts[k]) {
            if (**list)
                strcat(*list, ",");
            strcat(*list, parts[k]);
        }
    return SOLVED;
}

/* ---- Reading ------------------------------------------------------------ */

/* Whether it says that a column is missing; what else it says is about the file. */
static int is_about_columns(const parot_error *err)
{
    return strncmp(err->message, "--columns", 9) == 0;
}

/* All rows of the columns in `list`; missing cells stay missing. */
static enum outcome read_columns(const struct feature_request *features, const char *option,
                                 const char *path, const char *list, parot_frame *frame)
{
    parot_error err = {0};
    parot_features_options options = features_options(features);
    options.columns = list;
    options.drop = NULL;
    options.sample = 0;
    if (parot_frame_read_chosen(path, &options, 1, frame, NULL, &err) == PAROT_OK)
        return SOLVED;
    /* it blames the option that it was given the list by */
    const char *said = is_about_columns(&err) ? strstr(err.message, ": ") : NULL;
    return refuse(FAILED, "%s %s: %s", option, list, said ? said + 2 : err.message);
}

/* Of the files that have such a column. */
static enum outcome open_rooms(struct match_columns *columns, const char *name,
                               const struct feature_request *features, const char *const paths[2])
{
    int found = 0;
    for (int side = 0; side < 2; side++) {
        parot_error err = {0};
        parot_features_options options = features_options(features);
        options.columns = name;
        options.drop = NULL;
        options.sample = 0;
        parot_status status =
            parot_frame_read_chosen(paths[side], &options, 1, &columns->rooms[side], NULL, &err);
        if (status != PAROT_OK && !is_about_columns(&err))
            return refuse_status(&err);
        found += status == PAROT_OK;
    }
    if (found == 0)
        return refuse(FAILED, "--capacity-column %s: neither %s nor %s has such a column", name,
                      path_label(paths[0]), path_label(paths[1]));
    return SOLVED;
}

enum outcome match_columns_open(struct match_columns *columns, const struct match_request *request,
                                const struct feature_request *features, const char *const paths[2])
{
    for (int side = 0; side < 2 && request->exact; side++)
        TRY(read_columns(features, "--exact", paths[side], request->exact, &columns->exact[side]));
    return request->capacity ? open_rooms(columns, request->capacity, features, paths) : SOLVED;
}

static enum outcome take_exact(struct match_columns *columns, const parot_features *sides)
{
    parot_error err = {0};
    parot_strata_request strata = {.frame = {&columns->exact[0], &columns->exact[1]}};
    for (int side = 0; side < 2; side++) {
        strata.row[side] = sides[side].row;
        strata.count[side] = sides[side].count;
        columns->stratum[side] =
            malloc((size_t)(sides[side].count + 1) * sizeof *columns->stratum[side]);
        if (!columns->stratum[side])
            return refuse(FAILED, "--exact: out of memory");
    }
    return outcome_of(parot_frame_strata(&strata, columns->stratum, &err), &err);
}

/* The column called `name` of a frame, as numbers of the rows that are used. */
static enum outcome take_numbers(const char *option, const char *name, const parot_frame *frame,
                                 const parot_features *side, double *to, int64_t stride)
{
    parot_error err = {0};
    int64_t column = 0;
    if (parot_frame_find(frame, name, &column, &err) != PAROT_OK)
        column = 0; /* it was chosen by its number, and is the only one */
    if (frame->columns[column].level_count > 0)
        return refuse(FAILED, "%s %s: the column of %s holds text; it must hold numbers", option,
                      name, path_label(side->path));
    for (int64_t k = 0; k < side->count; k++) {
        to[k * stride] = frame->data[side->row[k] * frame->cols + column];
        if (!isfinite(to[k * stride]))
            return refuse(FAILED, "%s %s: row %lld of %s has no number there; leave it out", option,
                          name, (long long)side->row[k] + 1, path_label(side->path));
    }
    return SOLVED;
}

/* One column of one file. */
static enum outcome read_numbers(const struct feature_request *features, const char *option,
                                 const char *name, const parot_features *side, double *to,
                                 int64_t stride)
{
    parot_frame frame = {0};
    enum outcome outcome = read_columns(features, option, side->path, name, &frame);
    if (outcome == SOLVED)
        outcome = take_numbers(option, name, &frame, side, to, stride);
    parot_frame_free(&frame);
    return outcome;
}

static enum outcome read_limits(struct match_columns *columns,
                                const struct feature_request *features, const parot_features *sides)
{
    for (int side = 0; side < 2; side++) {
        size_t numbers = (size_t)(sides[side].count * columns->limits + 1);
        columns->limited[side] = malloc(numbers * sizeof *columns->limited[side]);
        if (!columns->limited[side])
            return refuse(FAILED, "--column-caliper: out of memory");
        for (int64_t g = 0; g < columns->limits; g++)
            TRY(read_numbers(features, "--column-caliper", columns->limited_name[g], &sides[side],
                             columns->limited[side] + g, columns->limits));
    }
    return SOLVED;
}

static enum outcome read_score(struct match_columns *columns, const struct match_request *request,
                               const struct feature_request *features, const parot_features *sides)
{
    for (int side = 0; side < 2; side++) {
        columns->score[side] =
            malloc((size_t)(sides[side].count + 1) * sizeof *columns->score[side]);
        if (!columns->score[side])
            return refuse(FAILED, "--score: out of memory");
        TRY(read_numbers(features, "--score", request->score, &sides[side], columns->score[side],
                         1));
    }
    return SOLVED;
}

/* Works: `numbers` has room for the rows that are used. */
static enum outcome take_room(struct match_columns *columns, const char *name,
                              const parot_features *side, int at, double *numbers)
{
    if (!numbers || !columns->capacity[at])
        return refuse(FAILED, "--capacity-column: out of memory");
    TRY(take_numbers("--capacity-column", name, &columns->rooms[at], side, numbers, 1));
    for (int64_t k = 0; k < side->count; k++) {
        if (!(numbers[k] >= 0 && numbers[k] <= 1e9 && numbers[k] == (double)(int64_t)numbers[k]))
            return refuse(FAILED,
                          "--capacity-column %s: must be a whole number from 0 to 1e9, got %g in "
                          "row %lld of %s",
                          name, numbers[k], (long long)side->row[k] + 1, path_label(side->path));
        columns->capacity[at][k] = (int32_t)numbers[k];
    }
    return SOLVED;
}

static enum outcome take_rooms(struct match_columns *columns, const char *name,
                               const parot_features *sides)
{
    for (int side = 0; side < 2; side++) {
        if (columns->rooms[side].cols == 0)
            continue;
        size_t rows = (size_t)(sides[side].count + 1);
        double *numbers = malloc(rows * sizeof *numbers);
        columns->capacity[side] = malloc(rows * sizeof *columns->capacity[side]);
        enum outcome outcome = take_room(columns, name, &sides[side], side, numbers);
        free(numbers);
        TRY(outcome);
    }
    return SOLVED;
}

enum outcome match_columns_read(struct match_columns *columns, const struct match_request *request,
                                const struct feature_request *features, const parot_features *sides)
{
    if (request->exact)
        TRY(take_exact(columns, sides));
    if (columns->limits > 0)
        TRY(read_limits(columns, features, sides));
    if (request->score)
        TRY(read_score(columns, request, features, sides));
    if (request->capacity)
        TRY(take_rooms(columns, request->capacity, sides));
    return SOLVED;
}

void match_columns_free(struct match_columns *columns)
{
    for (int side = 0; side < 2; side++) {
        free(columns->stratum[side]);
        free(columns->capacity[side]);
        free(columns->limited[side]);
        free(columns->score[side]);
        parot_frame_free(&columns->exact[side]);
        parot_frame_free(&columns->rooms[side]);
    }
    free(columns->caliper);
    free(columns->limited_name);
    free(columns->calipers);
    *columns = (struct match_columns){0};
}
