/* batch_memory.h - the block of memory of one worker. */
#ifndef PAROT_TASKS_BATCH_MEMORY_H
#define PAROT_TASKS_BATCH_MEMORY_H

#include <stddef.h>

struct memory_chunk;

/* Where chunks come from: run->alloc and run->release of the caller, called under a lock, or
 * malloc and free. */
struct memory_source {
    void *(*alloc)(size_t bytes, void *user);
    void (*release)(void *block, void *user);
    void *user;
};

/* A stack of blocks; begun with a source and zeros. */
struct batch_memory {
    struct memory_source source;
    struct memory_chunk *top; /* the newest chunk, above the others */
    size_t wanted;            /* bytes that one chunk would have needed so far */
};

/* As alloc and release of a parot_run, `user` a struct batch_memory. Blocks may be released in any
 * order; their room comes back when all above them are released. */
void *batch_memory_alloc(size_t bytes, void *user);
void batch_memory_release(void *block, void *user);

/* Between two problems: all blocks have been released. */
void batch_memory_next(struct batch_memory *memory);

void batch_memory_free(struct batch_memory *memory);

#endif
