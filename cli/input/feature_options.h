/* feature_options.h - the options that say how tables are read, for every verb that reads them. */
#ifndef PAROT_COMMAND_FEATURE_OPTIONS_H
#define PAROT_COMMAND_FEATURE_OPTIONS_H

#include "parot/io.h"
#include "shell/args.h"

/* As given; NULL: not given. */
struct feature_request {
    char *columns, *drop; /* lists, as parot_frame_choose takes them */
    char *na, *na_values, *decimal, *sample;
    int has_no_header, is_strict;
};

enum { FEATURE_OPTIONS = 8 };
void feature_options(struct feature_request *request, struct option options[FEATURE_OPTIONS]);

/* The first option that is given, without its dashes, or NULL. */
const char *feature_option_given(const struct feature_request *request);

/* Finds fault with what can be wrong before any file is read. */
enum outcome features_check(const struct feature_request *request);

/* --decimal and --no-header, of the others the defaults. */
parot_reading features_reading(const struct feature_request *request);

/* Why a table could not be read, with the option that may help. */
enum outcome features_refuse(const parot_error *err);

/* parot_features_read, as the request says; `options` says the rest. There may be no other file. */
enum outcome features_read(const struct feature_request *request, parot_features_options *options,
                           const char *const paths[2], parot_features sides[2], parot_notes *notes);

/* A matrix of numbers; what is left out is said. */
enum outcome numbers_read(const struct feature_request *request, const char *path,
                          parot_table *table);

/* All of them on stderr. */
void notes_tell(const parot_notes *notes);

#endif
