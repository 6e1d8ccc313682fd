/* foreign.h - files of other programs, called by their names. */
#ifndef PAROT_IO_FOREIGN_H
#define PAROT_IO_FOREIGN_H

#include "io/bytes/bytes.h"

/* Refuses what begins like a file that we do not read, with what it is and a way out. */
parot_status foreign_refuse(const char *label, const struct bytes *head, parot_error *err);

#endif
