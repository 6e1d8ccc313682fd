/* bench_again.c - the same problem after a change of costs: bench_again FILE MASS warm|cold.
 *
 * Every cost changes by up to a thousandth of itself. "warm" is a solver that has solved the
 * problem as it was, "cold" is parot_partial; both are timed on the changed costs alone, without
 * the certificate, which is the same for both. Each line on standard input is one run, answered by
 * one line of JSON.
 */
#include <string.h>

#include "bench_answer.h"
#include "instance.h"

static const double CHANGE = 1e-3;

/* Knuth's multiplicative generator; the changes only have to look random. */
static double *change_costs(const struct instance *it)
{
    int64_t count = it->n * it->m;
    uint64_t random = 1;
    double *cost = malloc((size_t)count * sizeof *cost);
    if (!cost)
        exit(1);
    for (int64_t k = 0; k < count; k++) {
        random = random * 6364136223846793005u + 1442695040888963407u;
        cost[k] = it->cost[k] * (1 + CHANGE * ((double)(random >> 11) * 0x1p-52 - 1));
    }
    return cost;
}

static parot_status solve_cold(const parot_problem *problem, double *seconds, parot_result *result,
                               parot_error *err)
{
    double begin = clock_now();
    parot_status status = parot_partial(problem, NULL, result, err);
    *seconds = clock_now() - begin;
    return status;
}

static parot_status solve_warm(const parot_problem *problem, const struct instance *it,
                               double *seconds, parot_result *result, parot_error *err)
{
    parot_solver *solver = NULL;
    parot_result first = {0};
    parot_matrix before = {it->cost, it->n, it->m, it->m};
    parot_status status = parot_solver_new(
        &(parot_problem){
            .cost = {.rows = it->n, .cols = it->m}, .p = it->p, .q = it->q, .mass = problem->mass},
        NULL, &solver, err);
    if (status == PAROT_OK)
        status = parot_solver_solve(solver, before, &first, err);
    double begin = clock_now();
    if (status == PAROT_OK)
        status = parot_solver_solve(solver, problem->cost, result, err);
    *seconds = clock_now() - begin;
    parot_result_free(&first);
    parot_solver_free(solver);
    return status;
}

static void solve_once(const parot_problem *problem, const struct instance *it, int is_warm,
                       double bytes_before)
{
    struct answer answer = {0};
    parot_result result = {0};
    parot_check check = {0};
    parot_error err = {0};
    parot_status status = is_warm ? solve_warm(problem, it, &answer.seconds, &result, &err)
                                  : solve_cold(problem, &answer.seconds, &result, &err);
    answer.bytes = peak_bytes() - bytes_before;
    if (status == PAROT_OK)
        status = parot_certify(problem, &result, NULL, &check, &err);
    print_run(answer, status, &result, &check, &err);
}

int main(int argc, char **argv)
{
    if (argc != 4) {
        fprintf(stderr, "usage: bench_again FILE MASS warm|cold\n");
        return 2;
    }
    double bytes_before = peak_bytes();
    struct instance it = read_instance(argv[1]);
    double *cost = change_costs(&it);
    parot_problem problem = {
        .cost = {cost, it.n, it.m, it.m}, .p = it.p, .q = it.q, .mass = strtod(argv[2], NULL)};
    say_ready();
    while (another_run())
        solve_once(&problem, &it, strcmp(argv[3], "warm") == 0, bytes_before);
    free(cost);
    free(it.p);
    return 0;
}
