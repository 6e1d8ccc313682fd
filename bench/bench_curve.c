/* bench_curve.c - the whole curve mass -> cost as one of the compared programs: bench_curve FILE
 * MASS.
 *
 * Each line on standard input is one run, answered by one line of JSON. Timed is
 * parot_partial_curve up to mass 1. The answer says what the curve has at MASS, for comparison with
 * programs that solve there; how far that is from a proved answer counts as violation.
 */
#include "bench_answer.h"
#include "instance.h"

static parot_status trace(parot_problem problem, double mass, const parot_run *run,
                          struct answer *answer, parot_error *err)
{
    parot_curve curve = {0};
    double begin = clock_now();
    parot_status status = parot_partial_curve(&problem, run, &curve, err);
    answer->seconds = clock_now() - begin;
    answer->bytes = peak_bytes();
    answer->mass = mass;
    answer->objective = status == PAROT_OK ? parot_curve_at(&curve, mass, NULL) : 0;
    answer->info = curve.info;
    parot_curve_free(&curve);
    return status;
}

/* The same mass by the simplex, with its certificate. */
static parot_status compare(parot_problem problem, double mass, struct answer *answer,
                            parot_error *err)
{
    parot_result result = {0};
    parot_check check = {0};
    problem.mass = mass;
    parot_status status = parot_partial(&problem, NULL, &result, err);
    if (status == PAROT_OK)
        status = parot_certify(&problem, &result, NULL, &check, err);
    double difference = fabs(answer->objective - result.objective);
    answer->violation = fmax(worst_of(&check), difference / fabs(result.objective));
    parot_result_free(&result);
    return status;
}

int main(int argc, char **argv)
{
    if (argc != 3) {
        fprintf(stderr, "usage: bench_curve FILE MASS\n");
        return 2;
    }
    double bytes_before = peak_bytes(), mass = strtod(argv[2], NULL);
    struct instance it = read_instance(argv[1]);
    parot_problem problem = {.cost = {it.cost, it.n, it.m, it.m}, .p = it.p, .q = it.q, .mass = 1};
    parot_run run;
    parot_run_init(&run);
    say_ready();
    while (another_run()) {
        struct answer answer = {0};
        parot_error err = {0};
        parot_status status = trace(problem, mass, &run, &answer, &err);
        answer.bytes -= bytes_before;
        if (status == PAROT_OK)
            status = compare(problem, mass, &answer, &err);
        if (status == PAROT_OK)
            print_answer(&answer);
        else
            print_failure(status, &err);
    }
    free(it.p);
    return 0;
}
