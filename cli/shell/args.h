/* args.h - the command line of a verb: its options, the common ones, and what is left.
 *
 * A verb lists its options in groups; popt parses them and prints the help, so that neither can
 * disagree with the other.
 */
#ifndef PAROT_COMMAND_ARGS_H
#define PAROT_COMMAND_ARGS_H

#include <popt.h>

#include "shell/outcome.h"

/* Has either a value, a text that args_free releases, or a flag that is set to 1. */
struct option {
    const char *name; /* without the dashes */
    char letter;      /* 0: none */
    char **value;
    int *flag;
    const char *unit; /* of the value, in the help: "FILE" */
    const char *help;
};

struct option_group {
    const char *title; /* in the help: "Problem:" */
    const struct option *options;
    int count;
};

/* What the help says around the options. */
struct usage {
    const char *name;     /* "parot partial" */
    const char *operands; /* "SOURCE TARGET --mass S" */
    const char *purpose;
    const char *epilogue; /* explanations and examples */
    int writes_nothing;   /* has no -o and -f */
    int writes_figures;   /* and nothing else: has no -o */
};

enum { OPTIONS = 32, COMMON_OPTIONS = 9, GROUPS = 4, HELPS = 10, HELP_SIZE = 256 };

struct args {
    int is_done;       /* --help was asked for and printed */
    const char **argv; /* all words, the first of which is usage->name */
    const char **operands;
    int count;
    const char *output; /* NULL: none */
    int force, quiet, verbose, json;
    parot_run run;

    /* private */
    char *output_text, *threads, *seed, *time_limit;
    struct option common[COMMON_OPTIONS];
    struct option_group groups[GROUPS];
    int group_count;
    struct poptOption tables[GROUPS][OPTIONS];
    struct poptOption top[GROUPS + 1];
    char helps[HELPS][HELP_SIZE]; /* of options whose values have names */
    int help_count;
    poptContext context;
};

/* Borrows the groups, whose count is below GROUPS, and argv, whose first becomes usage->name, until
 * args_free. */
enum outcome args_parse(struct args *args, const struct usage *usage,
                        const struct option_group *groups, int group_count, const char **argv);
void args_free(struct args *args);

/* From here on args_parse prints the options, for programs, and the verb is done. */
void args_list_instead(void);

#endif
