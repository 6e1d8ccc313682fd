/* gzip.h - whole buffers in and out of gzip, by zlib. */
#ifndef PAROT_IO_GZIP_H
#define PAROT_IO_GZIP_H

#include "io/bytes/bytes.h"

enum { GZIP_WINDOW = 15 + 16 }; /* zlib's code for: largest window, gzip header */

int gzip_recognize(const struct bytes *bytes);

/* Replaces `bytes` by what it unpacks to; nothing happens when it is not gzip. */
parot_status gzip_unpack(const char *label, struct bytes *bytes, parot_error *err);

/* Replaces `bytes` by its gzip file, which depends on the bytes alone: no name, no date. */
parot_status gzip_pack(struct bytes *bytes, parot_error *err);

#endif
