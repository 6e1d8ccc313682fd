/* features.h - what the steps from files to features share: sides, marks of columns, and notes. */
#ifndef PAROT_IO_FEATURES_H
#define PAROT_IO_FEATURES_H

#include "base/status.h"
#include "parot/io.h"

enum mark { MARK_LEFT_OUT = 0, MARK_FEATURE = 1, MARK_ROLE = 2 };

/* Numbers of columns are those of the file. So all columns stay where they are until each has been
 * given its mark, and then all but the features go at once. */
struct selection {
    const parot_features_options *options;
    parot_features *sides; /* two of them */
    int count;             /* files that were read: 1 or 2 */
    char *marks[2];        /* of the columns of each file */
    parot_notes *notes;    /* may be NULL */
    const char **labels;   /* of `label_column`, for each row of the file */
};

/* One more sentence. */
__attribute__((format(printf, 2, 3))) void notes_add(parot_notes *notes, const char *format, ...);

/* "--label-column" on a command line, "label_column" elsewhere. */
struct option_word {
    char text[32];
};
struct option_word option_word(const parot_features_options *options, const char *name);

/* "column 'age'", or "column 3" of a file without names. */
enum { COLUMN_WORDS = 96 };
const char *column_words(const parot_column *column, char text[COLUMN_WORDS]);

/* `categories`, by the columns of the files. */
parot_status features_mark_categories(struct selection *selection, parot_error *err);

/* Roles, lists and habits; then all but the features leave the frames. */
parot_status features_choose_columns(struct selection *selection, parot_error *err);

/* Divides the only file by its labels. */
parot_status features_divide(struct selection *selection, parot_error *err);

/* `sample`. */
parot_status features_draw_rows(struct selection *selection, parot_error *err);

/* `na`, once rows are drawn; weights follow. */
parot_status features_settle_missing(struct selection *selection, parot_error *err);

/* Whether both have the same names, in any order; without names, as many columns. Frames in which
 * a name occurs twice agree with none. */
parot_status features_agree(parot_frame *first, parot_frame *other, int *is_same, parot_error *err);

#endif
