/* small_descent.h - a descent on a pair of spaces, opened for tests of its parts. */
#ifndef PAROT_TESTS_SMALL_DESCENT_H
#define PAROT_TESTS_SMALL_DESCENT_H

#include "gromov/frank_wolfe.h"
#include "gromov/spaces.h"
#include "gromov/step.h"
#include "random_spaces.h"
#include "test.h"

struct small_descent {
    struct pair pair;
    struct control control;
    struct spaces spaces;
    struct gromov gromov;
    struct team team;
    struct frank_wolfe descent;
};

/* Takes the pair over. `run` may be NULL. */
static inline void small_descent_open_run(struct small_descent *small, struct pair pair,
                                          const parot_run *run)
{
    *small = (struct small_descent){.pair = pair};
    const parot_gromov_problem *problem = &small->pair.problem;
    struct gromov *gromov = &small->gromov;
    assert_ok(control_init(&small->control, run, &err));
    assert_ok(spaces_check(&small->spaces, problem, &small->control, &err));
    assert_ok(spaces_open(&small->spaces, problem, &gromov->tensor, &small->control, &err));
    gromov->alpha = 1;
    gromov->p = problem->p;
    gromov->q = problem->q;
    gromov->mass = problem->mass;
    gromov->tolerance = 1e-9;
    gromov->max_iterations = 1000;
    gromov->step = exact_step;
    pthread_mutex_init(&small->team.lock, NULL);
    assert_ok(frank_wolfe_open(&small->descent, gromov, &small->control, &small->team, &err));
}

static inline void small_descent_open(struct small_descent *small, struct pair pair)
{
    small_descent_open_run(small, pair, NULL);
}

static inline void small_descent_close(struct small_descent *small)
{
    frank_wolfe_close(&small->descent);
    block_free(small->spaces.memory);
    pthread_mutex_destroy(&small->team.lock);
    pair_free(&small->pair);
}

#endif
