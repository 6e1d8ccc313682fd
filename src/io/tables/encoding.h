/* encoding.h - an encoding in the making: columns whose levels are still being collected. */
#ifndef PAROT_IO_ENCODING_H
#define PAROT_IO_ENCODING_H

#include "io/tables/levels.h"
#include "parot/io.h"

struct encoding_draft {
    const char *name; /* borrowed */
    int is_text;
    struct levels levels;
    double fill; /* the mean, or the number of a level */
};

struct encoding_drafts {
    int64_t count;
    int has_names;
    struct encoding_draft *draft;
};

/* Owned by `drafts` until encoding_drafts_free. */
parot_status encoding_drafts_open(struct encoding_drafts *drafts, int64_t count, parot_error *err);
void encoding_drafts_free(struct encoding_drafts *drafts);

/* One block of it all, levels sorted. */
parot_status encoding_build(const struct encoding_drafts *drafts, parot_encoding *encoding,
                            parot_error *err);

/* Why a column cannot be encoded, for those who know what the caller can do about it. */
enum encoding_doubt {
    ENCODING_FINE,
    ENCODING_MIXED, /* text and numbers */
    ENCODING_NAMES, /* texts that hardly ever repeat */
    ENCODING_EMPTY
};

/* parot_encoding_fit, which says what it found. */
struct encoding_request {
    const parot_rows *tables;
    int64_t table_count;
    const char *const *names; /* NULL: all columns by position */
    int64_t name_count;
    enum encoding_doubt doubt; /* set if it fails */
};
parot_status encoding_fit(struct encoding_request *request, parot_encoding *encoding,
                          parot_error *err);

#endif
