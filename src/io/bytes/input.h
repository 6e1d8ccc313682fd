/* input.h - files as they are: opened, and read. */
#ifndef PAROT_IO_INPUT_H
#define PAROT_IO_INPUT_H

#include "io/bytes/bytes.h"
#include "io/bytes/filename.h"

/* The caller closes *file. */
parot_status input_open(const struct filename *path, int *file, parot_error *err);

/* At most `room` bytes; *got = 0: there are no more. */
parot_status input_read_piece(int file, const char *label, char *to, size_t room, size_t *got,
                              parot_error *err);

/* Every byte of the file, or of standard input for "-", unpacked if it is gzip. */
parot_status input_read(const struct filename *path, struct bytes *bytes, parot_error *err);

#endif
