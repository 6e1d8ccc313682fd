/* small_walk.h - a walk on a pair of spaces, opened for tests of its parts. */
#ifndef PAROT_TESTS_SMALL_WALK_H
#define PAROT_TESTS_SMALL_WALK_H

#include "gromov/frank_wolfe.h"
#include "gromov/spaces.h"
#include "gromov/step.h"
#include "random_spaces.h"
#include "support.h"

struct small_walk {
    struct pair pair;
    struct control control;
    struct spaces spaces;
    struct gromov gromov;
    struct crew crew;
    struct walk walk;
};

/* Takes the pair over. `run` may be NULL. */
static inline void small_walk_open_run(struct small_walk *small, struct pair pair,
                                       const parot_run *run)
{
    *small = (struct small_walk){.pair = pair};
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
    pthread_mutex_init(&small->crew.lock, NULL);
    assert_ok(walk_open(&small->walk, gromov, &small->control, &small->crew, &err));
}

static inline void small_walk_open(struct small_walk *small, struct pair pair)
{
    small_walk_open_run(small, pair, NULL);
}

static inline void small_walk_close(struct small_walk *small)
{
    walk_close(&small->walk);
    block_free(small->spaces.memory);
    pthread_mutex_destroy(&small->crew.lock);
    pair_free(&small->pair);
}

#endif
