/* OpenBLAS under a limit of the address space: products come out right, none hangs. */
#include <stdio.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/parallel.h"
#include "linalg/gemm.h"
#include "test.h"

enum {
    SIZE = 100,
    CALLS = 8,
    PATIENCE = 60, /* seconds; what hangs, hangs for ever */
    MEGABYTE = 1 << 20
};

/* Address sanitizers reserve terabytes, which no limit may take from them. gcc has macros for them,
 * clang has features. */
#ifndef __has_feature
#define __has_feature(name) 0
#endif
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__) ||                               \
    __has_feature(address_sanitizer) || __has_feature(thread_sanitizer)
enum { CAN_LIMIT = 0 };
#else
enum { CAN_LIMIT = 1 };
#endif

static double a[SIZE * SIZE], b[SIZE * SIZE], expected[SIZE * SIZE];
static double computed[CALLS][SIZE * SIZE];

static int fill(void **state)
{
    (void)state;
    for (int k = 0; k < SIZE * SIZE; k++) {
        a[k] = sin(k);
        b[k] = cos(3 * k);
    }
    gemm_nt_plain(SIZE, SIZE, SIZE, 1, a, SIZE, b, SIZE, expected, SIZE);
    return 0;
}

static void multiply(int64_t begin, int64_t end, void *context)
{
    (void)context;
    for (int64_t k = begin; k < end; k++)
        gemm_nt(SIZE, SIZE, SIZE, 1, a, SIZE, b, SIZE, computed[k], SIZE);
}

static int are_right(void)
{
    for (int k = 0; k < CALLS; k++)
        for (int e = 0; e < SIZE * SIZE; e++)
            if (!(fabs(computed[k][e] - expected[e]) <= 1e-12))
                return 0;
    return 1;
}

static long pages_in_use(void)
{
    long pages = 0;
    FILE *file = fopen("/proc/self/statm", "r");
    if (!file || fscanf(file, "%ld", &pages) != 1)
        pages = 0;
    if (file)
        fclose(file);
    return pages;
}

/* In the child: `spare` MB more than are in use, then products by so many threads. */
static int child(long spare, int threads)
{
    rlim_t bytes =
        (rlim_t)pages_in_use() * (rlim_t)sysconf(_SC_PAGESIZE) + (rlim_t)spare * MEGABYTE;
    struct rlimit limit = {bytes, bytes};
    alarm(PATIENCE);
    if (setrlimit(RLIMIT_AS, &limit) != 0)
        return 2;
    parallel_for(threads, CALLS, 1, multiply, NULL);
    return are_right() ? 0 : 1;
}

static void try_limit(long spare, int threads)
{
    int status = 0;
    pid_t pid = fork();
    assert_true(pid >= 0);
    if (pid == 0)
        _exit(child(spare, threads));
    assert_int_equal(waitpid(pid, &status, 0), pid);
    if (status != 0)
        print_message("%ld MB to spare, %d threads: status %d\n", spare, threads, status);
    assert_int_equal(status, 0);
}

TEST(products_are_right_under_any_limit)
{
    static const long spare[] = {0, 1, 8, 40, 80, 120, 130, 140, 200, 250, 300, 420, 600, 900};
    if (!CAN_LIMIT)
        skip();
    for (size_t k = 0; k < sizeof spare / sizeof *spare; k++)
        for (int threads = 1; threads <= 4; threads += 3)
            try_limit(spare[k], threads);
}

/* The same when OpenBLAS may be opened under the limit, because it starts no threads. */
TEST(openblas_is_used_where_it_fits)
{
    setenv("OPENBLAS_NUM_THREADS", "1", 1);
    products_are_right_under_any_limit(NULL);
    unsetenv("OPENBLAS_NUM_THREADS");
}

TEST(many_threads_multiply_at_once)
{
    for (int round = 0; round < 20; round++)
        parallel_for(CALLS, CALLS, 1, multiply, NULL);
    assert_true(are_right());
}

AROUND(fill, NULL)
