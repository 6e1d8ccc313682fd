/* instance.h - what the compared programs share: the file of an instance, the clock, the memory.
 *
 * The file holds two int64, n and m, and then doubles: n weights p, m weights q, and the n x m
 * costs row by row. bench/clouds.py writes it. Plain C that C++ accepts.
 */
#ifndef PAROT_BENCH_INSTANCE_H
#define PAROT_BENCH_INSTANCE_H

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

struct instance {
    int64_t n, m;
    double *p, *q, *cost; /* one block, which p begins */
};

/* Ends the program when the file cannot be read. */
static inline struct instance read_instance(const char *path)
{
    struct instance it = {0, 0, NULL, NULL, NULL};
    int64_t sizes[2] = {0, 0};
    FILE *file = fopen(path, "rb");
    if (file && fread(sizes, sizeof *sizes, 2, file) == 2) {
        size_t count = (size_t)(sizes[0] + sizes[1] + sizes[0] * sizes[1]);
        it.p = (double *)malloc(count * sizeof *it.p);
        if (it.p && fread(it.p, sizeof *it.p, count, file) == count)
            it.n = sizes[0];
    }
    if (it.n == 0) {
        fprintf(stderr, "%s: not an instance\n", path);
        exit(1);
    }
    fclose(file);
    it.m = sizes[1];
    it.q = it.p + it.n;
    it.cost = it.q + it.m;
    return it;
}

/* The time that has passed, or with BENCH_CLOCK=cpu that of the processor: on a busy machine
 * engines can only be compared by the latter, and only on one thread. */
static inline double clock_now(void)
{
    struct timespec now;
    const char *choice = getenv("BENCH_CLOCK");
    int is_cpu = choice && choice[0] == 'c';
    clock_gettime(is_cpu ? CLOCK_PROCESS_CPUTIME_ID : CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

/* The largest resident size so far. Not getrusage: what it reports survives exec, so a child would
 * answer with the size of its parent. */
static inline double peak_bytes(void)
{
    char line[256];
    double kilobytes = 0;
    FILE *file = fopen("/proc/self/status", "r");
    while (file && fgets(line, sizeof line, file))
        if (sscanf(line, "VmHWM: %lf", &kilobytes) == 1)
            break;
    if (file)
        fclose(file);
    return 1024 * kilobytes;
}

/* Nothing is timed while a program of the same cell is still starting. */
static inline void say_ready(void)
{
    puts("ready");
    fflush(stdout);
}

/* True when the driver asks for one more run: a line on standard input. */
static inline int another_run(void)
{
    int c = getchar();
    while (c != '\n' && c != EOF)
        c = getchar();
    return c == '\n';
}

#endif
