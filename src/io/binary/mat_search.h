/* mat_search.h - which variable of a MATLAB file is meant. */
#ifndef PAROT_IO_MAT_SEARCH_H
#define PAROT_IO_MAT_SEARCH_H

#include "io/bytes/bytes.h"

/* What a file says of a variable. */
struct mat_info {
    const char *name;
    int is_numeric; /* real numbers in two dimensions, all of them stored */
    int is_sparse;
    int64_t rows, cols;
};

struct mat_search {
    const char *label;
    const char *wanted;       /* NULL: the only matrix of more than one number */
    int64_t seen, matrices;   /* variables so far, and those among them */
    int64_t found;            /* which variable; -1: none so far */
    struct mat_info of_found; /* its name is not kept */
    struct bytes list;        /* "fts (295 x 800), labels (295 x 1)" */
};

void mat_search_begin(struct mat_search *search, const char *label, const char *wanted);
void mat_search_free(struct mat_search *search);

/* The next variable of the file. */
void mat_search_see(struct mat_search *search, const struct mat_info *info);

/* Whether one was found that can be read; otherwise the message lists what there is. A size that
 * the `size` bytes of the file cannot hold is damage. */
parot_status mat_search_judge(const struct mat_search *search, size_t size, parot_error *err);

#endif
