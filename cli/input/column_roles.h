/* column_roles.h - what the columns of one or two tables are: features, ids, labels, or nothing.
 *
 * Numbers of columns are those of the file. So all columns stay where they are until each has been
 * told what it is, and then all but the features go at once.
 */
#ifndef PAROT_COMMAND_COLUMN_ROLES_H
#define PAROT_COMMAND_COLUMN_ROLES_H

#include "input/features.h"

enum { CHOOSING_LIST = 3 * (COLUMN_WORDS + 32) + 32 }; /* three columns, and how many more */

struct choosing {
    const struct feature_request *request; /* borrowed */
    struct remarks *remarks;               /* borrowed */
    parot_frame *frames[2];                /* borrowed; the second may be NULL */
    char *marks[2];                        /* of their columns; released by choosing_free */
    char left_out[2][CHOOSING_LIST];       /* what was left out and why; "": nothing */
};

/* All columns are features for now. */
enum outcome choosing_open(struct choosing *choosing, const struct feature_request *request,
                           parot_frame *first, parot_frame *other, struct remarks *remarks);
void choosing_free(struct choosing *choosing);

/* Whether table `side`, 0 or 1, has that column, by name or number. */
int choosing_has(const struct choosing *choosing, int side, const char *name);

/* The column is none of the features. Its cells are copied to *texts, one for each row of the
 * table, in one block with the list that the caller frees; texts may be NULL. `option` is for
 * messages. */
enum outcome choosing_texts(struct choosing *choosing, int side, const char *option,
                            const char *name, const char ***texts);

/* The same for weights: numbers, none of which is missing. */
enum outcome choosing_numbers(struct choosing *choosing, int side, const char *option,
                              const char *name, double **numbers);

/* The same texts as ids, of which a word is said if they are not all different. */
enum outcome choosing_ids(struct choosing *choosing, int side, const char *name,
                          const char ***texts);

/* --columns and --drop; without --columns, what is rarely a feature is left out with a note, or
 * refused with --strict: see parot_frame_uses. Then all but the features leave the frames. */
enum outcome choosing_finish(struct choosing *choosing);

#endif
