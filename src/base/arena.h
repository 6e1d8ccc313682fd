/* arena.h - one block of memory per object.
 *
 * An object describes its arrays in one layout function, which runs twice: first with an empty
 * arena, that only adds up sizes, then again after arena_open, that hands out pointers.
 *
 *     struct arena arena = {0};
 *     layout(object, &arena);
 *     TRY(arena_open(&arena, control, err));
 *     layout(object, &arena);
 *     object->memory = arena.block;
 */
#ifndef PAROT_BASE_ARENA_H
#define PAROT_BASE_ARENA_H

#include "base/run.h"

struct arena {
    char *block; /* NULL while measuring */
    size_t used;
    int overflow; /* a size did not fit */
};

/* Room for `count` items of `size` bytes, aligned to a cache line; NULL while measuring. */
void *arena_take(struct arena *arena, int64_t count, size_t size);

/* Adds the larger of two that were measured and are never open together. */
void arena_larger(struct arena *arena, const struct arena *a, const struct arena *b);

/* Allocates what was measured (zeroed) and starts to hand it out. */
parot_status arena_open(struct arena *arena, struct control *control, parot_error *err);

/* A block remembers how it was allocated: by run->alloc, or by calloc. NULL: nothing to do. */
void *block_alloc(struct control *control, size_t bytes);
void block_free(void *block);

/* *product = a b, or 0 when it does not fit (a, b >= 0). */
int multiply_sizes(int64_t a, int64_t b, int64_t *product);

#endif
