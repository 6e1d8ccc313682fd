/* parallel.h - a loop over [0, count) on several threads, joined before it returns. */
#ifndef PAROT_BASE_PARALLEL_H
#define PAROT_BASE_PARALLEL_H

#include <stdint.h>

/* Calls body(begin, end, context) for consecutive pieces of at most `grain` indices, each piece
 * once, in any order and on any of `threads` threads. The pieces do not depend on `threads`, so a
 * body that writes only what belongs to its piece gives the same result for any number of them. */
void parallel_for(int32_t threads, int64_t count, int64_t grain,
                  void (*body)(int64_t begin, int64_t end, void *context), void *context);

#endif
