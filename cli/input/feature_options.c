/* feature_options.c - texts of options become those of parot_features_read; what they mean is up to
 * the library.
 */
#include "input/feature_options.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "shell/choice.h"
#include "shell/option_number.h"
#include "shell/output_check.h"

void feature_options(struct feature_request *request, struct option options[FEATURE_OPTIONS])
{
    const struct option listed[FEATURE_OPTIONS] = {
        {"columns", 0, &request->columns, NULL, "LIST",
         "use only these columns: names, numbers, 5-7"},
        {"drop", 0, &request->drop, NULL, "LIST", "do not use these columns"},
        {"na", 0, &request->na, NULL, "WHAT",
         "missing values: error, drop (their rows) or mean (fill in)"},
        {"na-values", 0, &request->na_values, NULL, "LIST",
         "more cells to count as missing, besides empty ones and NA"},
        {"decimal", 0, &request->decimal, NULL, "C", "decimals take a point (.) or a comma (,)"},
        {"no-header", 0, NULL, &request->has_no_header, NULL,
         "the first row of the files is data, not names"},
        {"sample", 0, &request->sample, NULL, "N",
         "use N rows of each file, chosen at random by the seed"},
        {"strict", 0, NULL, &request->is_strict, NULL,
         "refuse what would otherwise be left out or rounded with a note"}};
    memcpy(options, listed, sizeof listed);
}

const char *feature_option_given(const struct feature_request *request)
{
    return request->columns         ? "columns"
           : request->drop          ? "drop"
           : request->na            ? "na"
           : request->na_values     ? "na-values"
           : request->decimal       ? "decimal"
           : request->has_no_header ? "no-header"
           : request->sample        ? "sample"
           : request->is_strict     ? "strict"
                                    : NULL;
}

static enum outcome read_request(const struct feature_request *request,
                                 parot_features_options *options)
{
    static const parot_word marks[] = {{".", '.'}, {",", ','}, {NULL, 0}};
    const struct choice decimals = {.own = marks};
    int na = PAROT_MISSING_REFUSE, decimal = '.';
    if (request->columns && request->drop)
        return refuse(MISUSED, "--columns and --drop: give only one of them");
    TRY(choice_read("--na", request->na, &MISSING, &na));
    TRY(choice_read("--decimal", request->decimal, &decimals, &decimal));
    if (request->sample)
        TRY(number_read_count("--sample", request->sample, 1, INT64_MAX, &options->sample));
    options->na = (parot_missing)na;
    options->reading = features_reading(request);
    options->columns = request->columns;
    options->drop = request->drop;
    options->strict = request->is_strict;
    options->prefix = "--";
    return SOLVED;
}

enum outcome features_check(const struct feature_request *request)
{
    parot_features_options options = {0};
    return read_request(request, &options);
}

parot_reading features_reading(const struct feature_request *request)
{
    return (parot_reading){.has_no_header = request->has_no_header,
                           .decimal = request->decimal ? request->decimal[0] : '.'};
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
        note("note: %s", notes->text[k]);
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

enum outcome features_read(const struct feature_request *request, parot_features_options *options,
                           const char *const paths[2], parot_features sides[2], parot_notes *notes)
{
    parot_error err = {0};
    for (int k = 0; k < 2 && paths[k]; k++)
        TRY(input_check(paths[k]));
    TRY(read_request(request, options));
    char *list = strdup(request->na_values ? request->na_values : "");
    const char **texts = list ? malloc((strlen(list) + 1) * sizeof *texts) : NULL;
    parot_status status = texts ? PAROT_OK : PAROT_ENOMEM;
    if (texts && request->na_values) {
        options->reading.missing_count = split(list, texts);
        options->reading.missing = texts;
    }
    if (texts)
        status = parot_features_read(paths[0], paths[1], options, sides, notes, &err);
    free(list);
    free(texts);
    return status == PAROT_OK ? SOLVED : features_refuse(&err);
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
    for (int k = 0; k < notes.count; k++)
        tip("note: %s", notes.text[k]);
    return SOLVED;
}
