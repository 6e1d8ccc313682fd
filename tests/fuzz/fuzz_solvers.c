/* fuzz_solvers.c - random bytes for the solvers, without clang.
 *
 *     fuzz_solvers [COUNT [FIRST [NAME]]]   string number k is always the same; NAME: one solver
 *     fuzz_solvers --file FILE...           strings that were kept
 *     fuzz_solvers --folder FOLDER          all files there
 *
 * A failure prints what is wrong and the bytes, and writes them to NAME-k.bin if there is
 * PAROT_FUZZ_KEEP=FOLDER. What takes longer than PATIENCE seconds is killed after printing its
 * bytes: a hang. Long runs say how far they are. All problems are tried in one process, so that a
 * crash ends the run; the last line is missing then. */
#include <glob.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "solvers.h"

enum { QUICK = 20000, MOST_BYTES = 400, PATIENCE = 60, MOST_FAILURES = 20, REPORT = 250000 };

static uint8_t bytes[MOST_BYTES];
static size_t length;
static uint64_t number;

/* splitmix64 */
static uint64_t next(uint64_t *state)
{
    uint64_t z = *state += 0x9e3779b97f4a7c15u;
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
    return z ^ (z >> 31);
}

/* Three in four bytes at random, or few values again and again, so that ties are frequent. */
static void fill(uint64_t k)
{
    uint64_t state = k * 0x2545f4914f6cdd1du + 1, kind = next(&state);
    uint8_t few[4];
    number = k;
    length = 8 + kind % (MOST_BYTES - 8);
    for (int e = 0; e < 4; e++)
        few[e] = (uint8_t)next(&state);
    for (size_t e = 0; e < length; e++) {
        uint64_t byte = next(&state);
        bytes[e] = e > 3 && (kind >> 20) % 4 == 0 ? few[byte % 4] : (uint8_t)byte;
    }
}

static void print_bytes(FILE *out)
{
    for (size_t e = 0; e < length; e++)
        fprintf(out, "%02x", bytes[e]);
    fprintf(out, "\n");
}

static void keep(const char *name)
{
    char path[512];
    const char *folder = getenv("PAROT_FUZZ_KEEP");
    FILE *file = NULL;
    if (!folder)
        return;
    snprintf(path, sizeof path, "%.400s/%s-%llu.bin", folder, name, (unsigned long long)number);
    file = fopen(path, "wb");
    if (file) {
        fwrite(bytes, 1, length, file);
        fclose(file);
    }
}

/* Not for handlers in general, but the process has hung: there is nothing left to break. */
static void give_up(int signal)
{
    (void)signal;
    printf("%s %llu: takes more than %d seconds\n", solvers_name(bytes, length),
           (unsigned long long)number, PATIENCE);
    print_bytes(stdout);
    keep(solvers_name(bytes, length));
    fflush(stdout);
    _exit(1);
}

static int try_bytes(void)
{
    alarm(PATIENCE);
    const char *wrong = solvers_try(bytes, length);
    alarm(0);
    if (!wrong)
        return 0;
    printf("%s %llu: %s\n", solvers_name(bytes, length), (unsigned long long)number, wrong);
    print_bytes(stdout);
    keep(solvers_name(bytes, length));
    return 1;
}

static int try_files(int count, char **names)
{
    int failures = 0;
    for (int k = 0; k < count; k++) {
        FILE *file = fopen(names[k], "rb");
        if (!file)
            return 1;
        length = fread(bytes, 1, sizeof bytes, file);
        fclose(file);
        number = (uint64_t)k;
        failures += try_bytes();
    }
    printf("%d kept strings, %d failures\n", count, failures);
    return failures;
}

/* The files of a folder, as if they had been named one by one. */
static int try_folder(const char *folder)
{
    enum { MOST_FILES = 10000 };
    glob_t files = {0};
    char pattern[512];
    snprintf(pattern, sizeof pattern, "%.500s/*", folder);
    int failures = 1;
    if (glob(pattern, 0, NULL, &files) == 0 && files.gl_pathc < MOST_FILES)
        failures = try_files((int)files.gl_pathc, files.gl_pathv);
    globfree(&files);
    return failures;
}

static int try_random(uint64_t first, uint64_t count, const char *name)
{
    int failures = 0;
    uint64_t tried = 0;
    for (uint64_t k = first; k < first + count && failures < MOST_FAILURES; k++) {
        fill(k);
        if (name && strcmp(name, solvers_name(bytes, length)) != 0)
            continue;
        failures += try_bytes();
        if (++tried % REPORT == 0 && tried < count) {
            printf("%llu of %llu, %d failures\n", (unsigned long long)tried,
                   (unsigned long long)count, failures);
            fflush(stdout);
        }
    }
    printf("%llu problems from bytes, %d failures\n", (unsigned long long)tried, failures);
    return failures;
}

/* PAROT_INSTANCES is what slow builds are given, for instances ten times as large. */
static uint64_t default_count(void)
{
    const char *instances = getenv("PAROT_INSTANCES");
    return instances ? 2 * strtoull(instances, NULL, 10) : QUICK;
}

int main(int argc, char **argv)
{
    signal(SIGALRM, give_up);
    if (argc > 2 && strcmp(argv[1], "--file") == 0)
        return try_files(argc - 2, argv + 2) > 0;
    if (argc == 3 && strcmp(argv[1], "--folder") == 0)
        return try_folder(argv[2]) > 0;
    return try_random(argc > 2 ? strtoull(argv[2], NULL, 10) : 0,
                      argc > 1 ? strtoull(argv[1], NULL, 10) : default_count(),
                      argc > 3 ? argv[3] : NULL) > 0;
}
