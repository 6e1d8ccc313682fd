/* older_caller.c - a program that was compiled with the frozen header in older/.
 *
 * Everything that it hands over lies between two guards, so that a library that writes what this
 * program has no memory for is found out.
 */

#include "parot/parot.h"
#include "test.h"

#define GUARD 0x5eed5eed5eed5eedu

#define GUARDED(type)                                                                              \
    struct {                                                                                       \
        uint64_t before;                                                                           \
        type it;                                                                                   \
        uint64_t after;                                                                            \
    }

#define assert_untouched(guarded) assert_true((guarded).before == GUARD && (guarded).after == GUARD)

typedef GUARDED(parot_run) guarded_run;

static guarded_run make_run(void)
{
    guarded_run run = {.before = GUARD, .after = GUARD};
    memset(&run.it, 0xff, sizeof run.it);
    parot_run_init(&run.it);
    return run;
}

TEST(a_run_is_filled_as_far_as_it_reaches)
{
    guarded_run run = make_run();
    assert_untouched(run);
    assert_int_equal(run.it.struct_size, sizeof run.it);
    assert_int_equal(run.it.threads, 1);
    assert_int_equal(run.it.max_iterations, 0);
    assert_true(run.it.time_limit == 0);
}

/* Two of three rows move along the diagonal, where pairs cost 1, 2 and 3: 2/3 of the mass costs
 * (1 + 2) / 3. */
TEST(a_problem_is_solved_and_proved)
{
    const double cost[] = {1, 9, 9, 9, 2, 9, 9, 9, 3};
    const parot_problem problem = {.cost = {cost, 3, 3, 3}, .mass = 2.0 / 3};
    guarded_run run = make_run();
    GUARDED(parot_result) result = {.before = GUARD, .after = GUARD};
    GUARDED(parot_check) check = {.before = GUARD, .after = GUARD};
    GUARDED(parot_error) err = {.before = GUARD, .after = GUARD};

    run.it.time_limit = 60;
    assert_int_equal(parot_partial(&problem, &run.it, &result.it, &err.it), PAROT_OK);
    assert_true(fabs(result.it.objective - 1) < 1e-15);
    assert_true(fabs(result.it.mass - 2.0 / 3) < 1e-15);
    assert_int_equal(result.it.plan.count, 2);
    assert_int_equal(result.it.plan.row[1], 1);
    assert_int_equal(parot_certify(&problem, &result.it, &run.it, &check.it, &err.it), PAROT_OK);
    assert_true(parot_is_proved(&check.it, 1e-9));
    parot_result_free(&result.it);
    assert_null(result.it.owner);
    assert_untouched(run);
    assert_untouched(result);
    assert_untouched(check);
    assert_untouched(err);
}

TEST(a_refusal_stays_within_the_error)
{
    const parot_problem problem = {.mass = -1};
    guarded_run run = make_run();
    parot_result result = {0};
    GUARDED(parot_error) err = {.before = GUARD, .after = GUARD};
    assert_int_equal(parot_partial(&problem, &run.it, &result, &err.it), PAROT_EINVAL);
    assert_true(strlen(err.it.message) > 0);
    assert_untouched(err);
}

/* A space against itself: distances agree, the loss is 0. */
TEST(spaces_are_matched_with_fewer_options)
{
    const double line[] = {0, 1, 3, 1, 0, 2, 3, 2, 0};
    const parot_matrix space = {line, 3, 3, 3};
    const parot_gromov_problem problem = {.source = space, .target = space, .alpha = 1, .mass = 1};
    GUARDED(parot_gromov_options) options = {.before = GUARD, .after = GUARD};
    GUARDED(parot_gromov_result) result = {.before = GUARD, .after = GUARD};
    parot_error err = {""};

    parot_gromov_options_init(&options.it);
    assert_int_equal(options.it.struct_size, sizeof options.it);
    options.it.restarts = 4;
    assert_int_equal(parot_gromov(&problem, &options.it, NULL, &result.it, &err), PAROT_OK);
    assert_true(fabs(result.it.transport.objective) < 1e-12);
    assert_int_equal(result.it.transport.plan.count, 3);
    parot_gromov_result_free(&result.it);
    assert_untouched(options);
    assert_untouched(result);
}

TEST(a_cloud_has_its_defaults_for_what_is_not_there)
{
    GUARDED(parot_cloud) cloud = {.before = GUARD, .after = GUARD};
    double points[2 * 8] = {0}, sum = 0;
    parot_error err = {""};
    parot_cloud_init(&cloud.it);
    cloud.it.count = 8;
    assert_int_equal(parot_make_points(&cloud.it, NULL, points, &err), PAROT_OK);
    for (int k = 0; k < 16; k++)
        sum += fabs(points[k]);
    assert_true(sum > 1 && sum < 64); /* two moons of radius 1 about the origin */
    assert_untouched(cloud);
}
