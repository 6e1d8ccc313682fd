/* feature_options.h - the options that say how tables are read, for every verb that reads them. */
#ifndef PAROT_COMMAND_FEATURE_OPTIONS_H
#define PAROT_COMMAND_FEATURE_OPTIONS_H

#include "parot/io.h"
#include "shell/args.h"

struct feature_request {
    parot_features_options options; /* all but what is below */
    int decimal;                    /* '.' or ','; 0: not given */
    const char *na_values;          /* a list; NULL: not given */
};

/* For a feature_request: which columns and rows, how numbers are written, and both. */
extern const struct option CHOOSING_OPTIONS[], READING_OPTIONS[], FEATURE_OPTIONS[];

/* For a feature_request too: of the verbs that turn text into numbers. */
extern const struct option CATEGORIES_OPTION[];

/* Finds fault with what can be wrong before any file is read. */
enum outcome features_check(const struct feature_request *request);

/* --decimal and --no-header, of the others the defaults. */
parot_reading features_reading(const struct feature_request *request);

/* Why a table could not be read, with the option that may help. */
enum outcome features_refuse(const parot_error *err);

/* The request as the library takes it; the caller adds what the verb knows. */
parot_features_options features_options(const struct feature_request *request);

/* parot_features_read with these options and --na-values. There may be no other file. */
enum outcome features_read(const struct feature_request *request, parot_features_options *options,
                           const char *const paths[2], parot_features sides[2], parot_notes *notes);

/* One table, all of it that the request does not leave out; cells stay missing without --na. */
parot_status frame_read(const struct feature_request *request, const struct args *args,
                        const char *path, parot_frame *frame, parot_error *err);

/* A matrix of numbers; what is left out is said. */
enum outcome numbers_read(const struct feature_request *request, const char *path,
                          parot_table *table);

/* All of them on stderr, unless --quiet was given. */
void notes_tell(const parot_notes *notes);

#endif
