/* bench_ranks.c - the messages of a solve and its proof between ranks that are threads of this
 * process: their number and bytes do not depend on how fast anything is.
 *
 *     bench_ranks N DIMS SHARE RANKS
 *
 * One line of JSON. Times mean nothing: all ranks share the cores of this machine. "link_messages"
 * and "link_bytes" are what the link has counted, a broadcast once for each rank that it reached.
 */
#include "shared_solve.h"
#include "thread_link.h"

int main(int argc, char **argv)
{
    parot_error err = {{0}};
    parot_ranks *ranks = NULL;
    if (argc != 5) {
        fprintf(stderr, "usage: bench_ranks N DIMS SHARE RANKS\n");
        return 2;
    }
    int64_t n = atoll(argv[1]), dims = atoll(argv[2]), messages = 0;
    double share = atof(argv[3]), bytes = 0;
    int count = atoi(argv[4]);
    struct thread_ranks *threads = thread_ranks_start(count);
    parot_link link = thread_ranks_link(threads);
    if (parot_ranks_open(&ranks, &link, NULL, &err) != PAROT_OK) {
        fprintf(stderr, "%s\n", err.message);
        return 1;
    }
    struct shared_solve measured = solve_shared(n, dims, share, ranks);
    parot_ranks_close(ranks);
    thread_ranks_counts(threads, &messages, &bytes);
    thread_ranks_join(threads);
    print_shared(n, dims, share, count, &measured);
    printf(", \"link_messages\": %lld, \"link_bytes\": %.0f}\n", (long long)messages, bytes);
    return 0;
}
