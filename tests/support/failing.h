/* failing.h - allocations that fail on request.
 *
 * For programs linked with -Wl,--wrap=malloc,--wrap=calloc,--wrap=realloc,--wrap=free: only what
 * our own objects allocate is counted, in any thread, not what shared libraries do.
 */
#ifndef PAROT_TESTS_FAILING_H
#define PAROT_TESTS_FAILING_H

#include <stddef.h>

/* The k-th allocation from now (k = 1, 2, ...) fails, and no other; 0: none. */
void failing_arm(long k);

/* Whether it did. */
int failing_hit(void);

/* Blocks allocated and not yet freed. */
long failing_live(void);

void *__wrap_malloc(size_t size);
void *__wrap_calloc(size_t count, size_t size);
void *__wrap_realloc(void *block, size_t size);
void __wrap_free(void *block);

#endif
