/* idx.h - arrays as MNIST has them: two zero bytes, the type, the number of dimensions, their sizes
 * (4 bytes each) and the elements, most significant byte first. */
#ifndef PAROT_IO_IDX_H
#define PAROT_IO_IDX_H

#include "io/bytes/bytes.h"
#include "parot/io.h"

/* Whether the bytes begin like that. */
int idx_recognize(const struct bytes *bytes);

/* 1 to 4 dimensions: the first counts the rows, the others together the columns. */
parot_status idx_read(const char *label, const struct bytes *bytes, parot_table *table,
                      parot_error *err);

#endif
