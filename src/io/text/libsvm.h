/* libsvm.h - tables as LIBSVM and SVMlight write them: LABEL INDEX:VALUE INDEX:VALUE ...
 *
 * One row a line; indices count from 1 and increase; what is not listed is 0; # begins a comment.
 */
#ifndef PAROT_IO_LIBSVM_H
#define PAROT_IO_LIBSVM_H

#include "io/bytes/bytes.h"
#include "parot/io.h"

/* Whether the first rows look like that. */
int libsvm_recognize(const struct bytes *text);

/* A dense table with the columns label, x1, x2, ... up to the largest index. One of more than 1024
 * times the bytes of the file (and a megabyte) is refused. */
parot_status libsvm_read(const char *label, const struct bytes *text, parot_table *table,
                         parot_error *err);

/* The column called label first, wherever it stands, then the others in their order; `label` names
 * the file. The first row lists the last column even if it is 0, so that as many read back. */
parot_status libsvm_append(const char *label, const parot_table *table, struct bytes *out,
                           parot_error *err);

#endif
