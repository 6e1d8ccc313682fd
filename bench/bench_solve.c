/* bench_solve.c - parot as one of the compared programs: bench_solve FILE MASS THREADS.
 *
 * Each line on standard input is one solve, answered by one line of JSON. The time goes from the
 * cost matrix to the plan, the duals and the certificate. The floor beside it is what any method
 * that proves its answer must pay: one read of the matrix and one certificate.
 */
#include "bench_answer.h"
#include "instance.h"

/* Eight sums, so that memory is the limit and not the latency of one addition. */
static double read_seconds(const struct instance *it)
{
    static volatile double sink;
    double begin = clock_now(), sums[8] = {0};
    int64_t count = it->n * it->m;
    for (int64_t k = 0; k + 8 <= count; k += 8)
        for (int lane = 0; lane < 8; lane++)
            sums[lane] += it->cost[k + lane];
    for (int lane = 0; lane < 8; lane++)
        sink += sums[lane];
    return clock_now() - begin;
}

static void solve_once(const struct instance *it, const parot_problem *problem,
                       const parot_run *run, double bytes_before)
{
    parot_result result = {0};
    parot_check check = {0};
    parot_error err = {0};

    double begin = clock_now();
    parot_status status = parot_partial(problem, run, &result, &err);
    double solved = clock_now();
    if (status == PAROT_OK)
        status = parot_certify(problem, &result, NULL, &check, &err);
    double end = clock_now();

    struct answer answer = {
        .seconds = end - begin,
        .bytes = peak_bytes() - bytes_before,
        .floor = end - solved + read_seconds(it),
    };
    print_run(answer, status, &result, &check, &err);
}

int main(int argc, char **argv)
{
    if (argc != 4) {
        fprintf(stderr, "usage: bench_solve FILE MASS THREADS\n");
        return 2;
    }
    double bytes_before = peak_bytes();
    struct instance it = read_instance(argv[1]);
    parot_problem problem = {
        .cost = {it.cost, it.n, it.m, it.m}, .p = it.p, .q = it.q, .mass = strtod(argv[2], NULL)};
    parot_run run;
    parot_run_init(&run);
    run.threads = atoi(argv[3]);
    say_ready();
    while (another_run())
        solve_once(&it, &problem, &run, bytes_before);
    free(it.p);
    return 0;
}
