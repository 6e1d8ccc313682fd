/* storm_threads.c - one and two threads give the same bytes of every result.
 *
 * Results are compared as memory, whatever their type: word by word, and where two words are
 * pointers into blocks that the two calls were given, at the same place of these, the blocks must
 * be the same as well. So nothing about their arrays needs to be written down.
 */
#include "register.h"

/* A block that a call was given: what is before its numbers. */
struct block {
    struct block *next, **at;
    size_t size;
    int is_seen;
    _Alignas(64) char bytes[];
};

struct book {
    struct block *first;
};

static void *alloc(size_t bytes, void *user)
{
    struct book *book = user;
    size_t size = (sizeof(struct block) + bytes + 63) / 64 * 64;
    struct block *block = aligned_alloc(64, size);
    memset(block, 0, size);
    *block = (struct block){.next = book->first, .at = &book->first, .size = bytes};
    if (book->first)
        book->first->at = &block->next;
    book->first = block;
    return block->bytes;
}

static void release(void *bytes, void *user)
{
    struct block *block = (struct block *)((char *)bytes - offsetof(struct block, bytes));
    (void)user;
    *block->at = block->next;
    if (block->next)
        block->next->at = block->at;
    free(block);
}

static struct block *block_of(const struct book *book, uintptr_t word)
{
    for (struct block *block = book->first; block; block = block->next)
        if (word >= (uintptr_t)block->bytes && word <= (uintptr_t)block->bytes + block->size)
            return block;
    return NULL;
}

static int are_same(const struct book *one, const void *left, const struct book *two,
                    const void *right, size_t bytes)
{
    for (size_t at = 0; at + sizeof(uintptr_t) <= bytes; at += sizeof(uintptr_t)) {
        uintptr_t a, b;
        memcpy(&a, (const char *)left + at, sizeof a);
        memcpy(&b, (const char *)right + at, sizeof b);
        if (a == b || (a == (uintptr_t)one && b == (uintptr_t)two))
            continue;
        struct block *from = block_of(one, a), *to = block_of(two, b);
        if (!from || !to || a - (uintptr_t)from->bytes != b - (uintptr_t)to->bytes ||
            from->size != to->size)
            return 0;
        if (!from->is_seen) {
            from->is_seen = 1;
            if (!are_same(one, from->bytes, two, to->bytes, from->size))
                return 0;
        }
    }
    return memcmp((const char *)left + bytes / 8 * 8, (const char *)right + bytes / 8 * 8,
                  bytes % 8) == 0;
}

static struct attempt solve(const struct call *call, struct book *book, int32_t threads)
{
    struct attempt attempt = attempt_open(call);
    attempt.run.threads = threads;
    attempt.run.alloc = alloc;
    attempt.run.release = release;
    attempt.run.user = book;
    attempt_make(&attempt);
    if (attempt.status == call->status)
        attempt_settle(&attempt);
    else
        attempt_blame(&attempt, "%d threads", (int)threads);
    return attempt;
}

TEST(one_and_two_threads_give_the_same_bytes)
{
    FOR_CALLS(call)
    {
        struct book books[2] = {{NULL}, {NULL}};
        if (!call_runs(call))
            continue;
        struct attempt one = solve(call, &books[0], 1), two = solve(call, &books[1], 2);
        for (int k = 0; k < MOST_ARGUMENTS; k++)
            /* what is only a handle is no result */
            if (argument_room(&call->argument[k]) > sizeof(void *) &&
                !are_same(&books[0], one.argument[k], &books[1], two.argument[k],
                          argument_room(&call->argument[k])))
                attempt_blame(&two, "two threads have another %s", call->argument[k].name);
        attempt_close(&one);
        attempt_close(&two);
    }
    storm_end();
}

STORM(90, 70) /* with fewer rows most calls start no thread */
