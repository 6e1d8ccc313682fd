/* main.c - `parot VERB ...`: finds the verb, and tells what there is. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "input/column_names.h"
#include "parot/parot.h"
#include "shell/launch.h"
#include "shell/output_check.h"
#include "shell/phase.h"
#include "shell/progress.h"
#include "verbs/verbs.h"

static const struct verb *const VERBS[] = {
    &VERB_PU,      &VERB_PREDICT, &VERB_PRIOR,    &VERB_PARTIAL,  &VERB_CURVE,  &VERB_GROMOV,
    &VERB_MATCH,   &VERB_ALIGN,   &VERB_PLOT,     &VERB_REGISTER, &VERB_DRIFT,  &VERB_EXPLAIN,
    &VERB_CERTIFY, &VERB_COST,    &VERB_PAIRWISE, &VERB_CONVERT,  &VERB_DOCTOR, &VERB_MAKE};
enum { VERB_COUNT = sizeof VERBS / sizeof *VERBS };

static void print_overview(FILE *file)
{
    fputs("parot - exact partial optimal transport, each answer with its proof\n\n"
          "Usage: parot VERB ...\n\n",
          file);
    for (size_t k = 0; k < VERB_COUNT; k++)
        fprintf(file, "  %-10s %s\n", VERBS[k]->name, VERBS[k]->brief);
    fprintf(file, "  %-10s %s\n", "help", "explain a verb and its options: parot help VERB");
    fputs("\nA first try:\n"
          "  parot make moons -n 300 -o a.csv\n"
          "  parot make rotated -n 300 -o b.csv\n"
          "  parot partial a.csv b.csv --mass 0.5\n",
          file);
}

static enum outcome refuse_verb(const char *name)
{
    enum { OTHERS = 3 };
    const char *names[VERB_COUNT + OTHERS] = {"help", "--help", "--version"};
    for (size_t k = 0; k < VERB_COUNT; k++)
        names[OTHERS + k] = VERBS[k]->name;
    const char *near = parot_nearest_name(name, names, VERB_COUNT + OTHERS);
    const char *kind = name[0] == '-' ? "option" : "verb";
    if (near)
        return refuse(MISUSED, "unknown %s '%s'; did you mean '%s'?", kind, name, near);
    return refuse(MISUSED, "unknown %s '%s'; `parot help` lists the verbs", kind, name);
}

/* The whole life of a verb's job: what options fill, what its run works on, what is released. */
static enum outcome run_verb(const char **argv, int is_listing)
{
    static char speaker[32];
    size_t k = 0;
    while (k < VERB_COUNT && strcmp(argv[0], VERBS[k]->name) != 0)
        k++;
    if (k == VERB_COUNT)
        return refuse_verb(argv[0]);
    const struct verb *verb = VERBS[k];
    snprintf(speaker, sizeof speaker, "parot %s", verb->name);
    speak_as(speaker);
    struct args *job = calloc(1, verb->size);
    if (!job)
        return refuse(FAILED, "out of memory");
    enum outcome outcome = SOLVED;
    if (is_listing) {
        args_print_options(job, verb);
    } else {
        outcome = args_parse(job, verb, speaker, argv);
        if (outcome == SOLVED && !job->is_done)
            outcome = verb->run(job);
        if (verb->release)
            verb->release(job);
    }
    args_free(job);
    free(job);
    return outcome;
}

/* `parot help --verbs`, `--options VERB` and `--columns FILE...` are for completion and tests. */
static enum outcome list(const char *what, const char *const *names)
{
    const char *name = names[0], *argv[] = {name, NULL};
    if (strcmp(what, "--columns") == 0)
        return column_names_print(names);
    if (strcmp(what, "--options") == 0 && name)
        return run_verb(argv, 1);
    if (strcmp(what, "--verbs") != 0)
        return refuse_verb(what);
    for (size_t k = 0; k < VERB_COUNT; k++)
        puts(VERBS[k]->name);
    puts("help");
    return SOLVED;
}

/* `parot help VERB` is `parot VERB --help`. */
static enum outcome help(const char *name)
{
    const char *argv[] = {name, "--help", NULL};
    if (name && strcmp(name, "help") != 0)
        return run_verb(argv, 0);
    print_overview(stdout);
    return SOLVED;
}

static enum outcome dispatch(const char **argv)
{
    if (!argv[0]) {
        print_overview(stderr);
        return MISUSED;
    }
    if (strcmp(argv[0], "--help") == 0 || strcmp(argv[0], "-h") == 0)
        return help(NULL);
    if (strcmp(argv[0], "help") == 0 && argv[1] && argv[1][0] == '-')
        return list(argv[1], argv + 2);
    if (strcmp(argv[0], "help") == 0 && argv[1] && argv[2])
        return refuse(MISUSED, "help: takes one verb, got '%s' after '%s'", argv[2], argv[1]);
    if (strcmp(argv[0], "help") == 0)
        return help(argv[1]);
    if (strcmp(argv[0], "--version") == 0 || strcmp(argv[0], "-V") == 0) {
        printf("parot %s%s\n", parot_version(), launch_is_possible() ? " (with MPI)" : "");
        return SOLVED;
    }
    return run_verb(argv, 0);
}

int main(int argc, char **argv)
{
    /* We start our own threads; those of OpenBLAS, one per core, would take 136 MB of address space
     * each. */
    setenv("OPENBLAS_NUM_THREADS", "1", 0);
    int is_helper = 0;
    enum outcome outcome = launch_begin(argv, &is_helper);
    if (is_helper || outcome != SOLVED)
        return (int)outcome;
    phase_start();
    outcome = dispatch((const char **)(void *)(argv + (argc > 0)));
    progress_close();
    if ((outcome == SOLVED || outcome == STOPPED || outcome == FOUND) && output_flush() != SOLVED)
        outcome = FAILED;
    launch_end();
    return (int)outcome;
}
