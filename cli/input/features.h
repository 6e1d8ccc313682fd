/* features.h - how tables are read, which of their rows are used, and how missing cells are
 * handled. */
#ifndef PAROT_COMMAND_FEATURES_H
#define PAROT_COMMAND_FEATURES_H

#include "input/remarks.h"
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

/* What to do about missing cells. */
enum missing { MISSING_REFUSED, MISSING_DROPPED, MISSING_FILLED };
enum outcome features_check(const struct feature_request *request, enum missing *missing);

/* --decimal and --no-header, of the others the defaults. */
parot_reading features_reading(const struct feature_request *request);

/* Why a table could not be read, with the option that may help. */
enum outcome features_refuse(const parot_error *err);

/* Reads a table as the request says; the columns called by `verbatim` are text as it stands. */
enum outcome features_read(const struct feature_request *request, const char *path,
                           const char *const *verbatim, int64_t verbatim_count, parot_frame *frame);

/* Rows of a file, and what is worth a note about it. */
struct sample {
    parot_frame frame;
    int64_t *row; /* which ones are used */
    int64_t count;
    char **names; /* private: see sample_encode */
};
void sample_free(struct sample *sample);

/* All rows of the frame. */
enum outcome sample_take_all(struct sample *sample);

/* --sample: a random part of the rows, if there are more. */
enum outcome sample_draw(struct sample *sample, const struct feature_request *request,
                         uint64_t seed, struct remarks *remarks);

/* What the column is called that a name or a number means, as a text that the caller frees; "id" if
 * it has no name. NULL: no memory. */
char *frame_name_of(const parot_frame *frame, const char *column);

/* Keeps the columns for which is_kept, in their order. */
void frame_keep(parot_frame *frame, const char *is_kept);

/* Refuses rows with missing cells, or takes them out of the sample; *left_out counts those, and
 * *filled the cells that will be filled. */
enum outcome features_find_missing(struct sample *sample, enum missing missing, int64_t *left_out,
                                   int64_t *filled);

/* "column 'age'", or "column 3" of a file without names. */
enum { COLUMN_WORDS = 96 };
const char *column_words(const parot_column *column, char text[COLUMN_WORDS]);

#endif
