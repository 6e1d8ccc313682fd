/* input.h - whole files into memory. */
#ifndef PAROT_IO_INPUT_H
#define PAROT_IO_INPUT_H

#include "io/bytes.h"
#include "io/path.h"

/* Every byte of the file, or of standard input for "-", as they are. */
parot_status input_read(const struct path *path, struct bytes *bytes, parot_error *err);

#endif
