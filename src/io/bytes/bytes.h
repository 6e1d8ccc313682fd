/* bytes.h - a buffer that grows; what files are read into and written from. */
#ifndef PAROT_IO_BYTES_H
#define PAROT_IO_BYTES_H

#include <stddef.h>

#include "base/status.h"

/* Zeroed: empty. `data` comes from malloc, so that it can be handed to a caller who frees it. */
struct bytes {
    char *data;
    size_t size, capacity;
};

void bytes_free(struct bytes *bytes);

/* Room for `more` bytes behind the `size` that are used. */
parot_status bytes_reserve(struct bytes *bytes, size_t more, parot_error *err);
parot_status bytes_append(struct bytes *bytes, const void *data, size_t size, parot_error *err);
parot_status bytes_append_text(struct bytes *bytes, const char *text, parot_error *err);

/* Gives back what was reserved and not used. */
void bytes_shrink(struct bytes *bytes);

/* What `bytes` holds, which is then empty. */
struct bytes bytes_move(struct bytes *bytes);

/* Whether it begins with these bytes. */
int bytes_begin(const struct bytes *bytes, const char *magic, size_t size);

/* Refuses a block that is to grow from `before` to `after` bytes if that is more than the system
 * says is free, or more than the environment variable PAROT_MEMORY allows. Small ones are granted
 * without asking. */
parot_status room_check(size_t before, size_t after, parot_error *err);

#endif
