/* bench_read.c - seconds and memory of reading one table: bench_read table|frame FILE
 *
 * Prints seconds, the peak of the memory in use and the size of the table, both in MB, and the sum
 * of all numbers, which must not depend on who reads.
 */
#include <stdio.h>
#include <string.h>
#include <sys/resource.h>
#include <time.h>

#include "parot/io.h"

static double now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

static void report(double seconds, const double *data, int64_t count)
{
    struct rusage usage;
    double sum = 0;
    getrusage(RUSAGE_SELF, &usage);
    for (int64_t k = 0; k < count; k++)
        sum += data[k];
    printf("%.4f %.1f %.1f %.17g\n", seconds, (double)usage.ru_maxrss / 1024,
           (double)count * sizeof *data / 1048576, sum);
}

int main(int argc, char **argv)
{
    parot_error err = {0};
    parot_table table = {0};
    parot_frame frame = {0};
    if (argc != 3) {
        fprintf(stderr, "usage: bench_read table|frame FILE\n");
        return 2;
    }
    int is_table = strcmp(argv[1], "table") == 0;
    double begin = now();
    parot_status status = is_table ? parot_table_read(argv[2], &table, &err)
                                   : parot_frame_read(argv[2], NULL, 0, &frame, &err);
    double seconds = now() - begin;
    if (status != PAROT_OK) {
        fprintf(stderr, "bench_read: %s\n", err.message);
        return 1;
    }
    report(seconds, is_table ? table.data : frame.data,
           is_table ? table.rows * table.cols : frame.rows * frame.cols);
    parot_table_free(&table);
    parot_frame_free(&frame);
    return 0;
}
