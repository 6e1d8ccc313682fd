/* test_mpi.c - to be run by mpirun with any number of ranks: the same bytes as without MPI, and
 * failures that reach all ranks.
 *
 * Every rank runs the same tests in the same order. Rank 0 compares; cmocka would end one rank
 * alone when it fails, so main aborts the job then.
 */
#include <stdio.h>
#include <sys/resource.h>
#include <unistd.h>

#include "clouds.h"
#include "parot/mpi.h"
#include "same_answer.h"
#include "shell/launch_library.h"
#include "test.h"

static int own_rank(void)
{
    int rank = 0;
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    return rank;
}

static int rank_count(void)
{
    int count = 0;
    MPI_Comm_size(MPI_COMM_WORLD, &count);
    return count;
}

static parot_matrix distances_within(parot_matrix x, double *to)
{
    for (int64_t i = 0; i < x.rows; i++)
        for (int64_t j = 0; j < x.rows; j++) {
            double sum = 0;
            for (int64_t k = 0; k < x.cols; k++) {
                double apart = x.data[i * x.stride + k] - x.data[j * x.stride + k];
                sum += apart * apart;
            }
            to[i * x.rows + j] = sqrt(sum);
        }
    return (parot_matrix){to, x.rows, x.rows, x.rows};
}

/* ---- Memory: before all others, since what a process has had at most does not fall ------- */

/* Megabytes that this process has had at a time, at most. */
static double most_memory(void)
{
    struct rusage usage;
    getrusage(RUSAGE_SELF, &usage);
    return (double)usage.ru_maxrss / 1024;
}

enum { LONG_ROWS = 64, LONG_COLS = 5000, LONG_DIMS = 2000 };

/* Solves and proves on all ranks; returns by how much that raised the memory of this one. */
static double memory_for(int64_t parts)
{
    parot_ranks_options options;
    parot_mpi *mpi = NULL;
    double before = most_memory();
    parot_ranks_options_init(&options);
    options.least_work = 0;
    options.parts = parts;
    assert_ok(parot_mpi_open(MPI_COMM_WORLD, &options, &mpi, &err));
    if (own_rank() > 0)
        assert_ok(parot_mpi_serve(mpi, NULL, &err));
    else {
        int64_t cols = LONG_COLS / (int64_t)test_stride(5);
        struct clouds clouds = clouds_make(CLOUD_NORMAL, LONG_ROWS, cols, LONG_DIMS, 1);
        parot_points_problem problem = {.x = cloud_x(&clouds), .y = cloud_y(&clouds), .mass = 0.5};
        struct answer answer = {0};
        parot_run run;
        parot_run_init(&run);
        run.ranks = parot_mpi_ranks(mpi);
        answer_get(&problem, &run, &answer);
        answer_free(&answer);
        clouds_free(&clouds);
    }
    parot_mpi_close(mpi);
    return most_memory() - before;
}

TEST(ranks_keep_no_more_than_their_shares)
{
    double shares = memory_for(16), all = shares + memory_for(1);
    assert_true(own_rank() == 0 || 2 * shares < all);
}

/* ---- The same bytes ------------------------------------------------------ */

/* Every question is shared, however small. In a short run, one cloud in 13. */
static void check_answers(int64_t parts)
{
    parot_ranks_options options;
    parot_mpi *mpi = NULL;
    parot_ranks_options_init(&options);
    options.least_work = 0;
    options.parts = parts;
    assert_ok(parot_mpi_open(MPI_COMM_WORLD, &options, &mpi, &err));
    assert_int_equal(parot_mpi_rank(mpi), own_rank());
    assert_int_equal(parot_mpi_count(mpi), rank_count());
    if (own_rank() > 0)
        assert_ok(parot_mpi_serve(mpi, NULL, &err));
    for (uint64_t number = 0; own_rank() == 0 && number < ANSWER_CLOUDS;
         number += (uint64_t)parts * test_stride(13)) {
        struct clouds clouds = answer_clouds(number);
        parot_points_problem problem = answer_problem(&clouds, number);
        struct answer alone = {0}, together = {0};
        parot_run run;
        parot_run_init(&run);
        run.ranks = parot_mpi_ranks(mpi);
        answer_get(&problem, NULL, &alone);
        answer_get(&problem, &run, &together);
        assert_same_answer(&alone, &together);
        answer_free(&alone);
        answer_free(&together);
        clouds_free(&clouds);
    }
    parot_mpi_close(mpi);
}

TEST(answers_are_those_without_mpi)
{
    check_answers(1);
}

TEST(points_in_parts_give_the_same_answers)
{
    check_answers(3);
}

