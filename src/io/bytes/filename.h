/* filename.h - what the name of a file says: where it is, its format, and how messages call it. */
#ifndef PAROT_IO_FILENAME_H
#define PAROT_IO_FILENAME_H

#include <limits.h>

#include "base/status.h"
#include "io/bytes/excerpt.h"

enum format {
    FORMAT_UNKNOWN,
    FORMAT_CSV,
    FORMAT_TSV,
    FORMAT_NPY,
    FORMAT_NPZ,
    FORMAT_JSON,
    FORMAT_LIBSVM,
    FORMAT_IDX,
    FORMAT_MAT
};

struct filename {
    char file[PATH_MAX]; /* without the member */
    char label[LABEL];
    enum format format; /* by its extension */
    int is_gzip;        /* the extension ends in .gz */
    int is_stream;      /* "-" */
    const char *member; /* of "file.npz:member"; NULL: none given. Points into the text parsed */
};

/* `stream` is what messages call "-": "standard input" or "standard output". */
parot_status filename_parse(const char *text, const char *stream, struct filename *path,
                            parot_error *err);

#endif
