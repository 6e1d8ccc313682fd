/* batch_memory.c - solvers ask for blocks and give them back; here that moves a pointer.
 *
 * A chunk is a stack. When it is full another chunk goes on top of it, and after the problem all of
 * them are replaced by one that has room for as much: problems of about one size soon run in one
 * chunk, whose pages have been touched and are in the cache.
 */
#include "tasks/batch/batch_memory.h"

#include <stdint.h>

enum { ALIGNMENT = 64, LEAST_CHUNK = 1 << 16 };

struct memory_chunk {
    struct memory_chunk *below;
    size_t size, used; /* bytes after this struct, and those that are given away */
    size_t last;       /* where the header of the topmost block is; SIZE_MAX: there is none */
};

/* In front of every block. */
struct block_mark {
    size_t previous; /* the header of the block below; SIZE_MAX: there is none */
    struct memory_chunk *chunk;
    int is_free;
};

enum {
    CHUNK_BYTES = (sizeof(struct memory_chunk) + ALIGNMENT - 1) / ALIGNMENT * ALIGNMENT,
    MARK_BYTES = (sizeof(struct block_mark) + ALIGNMENT - 1) / ALIGNMENT * ALIGNMENT
};

static struct block_mark *mark_at(struct memory_chunk *chunk, size_t at)
{
    return (struct block_mark *)(void *)((char *)chunk + CHUNK_BYTES + at);
}

static void drop_chunks(struct batch_memory *memory)
{
    while (memory->top) {
        struct memory_chunk *below = memory->top->below;
        memory->source.release(memory->top, memory->source.user);
        memory->top = below;
    }
}

static int add_chunk(struct batch_memory *memory, size_t bytes)
{
    size_t size = memory->wanted > LEAST_CHUNK ? memory->wanted : LEAST_CHUNK;
    size = size < bytes ? bytes : size;
    if (size > SIZE_MAX - CHUNK_BYTES)
        return 0;
    struct memory_chunk *chunk = memory->source.alloc(CHUNK_BYTES + size, memory->source.user);
    if (!chunk && size > bytes) {
        size = bytes;
        chunk = memory->source.alloc(CHUNK_BYTES + size, memory->source.user);
    }
    if (!chunk)
        return 0;
    *chunk = (struct memory_chunk){memory->top, size, 0, SIZE_MAX};
    memory->top = chunk;
    return 1;
}

void *batch_memory_alloc(size_t bytes, void *user)
{
    struct batch_memory *memory = user;
    if (bytes > SIZE_MAX / 2)
        return NULL;
    size_t taken = MARK_BYTES + (bytes + ALIGNMENT - 1) / ALIGNMENT * ALIGNMENT;
    struct memory_chunk *chunk = memory->top;
    if (!chunk || chunk->size - chunk->used < taken) {
        if (!add_chunk(memory, taken))
            return NULL;
        chunk = memory->top;
    }
    struct block_mark *mark = mark_at(chunk, chunk->used);
    *mark = (struct block_mark){chunk->last, chunk, 0};
    chunk->last = chunk->used;
    chunk->used += taken;
    return (char *)mark + MARK_BYTES;
}

void batch_memory_release(void *block, void *user)
{
    (void)user;
    struct block_mark *mark = (struct block_mark *)(void *)((char *)block - MARK_BYTES);
    struct memory_chunk *chunk = mark->chunk;
    mark->is_free = 1;
    while (chunk->last != SIZE_MAX && mark_at(chunk, chunk->last)->is_free) {
        chunk->used = chunk->last;
        chunk->last = mark_at(chunk, chunk->last)->previous;
    }
}

void batch_memory_next(struct batch_memory *memory)
{
    if (!memory->top || !memory->top->below)
        return;
    size_t all = 0;
    for (const struct memory_chunk *chunk = memory->top; chunk; chunk = chunk->below)
        all += chunk->size;
    memory->wanted = all;
    drop_chunks(memory);
}

void batch_memory_free(struct batch_memory *memory)
{
    drop_chunks(memory);
}
