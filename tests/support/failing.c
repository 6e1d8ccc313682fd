/* failing.c - see failing.h. */
#include "failing.h"

#include <stdatomic.h>

static _Atomic long countdown, live;
static _Atomic int has_failed;

void *__real_malloc(size_t size);
void *__real_calloc(size_t count, size_t size);
void *__real_realloc(void *block, size_t size);
void __real_free(void *block);

void failing_arm(long k)
{
    has_failed = 0;
    countdown = k;
}

int failing_hit(void)
{
    return has_failed;
}

long failing_live(void)
{
    return live;
}

/* Counts down to 0, and says yes to the thread that gets there. */
static int is_failing(void)
{
    if (countdown <= 0 || --countdown != 0)
        return 0;
    has_failed = 1;
    return 1;
}

static void *counted(void *block)
{
    live += block != NULL;
    return block;
}

void *__wrap_malloc(size_t size)
{
    return is_failing() ? NULL : counted(__real_malloc(size));
}

void *__wrap_calloc(size_t count, size_t size)
{
    return is_failing() ? NULL : counted(__real_calloc(count, size));
}

void *__wrap_realloc(void *block, size_t size)
{
    if (is_failing())
        return NULL;
    return block ? __real_realloc(block, size) : counted(__real_realloc(block, size));
}

void __wrap_free(void *block)
{
    live -= block != NULL;
    __real_free(block);
}