/* With the default, which leaves small questions to rank 0, and one call each. */
TEST(single_calls_answer_and_prove)
{
    struct clouds clouds = clouds_make(CLOUD_NORMAL, 5000, 5000, 12, 1);
    parot_points_problem problem = answer_problem(&clouds, 0);
    const parot_points_problem *given = own_rank() == 0 ? &problem : NULL;
    struct answer together = {0};
    assert_ok(parot_mpi_partial_points(MPI_COMM_WORLD, given, NULL, &together.result, &err));
    assert_ok(parot_mpi_certify_points(MPI_COMM_WORLD, given, &together.result, NULL,
                                       &together.check, &err));
    if (own_rank() == 0) {
        struct answer alone = {0};
        answer_get(&problem, NULL, &alone);
        assert_same_answer(&alone, &together);
        assert_true(parot_is_proved(&together.check, PAROT_PROOF_TOLERANCE));
        answer_free(&alone);
    }
    answer_free(&together);
    clouds_free(&clouds);
}

/* Starts are followed by threads, which look after messages if MPI lets them: main has asked for
 * that with an even number of ranks only. */
TEST(threads_of_ranks_do_not_matter)
{
    struct clouds clouds = clouds_make(CLOUD_NORMAL, 60, 70, 3, 1);
    parot_gromov_options settings;
    parot_ranks_options options;
    parot_mpi *mpi = NULL;
    parot_ranks_options_init(&options);
    options.least_work = 0;
    assert_ok(parot_mpi_open(MPI_COMM_WORLD, &options, &mpi, &err));
    if (own_rank() > 0)
        assert_ok(parot_mpi_serve(mpi, NULL, &err));
    else {
        parot_gromov_problem problem = {.alpha = 1, .mass = 0.8};
        parot_gromov_result alone = {0}, together = {0};
        double source[60 * 60], target[70 * 70];
        parot_run run;
        problem.source = distances_within(cloud_x(&clouds), source);
        problem.target = distances_within(cloud_y(&clouds), target);
        parot_run_init(&run);
        run.threads = 2;
        parot_gromov_options_init(&settings);
        settings.restarts = 12;
        assert_ok(parot_gromov(&problem, &settings, &run, &alone, &err));
        run.ranks = parot_mpi_ranks(mpi);
        assert_ok(parot_gromov(&problem, &settings, &run, &together, &err));
        const parot_plan *a = &alone.transport.plan, *b = &together.transport.plan;
        assert_int_equal(a->count, b->count);
        assert_memory_equal(a->mass, b->mass, (size_t)a->count * sizeof *a->mass);
        assert_memory_equal(a->col, b->col, (size_t)a->count * sizeof *a->col);
        parot_gromov_result_free(&alone);
        parot_gromov_result_free(&together);
    }
    parot_mpi_close(mpi);
    clouds_free(&clouds);
}

/* The command has copies of these declarations, which the compiler compares here. */
TEST(the_command_knows_the_functions)
{
    const struct launch_library library = {
        parot_mpi_open_world, parot_mpi_agree, parot_mpi_serve, parot_mpi_ranks,
        parot_mpi_rank,       parot_mpi_count, parot_mpi_close, parot_mpi_abort,
    };
    parot_mpi *mpi = NULL;
    assert_ok(library.open(NULL, &mpi, &err));
    assert_int_equal(library.rank(mpi), own_rank());
    assert_int_equal(library.count(mpi), rank_count());
    assert_int_equal(library.ranks(mpi) != NULL, own_rank() == 0);
    if (own_rank() > 0)
        assert_ok(library.serve(mpi, NULL, &err));
    library.close(mpi);
}

/* ---- Failures reach all ranks --------------------------------------------- */

TEST(a_bad_problem_is_refused_on_all_ranks)
{
    struct clouds clouds = clouds_make(CLOUD_NORMAL, 300, 300, 3, 1);
    parot_points_problem problem = answer_problem(&clouds, 0);
    parot_result result = {0};
    problem.mass = -1;
    assert_refused(parot_mpi_partial_points(MPI_COMM_WORLD, own_rank() == 0 ? &problem : NULL, NULL,
                                            &result, &err),
                   PAROT_EINVAL, "mass");
    clouds_free(&clouds);
}

/* The last rank has a run that makes no sense; all learn which rank and why. */
TEST(a_bad_run_of_one_rank_is_refused_on_all_ranks)
{
    struct clouds clouds = clouds_make(CLOUD_NORMAL, 300, 300, 3, 1);
    parot_points_problem problem = answer_problem(&clouds, 0);
    parot_result result = {0};
    parot_run run;
    char words[64];
    parot_run_init(&run);
    run.threads = own_rank() == rank_count() - 1 ? -3 : 1;
    snprintf(words, sizeof words, rank_count() > 1 ? "rank %d: run.threads" : "run.threads",
             rank_count() - 1);
    assert_refused(parot_mpi_partial_points(MPI_COMM_WORLD, &problem, &run, &result, &err),
                   PAROT_EINVAL, words);
    clouds_free(&clouds);
}

