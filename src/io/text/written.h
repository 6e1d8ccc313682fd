/* written.h - cells that are numbers to a person, and text to a program. */
#ifndef PAROT_IO_WRITTEN_H
#define PAROT_IO_WRITTEN_H

#include "parot/io.h"

/* How a cell that is not a plain number is written, if it is a number after all; `decimal` is what
 * decimals take. */
parot_written written_as(const char *cell, char decimal);

/* Whether digits, with a sign perhaps, are exactly that double; true of all that is not written
 * as a whole number. */
int written_exactly(const char *cell, double value);

#endif
