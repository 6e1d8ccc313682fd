/* parallel.c - threads are created for each loop and take the next piece from a shared counter.
 * There is no pool, so nothing is left after a fork. */
#include "base/parallel.h"

#include <pthread.h>
#include <stdatomic.h>

enum { MAX_THREADS = 64 };

struct loop {
    int64_t count, grain;
    void (*body)(int64_t begin, int64_t end, void *context);
    void *context;
    _Atomic int64_t next;
};

static void *work(void *argument)
{
    struct loop *loop = argument;
    for (;;) {
        int64_t begin = atomic_fetch_add(&loop->next, loop->grain);
        if (begin >= loop->count)
            return NULL;
        int64_t rest = loop->count - begin;
        loop->body(begin, begin + (rest < loop->grain ? rest : loop->grain), loop->context);
    }
}

void parallel_for(int32_t threads, int64_t count, int64_t grain,
                  void (*body)(int64_t begin, int64_t end, void *context), void *context)
{
    struct loop loop = {count, grain > 0 ? grain : 1, body, context, 0};
    pthread_t thread[MAX_THREADS];
    int started = 0;
    int64_t pieces = count / loop.grain + 1;

    /* The caller is a worker too; a thread that cannot be had is done without. */
    while (started + 1 < threads && started + 1 < pieces && started < MAX_THREADS &&
           pthread_create(&thread[started], NULL, work, &loop) == 0)
        started++;
    work(&loop);
    while (started > 0)
        pthread_join(thread[--started], NULL);
}