/* Of a program that was compiled with a shorter or a longer parot_run (VERSIONING.md). */
TEST(runs_of_other_versions_are_understood)
{
    struct clouds clouds = clouds_make(CLOUD_NORMAL, 300, 300, 3, 1);
    parot_points_problem problem = answer_problem(&clouds, 0);
    struct {
        parot_run run;
        int64_t later; /* a field that this library does not know, and that is not set */
    } given;
    for (int is_longer = 0; is_longer < 2; is_longer++) {
        parot_result result = {0};
        memset(&given, 0, sizeof given);
        parot_run_init(&given.run);
        given.run.struct_size = is_longer ? sizeof given : offsetof(parot_run, ranks);
        if (!is_longer) /* not this caller's memory */
            memset(&given.run.ranks, 0xff, sizeof given.run.ranks);
        assert_ok(parot_mpi_partial_points(MPI_COMM_WORLD, &problem, &given.run, &result, &err));
        parot_result_free(&result);
    }
    clouds_free(&clouds);
}

static int stop_at_once(const parot_progress *progress, void *user)
{
    (void)user;
    return progress->seconds > 0.05;
}

TEST(stops_reach_all_ranks)
{
    struct clouds clouds = clouds_make(CLOUD_NORMAL, 20000, 20000, 20, 1);
    parot_points_problem problem = answer_problem(&clouds, 1);
    for (int is_cancelled = 0; is_cancelled < 2; is_cancelled++) {
        parot_result result = {0};
        parot_run run;
        parot_run_init(&run);
        if (is_cancelled)
            run.progress = stop_at_once;
        else
            run.time_limit = 0.3;
        double begin = MPI_Wtime();
        parot_status status =
            parot_mpi_partial_points(MPI_COMM_WORLD, &problem, &run, &result, NULL);
        assert_true(status == (is_cancelled ? PAROT_CANCELLED : PAROT_TIME_LIMIT) ||
                    status == PAROT_ESTOPPED);
        assert_true(MPI_Wtime() - begin < 60); /* it would take minutes; no hang */
        parot_result_free(&result);
    }
    clouds_free(&clouds);
}

TEST(what_is_no_communicator_is_refused)
{
    parot_mpi *mpi = NULL;
    assert_refused(parot_mpi_open(MPI_COMM_NULL, NULL, &mpi, &err), PAROT_EINVAL, "MPI_COMM_NULL");
    assert_refused(parot_mpi_open(MPI_COMM_WORLD, NULL, NULL, &err), PAROT_EINVAL, "mpi");
}

TEST(other_words_are_told_to_all_ranks)
{
    parot_mpi *mpi = NULL;
    assert_ok(parot_mpi_open(MPI_COMM_WORLD, NULL, &mpi, &err));
    assert_ok(parot_mpi_agree(mpi, "the same", &err));
    if (rank_count() > 1)
        assert_refused(parot_mpi_agree(mpi, own_rank() == 1 ? "others" : "the same", &err),
                       PAROT_EINVAL, "rank 1: words: are not those of rank 0");
    if (own_rank() > 0)
        assert_ok(parot_mpi_serve(mpi, NULL, &err));
    parot_mpi_close(mpi);
}

/* A communicator of some ranks, by its number, beside another that is busy. */
TEST(parts_of_the_world_work_for_themselves)
{
    struct clouds clouds = clouds_make(CLOUD_NORMAL, 400, 500, 6, (uint64_t)own_rank() % 2);
    parot_points_problem problem = answer_problem(&clouds, 2);
    parot_ranks_options options;
    struct answer together = {0}, alone = {0};
    parot_mpi *mpi = NULL;
    MPI_Comm half;
    MPI_Comm_split(MPI_COMM_WORLD, own_rank() % 2, own_rank(), &half);
    parot_ranks_options_init(&options);
    options.least_work = 0;
    assert_ok(parot_mpi_open_number((int32_t)MPI_Comm_c2f(half), &options, &mpi, &err));
    if (parot_mpi_rank(mpi) > 0)
        assert_ok(parot_mpi_serve(mpi, NULL, &err));
    else {
        parot_run run;
        parot_run_init(&run);
        run.ranks = parot_mpi_ranks(mpi);
        answer_get(&problem, &run, &together);
        answer_get(&problem, NULL, &alone);
        assert_same_answer(&alone, &together);
    }
    parot_mpi_close(mpi);
    MPI_Comm_free(&half);
    answer_free(&together);
    answer_free(&alone);
    clouds_free(&clouds);
}

int main(int argc, char **argv)
{
    int level = 0, is_even = atoi(getenv("OMPI_COMM_WORLD_SIZE")) % 2 == 0;
    MPI_Init_thread(&argc, &argv, is_even ? MPI_THREAD_SERIALIZED : MPI_THREAD_SINGLE, &level);
    if (own_rank() > 0 && !freopen("/dev/null", "w", stdout))
        MPI_Abort(MPI_COMM_WORLD, 1);
    int failed = test_run();
    if (failed)
        MPI_Abort(MPI_COMM_WORLD, 1);
    MPI_Finalize();
    return 0;
}
