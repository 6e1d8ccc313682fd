/* feature_options.c - the options fill those of parot_features_read; what they mean is up to the
 * library. */
#include "input/feature_options.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "shell/output_check.h"

const struct option CHOOSING_OPTIONS[] = {
    TEXT_OPTION("columns", struct feature_request, options.columns, "COLS",
                "use only these columns: names, numbers, 5-7"),
    TEXT_OPTION("drop", struct feature_request, options.drop, "COLS", "do not use these columns"),
    CHOICE_OPTION("na", struct feature_request, options.na, "WHAT", MISSING,
                  "missing values: error, drop (their rows) or mean (fill in)"),
    TEXT_OPTION("na-values", struct feature_request, na_values, "LIST",
                "more cells to count as missing, besides empty ones and NA"),
    COUNT_OPTION("sample", struct feature_request, options.sample, "N", 1, INT64_MAX,
                 "use N rows of each file, chosen at random by the seed"),
    FLAG_OPTION("strict", struct feature_request, options.strict,
                "refuse what would otherwise be left out or rounded with a note"),
    {0}};

const struct option CATEGORIES_OPTION[] = {
    TEXT_OPTION("categories", struct feature_request, options.categories, "COLS",
                "columns whose values are categories, even if they look like numbers"),
    {0}};

const struct option READING_OPTIONS[] = {
    CHOICE_OPTION("decimal", struct feature_request, decimal, "C", DECIMALS,
                  "decimals take a point (.) or a comma (,)"),
    FLAG_OPTION("no-header", struct feature_request, options.reading.has_no_header,
                "the first row of the files is data, not names"),
    {0}};

const struct option FEATURE_OPTIONS[] = {
    {.more = CHOOSING_OPTIONS}, {.more = READING_OPTIONS}, {0}};

enum outcome features_check(const struct feature_request *request)
{
    if (request->options.columns && request->options.drop)
        return refuse(MISUSED, "--columns and --drop: give only one of them");
    return SOLVED;
}

parot_reading features_reading(const struct feature_request *request)
{
    return (parot_reading){.has_no_header = request->options.reading.has_no_header,
                           .decimal = request->decimal ? (char)request->decimal : '.'};
}

parot_features_options features_options(const struct feature_request *request)
{
    parot_features_options options = request->options;
    options.struct_size = sizeof options;
    options.reading = features_reading(request);
    options.prefix = "--";
    return options;
}

enum outcome features_refuse(const parot_error *err)
{
    if (strstr(err->message, "read as one without"))
        return refuse(FAILED, "%s (--no-header)", err->message);
    return refuse_status(err);
}

void notes_tell(const parot_notes *notes)
{
    for (int k = 0; k < notes->count; k++)
        tip("note: %s", notes->text[k]);
}

/* Cuts "a,b" at its commas, in place; returns how many texts there are. */
static int64_t split(char *list, const char **texts)
{
    int64_t count = 0;
    for (char *text = list; text;) {
        texts[count++] = text;
        text = strchr(text, ',');
        if (text)
            *text++ = '\0';
    }
    return count;
}

/* --na-values as the library takes them: one block, with the texts behind the pointers to them; it
 * is freed by the caller. NULL: out of memory. */
static void *open_missing(const struct feature_request *request, parot_reading *reading)
{
    size_t size = request->na_values ? strlen(request->na_values) + 1 : 1;
    const char **texts = malloc(size * (sizeof *texts + 1));
    if (!texts || !request->na_values)
        return texts;
    reading->missing_count = split(memcpy(texts + size, request->na_values, size), texts);
    reading->missing = texts;
    return texts;
}

enum outcome features_read(const struct feature_request *request, parot_features_options *options,
                           const char *const paths[2], parot_features sides[2], parot_notes *notes)
{
    parot_error err = {"out of memory"};
    for (int k = 0; k < 2 && paths[k]; k++)
        TRY(input_check(paths[k]));
    TRY(features_check(request));
    void *texts = open_missing(request, &options->reading);
    parot_status status = PAROT_ENOMEM;
    if (texts)
        status = parot_features_read(paths[0], paths[1], options, sides, notes, &err);
    free(texts);
    return status == PAROT_OK ? SOLVED : features_refuse(&err);
}

parot_status frame_read(const struct feature_request *request, const struct args *args,
                        const char *path, parot_frame *frame, parot_error *err)
{
    parot_features_options options = features_options(request);
    parot_notes notes = {0};
    options.seed = args->run.seed;
    void *texts = open_missing(request, &options.reading);
    parot_status status = PAROT_ENOMEM;
    snprintf(err->message, sizeof err->message, "out of memory");
    if (texts)
        status =
            parot_frame_read_chosen(path, &options, !args_text(args, "na"), frame, &notes, err);
    free(texts);
    if (status == PAROT_OK)
        notes_tell(&notes);
    return status;
}

enum outcome numbers_read(const struct feature_request *request, const char *path,
                          parot_table *table)
{
    parot_error err = {0};
    parot_notes notes = {0};
    const parot_reading reading = features_reading(request);
    TRY(input_check(path));
    if (parot_numbers_read(path, &reading, table, &notes, &err) != PAROT_OK)
        return features_refuse(&err);
    notes_tell(&notes);
    return SOLVED;
}
