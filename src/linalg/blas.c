/* blas.c - OpenBLAS by dlopen, and a count of its work buffers.
 *
 * A buffer that OpenBLAS has mapped stays mapped and serves whoever comes next. `ready` counts
 * those that nobody of us uses: entering takes one away, leaving gives it back. When there is none,
 * as many as might be in use and one more are mapped at once by OpenBLAS's own allocator, after a
 * look whether the system would grant them, so that from then on one more caller is served for
 * certain.
 *
 * This is the library's only state that outlives a call: the buffers belong to the process.
 */
#include "linalg/blas.h"

#ifdef PAROT_HAVE_CBLAS

#include <dlfcn.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <unistd.h>

#ifndef PAROT_OPENBLAS
#define PAROT_OPENBLAS "libopenblas.so.0"
#endif

/* In MiB. Builds of OpenBLAS differ; these are the largest of 0.3. */
enum {
    LIBRARY = 64,
    BUFFER = 128 + 4,
    STACK = 16,  /* of a thread that OpenBLAS starts */
    MARGIN = 32, /* what others may allocate between our look and the mapping */
    MOST = 64    /* callers at once, like threads in base/parallel.c */
};

static struct {
    pthread_mutex_t lock;  /* for opening and adding buffers; never held while multiplying */
    int is_tried, is_open; /* a library that is not there is looked for once */
    _Atomic int ready;     /* mapped buffers that nobody uses */
    int count;             /* callers that can be served at once */
    struct blas functions;
    void *(*take)(int);
    void (*give)(void *);
} shared = {.lock = PTHREAD_MUTEX_INITIALIZER};

/* ---- Is there room? ----------------------------------------------------- */

/* Linux grants an untouched mapping if limits and accounting allow it, which costs a microsecond.
 */
static int has_room(size_t mebibytes)
{
    size_t bytes = mebibytes << 20;
    void *block = mmap(NULL, bytes, PROT_READ | PROT_WRITE,
                       MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (block == MAP_FAILED)
        return 0;
    munmap(block, bytes);
    return 1;
}

static int is_limited(void)
{
    struct rlimit space = {RLIM_INFINITY, RLIM_INFINITY}, data = space;
    getrlimit(RLIMIT_AS, &space);
    getrlimit(RLIMIT_DATA, &data);
    return space.rlim_cur != RLIM_INFINITY || data.rlim_cur != RLIM_INFINITY;
}

/* As OpenBLAS counts them. */
static long thread_count(void)
{
    static const char *const names[] = {"OPENBLAS_NUM_THREADS", "GOTO_NUM_THREADS",
                                        "OMP_NUM_THREADS"};
    for (size_t k = 0; k < sizeof names / sizeof *names; k++) {
        const char *text = getenv(names[k]);
        long count = text ? strtol(text, NULL, 10) : 0;
        if (count > 0)
            return count;
    }
    return sysconf(_SC_NPROCESSORS_CONF);
}

/* Threads of OpenBLAS map their buffers at a time of their own, when we no longer know what is
 * free. Under a limit it is opened only if it starts none. */
static int may_open(void)
{
    long threads = thread_count();
    if (threads < 1 || threads > MOST)
        threads = MOST;
    if (threads > 1 && is_limited())
        return 0;
    return has_room(LIBRARY + MARGIN + (size_t)threads * (BUFFER + STACK));
}

/* ---- Opening and adding ------------------------------------------------- */

static void *find(void *library, const char *name)
{
    return library ? dlsym(library, name) : NULL;
}

/* POSIX wants functions to be had as pointers to void; ISO C has no word for that but a copy. */
#define BIND(function, library, name) (*(void **)(void *)&(function) = find((library), (name)))

static int open_library(void)
{
    void *library = dlopen(PAROT_OPENBLAS, RTLD_LAZY | RTLD_LOCAL | RTLD_NOLOAD);
    if (!library && may_open())
        library = dlopen(PAROT_OPENBLAS, RTLD_LAZY | RTLD_LOCAL);
    BIND(shared.take, library, "blas_memory_alloc");
    BIND(shared.give, library, "blas_memory_free");
    BIND(shared.functions.dgemm, library, "cblas_dgemm");
    BIND(shared.functions.dsyevr, library, "dsyevr_");
    BIND(shared.functions.dgesdd, library, "dgesdd_");
    return shared.take && shared.give && shared.functions.dgemm;
}

/* With count buffers in use at the worst, count + 1 others make room for one more. */
static int add_buffer(void)
{
    void *buffers[MOST];
    int wanted = shared.count + 1;
    if (wanted > MOST || !has_room(MARGIN + (size_t)wanted * BUFFER))
        return 0;
    for (int k = 0; k < wanted; k++)
        buffers[k] = shared.take(0);
    for (int k = 0; k < wanted; k++)
        shared.give(buffers[k]);
    shared.count++;
    return 1;
}

static int take_ready(void)
{
    int ready = atomic_load(&shared.ready);
    while (ready > 0)
        if (atomic_compare_exchange_weak(&shared.ready, &ready, ready - 1))
            return 1;
    return 0;
}

const struct blas *blas_enter(void)
{
    if (take_ready())
        return &shared.functions;
    pthread_mutex_lock(&shared.lock);
    if (!shared.is_tried)
        shared.is_open = open_library();
    shared.is_tried = 1;
    int is_served = shared.is_open && (take_ready() || add_buffer());
    pthread_mutex_unlock(&shared.lock);
    return is_served ? &shared.functions : NULL;
}

void blas_leave(void)
{
    atomic_fetch_add(&shared.ready, 1);
}

#else

/* ISO C has no empty files. */
typedef int blas_is_absent;

#endif
