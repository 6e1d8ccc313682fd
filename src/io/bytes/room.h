/* room.h - whether there is memory for a file, before the system promises what it does not have. */
#ifndef PAROT_IO_ROOM_H
#define PAROT_IO_ROOM_H

#include <stddef.h>

#include "base/status.h"

/* Refuses a block that is to grow from `before` to `after` bytes if that is more than the system
 * says is free, or more than the environment variable PAROT_MEMORY allows. Small ones are granted
 * without asking. */
parot_status room_check(size_t before, size_t after, parot_error *err);

#endif
