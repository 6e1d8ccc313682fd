/* near_name.h - the name that was meant by one that does not exist. */
#ifndef PAROT_IO_NEAR_NAME_H
#define PAROT_IO_NEAR_NAME_H

#include "parot/io.h"

/* The column of the frame whose name is nearest to `name`, or NULL when none is near: letters of
 * another size, or one letter in three inserted, removed, changed or swapped with its neighbour. */
const char *near_name(const parot_frame *frame, const char *name);

#endif
