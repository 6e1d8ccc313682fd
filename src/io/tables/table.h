/* table.h - tables from bytes in memory; what parot_table_read does once the file is read. */
#ifndef PAROT_IO_TABLE_H
#define PAROT_IO_TABLE_H

#include "io/bytes/bytes.h"
#include "io/bytes/filename.h"
#include "parot/io.h"

/* The format of bytes that are not compressed. */
enum format table_format(const struct bytes *bytes);

/* The format follows from the path's extension, then from the bytes. They are used up: unpacked,
 * changed, or moved into the table. */
parot_status table_parse(const struct filename *path, struct bytes *bytes, parot_table *table,
                         parot_error *err);
parot_status frame_parse(const struct filename *path, struct bytes *bytes, parot_frame *frame,
                         parot_error *err);

#endif
