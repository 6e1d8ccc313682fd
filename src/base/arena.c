/* arena.c - the layout function runs once to add up sizes and once to hand out pointers into one
 * zeroed block. */
#include "base/arena.h"

#include <stdlib.h>
#include <string.h>

enum { LINE = 64 }; /* bytes of a cache line: rows of arrays start on one, for SIMD and threads */

/* In front of every block: how to give it back. `raw` is what the allocator returned. */
struct block_header {
    void *raw;
    void (*release)(void *block, void *user);
    void *user;
};

int multiply_sizes(int64_t a, int64_t b, int64_t *product)
{
    return !__builtin_mul_overflow(a, b, product);
}

void *block_alloc(struct control *control, size_t bytes)
{
    const parot_run *run = &control->run;
    size_t total = 0;
    if (__builtin_add_overflow(bytes, (size_t)2 * LINE, &total))
        return NULL;
    void *raw = run->alloc ? run->alloc(total, run->user) : calloc(1, total);
    if (!raw)
        return NULL;
    control->allocations++;
    char *block = (char *)(((uintptr_t)raw + 2 * LINE - 1) / LINE * LINE);
    struct block_header header = {raw, run->release, run->user};
    memcpy(block - sizeof header, &header, sizeof header);
    return block;
}

void block_free(void *block)
{
    if (!block)
        return;
    struct block_header header;
    memcpy(&header, (char *)block - sizeof header, sizeof header);
    if (header.release)
        header.release(header.raw, header.user);
    else
        free(header.raw);
}

void *arena_take(struct arena *arena, int64_t count, size_t size)
{
    size_t bytes = 0, end = 0;
    if (count < 0 || __builtin_mul_overflow((size_t)count, size, &bytes) ||
        __builtin_add_overflow(bytes, (size_t)LINE - 1, &bytes) ||
        __builtin_add_overflow(arena->used, bytes / LINE * LINE, &end)) {
        arena->overflow = 1;
        return NULL;
    }
    void *taken = arena->block ? arena->block + arena->used : NULL;
    arena->used = end;
    return taken;
}

void arena_larger(struct arena *arena, const struct arena *a, const struct arena *b)
{
    size_t bytes = a->used > b->used ? a->used : b->used;
    arena->overflow |= a->overflow | b->overflow | (bytes > INT64_MAX);
    arena_take(arena, bytes > INT64_MAX ? 0 : (int64_t)bytes, 1);
}

parot_status arena_open(struct arena *arena, struct control *control, parot_error *err)
{
    if (arena->overflow)
        return fail(err, PAROT_ENOMEM, "out of memory: the problem's size overflows");
    arena->block = block_alloc(control, arena->used);
    if (!arena->block)
        return fail_memory(err, arena->used);
    if (control->run.alloc) /* calloc's pages are zero without being touched */
        memset(arena->block, 0, arena->used);
    arena->used = 0;
    return PAROT_OK;
}
