/* args.h - the command line of a verb: one table of its options, the common ones, and what is left.
 *
 * A row of the table has the name of an option, how its value is read, and where in the verb's job
 * it goes. Parsing, help, completion, the list for programs and the suggestions all read that row.
 */
#ifndef PAROT_COMMAND_ARGS_H
#define PAROT_COMMAND_ARGS_H

#include <popt.h>
#include <stddef.h>
#include <stdio.h>

#include "shell/choice.h"
#include "shell/outcome.h"

/* How a value is read, and what it is stored as. What is not given leaves its place alone. */
enum option_type {
    OPTION_FLAG,   /* int: 1 */
    OPTION_TEXT,   /* const char *, valid until args_free */
    OPTION_OUTPUT, /* const char *: a file that the verb writes */
    OPTION_NUMBER, /* double: finite */
    OPTION_SIZE,   /* double: finite, 0 or more */
    OPTION_EXTENT, /* double[2]: "800x600", or "800" and 0, each between two bounds */
    OPTION_COUNT,  /* int64_t, between two bounds */
    OPTION_INT,    /* int32_t, between two bounds */
    OPTION_CHOICE  /* int or an enum: the value of a name */
};

struct option {
    const char *name; /* without the dashes; NULL: the end of the table, or `more` */
    char letter;      /* 0: none */
    enum option_type type;
    size_t to;                   /* the place of the value in the struct that the table is for */
    const char *unit;            /* of the value, in the help: "FILE" */
    const char *help;            /* "{}" stands for the names of `choice` */
    const struct choice *choice; /* values that have names; NULL: none */
    int64_t least, most;         /* of a count or an extent */
    const char *extensions;      /* of an output: ".svg .pdf" */
    const char *written;         /* of an output: "Rows written to"; NULL: it is not told */
    const struct option *more;   /* another table, for the struct at `to` */
    const char *needs;           /* the option that it is about, without which it is refused */
};

/* Rows of a table that fills a TYPE; a MEMBER of another type than the value does not compile. */
#define OPTION_ROW(KIND, NAME, TYPE, MEMBER, HELP, ...)                                            \
    {                                                                                              \
        .name = NAME, .type = KIND, .to = offsetof(TYPE, MEMBER), .help = HELP, __VA_ARGS__        \
    }
#define OPTION_IF(TYPE, MEMBER, VALUE, KIND) _Generic(((TYPE *)0)->MEMBER, VALUE : KIND)

#define FLAG_OPTION(NAME, TYPE, MEMBER, HELP)                                                      \
    OPTION_ROW(OPTION_IF(TYPE, MEMBER, int, OPTION_FLAG), NAME, TYPE, MEMBER, HELP, .unit = NULL)
#define TEXT_OPTION(NAME, TYPE, MEMBER, UNIT, HELP)                                                \
    OPTION_ROW(OPTION_IF(TYPE, MEMBER, const char *, OPTION_TEXT), NAME, TYPE, MEMBER, HELP,       \
               .unit = UNIT)
/* A text of which some values have names. */
#define NAMED_OPTION(NAME, TYPE, MEMBER, UNIT, CHOICE, HELP)                                       \
    OPTION_ROW(OPTION_IF(TYPE, MEMBER, const char *, OPTION_TEXT), NAME, TYPE, MEMBER, HELP,       \
               .unit = UNIT, .choice = &(CHOICE))
#define OUTPUT_OPTION(NAME, TYPE, MEMBER, EXTENSIONS, WRITTEN, HELP)                               \
    OPTION_ROW(OPTION_IF(TYPE, MEMBER, const char *, OPTION_OUTPUT), NAME, TYPE, MEMBER, HELP,     \
               .unit = "FILE", .extensions = EXTENSIONS, .written = WRITTEN)
#define NUMBER_OPTION(NAME, TYPE, MEMBER, UNIT, HELP)                                              \
    OPTION_ROW(OPTION_IF(TYPE, MEMBER, double, OPTION_NUMBER), NAME, TYPE, MEMBER, HELP,           \
               .unit = UNIT)
