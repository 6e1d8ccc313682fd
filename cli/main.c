/* main.c - `parot VERB ...`: finds the verb, and tells what there is. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "parot/parot.h"
#include "shell/args.h"
#include "shell/output_check.h"
#include "shell/phase.h"
#include "shell/progress.h"
#include "verbs/verbs.h"

struct verb {
    const char *name, *speaker;
    enum outcome (*run)(const char **argv);
    const char *purpose;
};

static const struct verb VERBS[] = {
    {"pu", "parot pu", cmd_pu, "label the rows that are like known positives"},
    {"predict", "parot predict", cmd_predict, "label new rows with a model of pu"},
    {"prior", "parot prior", cmd_prior, "estimate the fraction of unlabeled rows that is positive"},
    {"partial", "parot partial", cmd_partial, "move a given mass at the least cost, with a proof"},
    {"curve", "parot curve", cmd_curve, "compute the cost of every mass: curve, slope and elbow"},
    {"gromov", "parot gromov", cmd_gromov, "match spaces by the distances within each"},
    {"plot", "parot plot", cmd_plot, "draw figures of saved results"},
    {"register", "parot register", cmd_register, "move one cloud of points onto another"},
    {"drift", "parot drift", cmd_drift, "find what is new in today's table"},
    {"explain", "parot explain", cmd_explain,
     "explain why a row moves or stays, and what would change it"},
    {"certify", "parot certify", cmd_certify, "check from scratch that a saved plan is optimal"},
    {"cost", "parot cost", cmd_cost, "compute distances between the rows of two files"},
    {"convert", "parot convert", cmd_convert, "write a table or a result in another format"},
    {"doctor", "parot doctor", cmd_doctor, "describe files and find what would go wrong"},
    {"make", "parot make", cmd_make, "make synthetic points"},
};
enum { VERB_COUNT = sizeof VERBS / sizeof *VERBS };

static void print_overview(FILE *file)
{
    fputs("parot - exact partial optimal transport, each answer with its proof\n\n"
          "Usage: parot VERB ...\n\n",
          file);
    for (size_t k = 0; k < VERB_COUNT; k++)
        fprintf(file, "  %-10s %s\n", VERBS[k].name, VERBS[k].purpose);
    fprintf(file, "  %-10s %s\n", "help", "explain a verb and its options: parot help VERB");
    fputs("\nA first try:\n"
          "  parot make moons -n 300 -o a.csv\n"
          "  parot make rotated -n 300 -o b.csv\n"
          "  parot partial a.csv b.csv --mass 0.5\n",
          file);
}

static const struct verb *find_verb(const char *name)
{
    for (size_t k = 0; k < VERB_COUNT; k++)
        if (strcmp(name, VERBS[k].name) == 0)
            return &VERBS[k];
    return NULL;
}

static enum outcome refuse_verb(const char *name)
{
    enum { OTHERS = 3 };
    const char *names[VERB_COUNT + OTHERS] = {"help", "--help", "--version"};
    for (size_t k = 0; k < VERB_COUNT; k++)
        names[OTHERS + k] = VERBS[k].name;
    const char *near = parot_nearest_name(name, names, VERB_COUNT + OTHERS);
    const char *kind = name[0] == '-' ? "option" : "verb";
    if (near)
        return refuse(MISUSED, "unknown %s '%s'; did you mean '%s'?", kind, name, near);
    return refuse(MISUSED, "unknown %s '%s'; `parot help` lists the verbs", kind, name);
}

static enum outcome run_verb(const char **argv)
{
    const struct verb *verb = find_verb(argv[0]);
    if (!verb)
        return refuse_verb(argv[0]);
    speak_as(verb->speaker);
    return verb->run(argv);
}

/* `parot help --verbs` and `parot help --options VERB` are for completion and tests. */
static enum outcome list(const char *what, const char *name)
{
    const char *argv[] = {name, NULL};
    if (strcmp(what, "--options") == 0 && name) {
        args_list_instead();
        return run_verb(argv);
    }
    if (strcmp(what, "--verbs") != 0)
        return refuse_verb(what);
    for (size_t k = 0; k < VERB_COUNT; k++)
        puts(VERBS[k].name);
    puts("help");
    return SOLVED;
}

/* `parot help VERB` is `parot VERB --help`. */
static enum outcome help(const char *name)
{
    const char *argv[] = {name, "--help", NULL};
    if (name && strcmp(name, "help") != 0)
        return run_verb(argv);
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
        return list(argv[1], argv[2]);
    if (strcmp(argv[0], "help") == 0)
        return help(argv[1]);
    if (strcmp(argv[0], "--version") == 0 || strcmp(argv[0], "-V") == 0) {
        printf("parot %s\n", parot_version());
        return SOLVED;
    }
    return run_verb(argv);
}

int main(int argc, char **argv)
{
    phase_start();
    /* We start our own threads; those of OpenBLAS, one per core, would take 136 MB of address space
     * each. */
    setenv("OPENBLAS_NUM_THREADS", "1", 0);
    enum outcome outcome = dispatch((const char **)(void *)(argv + (argc > 0)));
    progress_close();
    if ((outcome == SOLVED || outcome == STOPPED || outcome == FOUND) && output_flush() != SOLVED)
        outcome = FAILED;
    return (int)outcome;
}
