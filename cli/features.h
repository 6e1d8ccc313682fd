/* features.h - which columns of a table with text are features, and which rows have all of them. */
#ifndef PAROT_CLI_FEATURES_H
#define PAROT_CLI_FEATURES_H

#include "args.h"
#include "parot/io.h"

/* As given; NULL: not given. */
struct feature_request {
    char *columns, *drop; /* "a,b,c" */
    char *na;
};

enum { FEATURE_OPTIONS = 3 };
void feature_options(struct feature_request *request, struct option options[FEATURE_OPTIONS]);

/* What to do about missing cells. */
enum missing { MISSING_REFUSED, MISSING_DROPPED, MISSING_FILLED };
enum outcome features_check(const struct feature_request *request, enum missing *missing);

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

/* Keeps the columns for which is_kept, in their order. */
void frame_keep(parot_frame *frame, const char *is_kept);

/* Removes a column. */
enum outcome frame_remove(parot_frame *frame, int64_t column);

/* Removes the column called `name` after its cells were copied to *texts, one for each row of the
 * frame; the caller frees the list, not the texts. The column must have been read verbatim.
 * `option` is for messages; texts may be NULL. */
enum outcome frame_take_texts(parot_frame *frame, const char *option, const char *name,
                              const char ***texts);

/* --columns and --drop. `other` may be NULL. A name to drop must be in one of the two at least. */
enum outcome features_select(const struct feature_request *request, parot_frame *frame,
                             parot_frame *other);

/* Refuses rows with missing cells, or takes them out of the sample; *left_out counts those, and
 * *filled the cells that will be filled. */
enum outcome features_find_missing(struct sample *sample, enum missing missing, int64_t *left_out,
                                   int64_t *filled);

/* "id", "index", "customer_id" and the like, and no name at all. */
int features_is_name_of_rows(const char *name);

/* The first column of whole numbers that differ in every row and is called like a name of rows: its
 * index, or -1. */
int64_t features_find_counter(const parot_frame *frame);

#endif