#define SIZE_OPTION(NAME, TYPE, MEMBER, UNIT, HELP)                                                \
    OPTION_ROW(OPTION_IF(TYPE, MEMBER, double, OPTION_SIZE), NAME, TYPE, MEMBER, HELP, .unit = UNIT)
/* A whole number from LEAST to MOST, in an int64_t or an int32_t. */
#define COUNT_OPTION(NAME, TYPE, MEMBER, UNIT, LEAST, MOST, HELP)                                  \
    OPTION_ROW(_Generic(((TYPE *)0)->MEMBER, int64_t                                               \
                        : OPTION_COUNT, int32_t                                                    \
                        : OPTION_INT),                                                             \
               NAME, TYPE, MEMBER, HELP, .unit = UNIT, .least = LEAST, .most = MOST)
#define CHOICE_OPTION(NAME, TYPE, MEMBER, UNIT, CHOICE, HELP)                                      \
    OPTION_ROW(OPTION_CHOICE, NAME, TYPE, MEMBER, HELP, .unit = UNIT, .choice = &(CHOICE))
/* All rows of another table, which is for the struct at MEMBER. */
#define MORE_OPTIONS(TABLE, TYPE, MEMBER)                                                          \
    {                                                                                              \
        .more = TABLE, .to = offsetof(TYPE, MEMBER)                                                \
    }

struct option_group {
    const char *title;            /* in the help: "Problem:" */
    const struct option *options; /* ends with {0} */
    size_t to;                    /* the place in the job of the struct that they fill */
};

enum { GROUPS = 5, MOST_OPTIONS = 64, HELPS = 14, HELP_SIZE = 256 };

/* What `parot` can be asked to do. */
struct verb {
    const char *name;     /* "partial" */
    const char *brief;    /* in the list of verbs */
    const char *operands; /* in its help: "SOURCE TARGET --mass S" */
    const char *purpose;
    const char *epilogue; /* explanations and examples */
    int writes_nothing;   /* has no -o and -f */
    int writes_figures;   /* and nothing else: has no -o */
    struct option_group groups[GROUPS - 1];
    size_t size;                    /* of its job, a struct that begins with struct args */
    void (*defaults)(void *job);    /* what is not zero before options are read; NULL: all is */
    enum outcome (*run)(void *job); /* works: the job is released afterwards */
    void (*release)(void *job);     /* NULL: there is nothing to release */
};

struct given_option {
    const struct option *option;
    char *to;   /* where its value goes */
    char *text; /* as given, "" for a flag; NULL: not given */
};

struct args {
    int is_done;       /* --help was asked for and printed */
    const char **argv; /* all words, the first of which is "parot VERB" */
    const char **operands;
    int count;
    const char *output; /* NULL: none */
    int force, quiet, verbose, json;
    parot_run run;

    /* private */
    const char *time_limit;
    int64_t seed;
    struct given_option options[MOST_OPTIONS];
    int option_count;
    struct poptOption tables[MOST_OPTIONS + GROUPS];
    struct poptOption top[GROUPS + 1];
    char helps[HELPS][HELP_SIZE]; /* of options whose values have names */
    int help_count;
    poptContext context;
};

/* Fills the job, which begins with `args`. Borrows argv, whose first becomes `speaker`, "parot
 * VERB", until args_free. */
enum outcome args_parse(struct args *args, const struct verb *verb, const char *speaker,
                        const char **argv);
void args_free(struct args *args);

/* Prints the options, for programs, instead. */
void args_print_options(struct args *args, const struct verb *verb);

/* The text of an option as given, "" for a flag; NULL: not given. */
const char *args_text(const struct args *args, const char *name);

/* The first option of a table that is given, without its dashes, or NULL. */
const char *args_given(const struct args *args, const struct option *table);

/* Refuses outputs that cannot be written, before the work is done: two of the same name, two that
 * want standard output, and what output_check finds. `extensions` are those of -o. */
enum outcome args_check_outputs(const struct args *args, const char *extensions);

/* What a verb has to say at its end: the document of --json; or, unless --quiet was given, words,
 * on stderr where an output takes stdout, and the names of the files that were written. */
enum outcome args_report(const struct args *args, enum outcome (*json)(const void *job),
                         void (*words)(FILE *file, const void *job), const void *job);

#endif
