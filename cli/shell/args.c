/* args.c - the tables of a verb become one list of options with the places of their values; popt
 * parses that list, and each value is read as its row says. Messages suggest the nearest name. */
#include "shell/args.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "shell/launch.h"
#include "shell/option_number.h"
#include "shell/output_check.h"
#include "shell/progress.h"

enum { MOST_THREADS = 1024 };

static char NOTHING[] = ""; /* the text of a flag */

static const struct option COMMON[] = {
    {.name = "output",
     .letter = 'o',
     .type = OPTION_OUTPUT,
     .to = offsetof(struct args, output),
     .unit = "FILE",
     .help = "write the result there; - is stdout"},
    {.name = "force",
     .letter = 'f',
     .to = offsetof(struct args, force),
     .help = "replace FILE if it exists"},
    FLAG_OPTION("json", struct args, json, "print one JSON document instead of the summary"),
    {.name = "quiet",
     .letter = 'q',
     .to = offsetof(struct args, quiet),
     .help = "print no summary, notes or progress"},
    {.name = "verbose",
     .letter = 'v',
     .to = offsetof(struct args, verbose),
     .help = "print more details, on stderr"},
    COUNT_OPTION("threads", struct args, run.threads, "N", 0, MOST_THREADS,
                 "threads to use; 0: one per core (1)"),
    COUNT_OPTION("seed", struct args, seed, "N", 0, INT64_MAX, "the only source of randomness (0)"),
    TEXT_OPTION("time-limit", struct args, time_limit, "S",
                "stop computing after S seconds (no limit)"),
    {.name = "help",
     .letter = 'h',
     .to = offsetof(struct args, is_done),
     .help = "print this help"},
    {0}};
enum { ABOUT_OUTPUT = 2 }; /* the first two */

/* ---- Tables ------------------------------------------------------------- */

static void add_options(struct args *args, const struct option *options, char *to)
{
    for (; options->name || options->more; options++) {
        if (options->more) {
            add_options(args, options->more, to + options->to);
            continue;
        }
        assert(args->option_count < MOST_OPTIONS);
        args->options[args->option_count++] =
            (struct given_option){options, to + options->to, NULL};
    }
}

/* "{}" in the help of an option stands for the names of its values. */
static const char *expand_help(struct args *args, const struct option *option)
{
    const char *place = option->choice ? strstr(option->help, "{}") : NULL;
    char names[HELP_SIZE / 2];
    if (!place)
        return option->help;
    assert(args->help_count < HELPS);
    char *text = args->helps[args->help_count++];
    choice_list(option->choice, " or ", names, sizeof names);
    int size = snprintf(text, HELP_SIZE, "%.*s%s%s", (int)(place - option->help), option->help,
                        names, place + 2);
    assert(size < HELP_SIZE);
    (void)size;
    return text;
}

/* popt returns an option's position in the list, from 1; each of its tables ends with an empty
 * row. */
static void list_options(struct args *args, const struct verb *verb)
{
    int skipped = verb->writes_nothing ? ABOUT_OUTPUT : verb->writes_figures ? 1 : 0;
    struct poptOption *row = args->tables;
    for (int group = 0; group < GROUPS; group++) {
        const struct option_group common = {"Common options:", COMMON + skipped, 0};
        const struct option_group *from = group < GROUPS - 1 ? &verb->groups[group] : &common;
        if (!from->options)
            continue;
        struct poptOption *top = args->top;
        while (top->argInfo)
            top++;
        *top = (struct poptOption){NULL, '\0', POPT_ARG_INCLUDE_TABLE, row, 0, from->title, NULL};
        int first = args->option_count;
        add_options(args, from->options, (char *)args + from->to);
        for (int k = first; k < args->option_count; k++) {
            const struct option *option = args->options[k].option;
            *row++ =
                (struct poptOption){option->name,
                                    option->letter,
                                    option->type == OPTION_FLAG ? POPT_ARG_NONE : POPT_ARG_STRING,
                                    NULL,
                                    k + 1,
                                    expand_help(args, option),
                                    option->unit};
        }
        row++;
    }
}

/* ---- Mistakes ----------------------------------------------------------- */

static enum outcome refuse_popt(const struct args *args, int error)
{
    const char *given = poptBadOption(args->context, POPT_BADOPTION_NOALIAS);
    const char *names[MOST_OPTIONS];
    char word[64];
    if (error == POPT_ERROR_NOARG)
        return refuse(MISUSED, "%s: needs a value; --help says which", given);
    if (error != POPT_ERROR_BADOPT)
        return refuse(MISUSED, "%s: %s", given, poptStrerror(error));
    for (int k = 0; k < args->option_count; k++)
        names[k] = args->options[k].option->name;
    snprintf(word, sizeof word, "%.*s", (int)strcspn(given + strspn(given, "-"), "="),
             given + strspn(given, "-"));
    const char *near =
        strlen(word) > 1 ? parot_nearest_name(word, names, args->option_count) : NULL;
    if (near)
        return refuse(MISUSED, "unknown option '%s'; did you mean '--%s'?", given, near);
    return refuse(MISUSED, "unknown option '%s'; --help lists them", given);
}

/* ---- Values ------------------------------------------------------------- */

/* "-o", "--plot" */
static const char *label_of(const struct option *option, char text[32])
{
    if (option->letter)
        snprintf(text, 32, "-%c", option->letter);
    else
        snprintf(text, 32, "--%s", option->name);
    return text;
}

/* The text as its row says, to its place. */
static enum outcome read_value(const struct given_option *given)
{
    const struct option *option = given->option;
    char name[32];
    double extent[2], number = 0;
    int64_t count = 0;
    int value = 1;
    label_of(option, name);
    switch (option->type) {
    case OPTION_FLAG:
        memcpy(given->to, &value, sizeof value);
        return SOLVED;
    case OPTION_TEXT:
    case OPTION_OUTPUT:
        memcpy(given->to, &given->text, sizeof given->text);
        return SOLVED;
    case OPTION_NUMBER:
    case OPTION_SIZE:
        TRY(option->type == OPTION_NUMBER ? number_read(name, given->text, &number)
                                          : number_read_size(name, given->text, &number));
        memcpy(given->to, &number, sizeof number);
        return SOLVED;
    case OPTION_EXTENT:
        TRY(number_read_extent(name, given->text, option->least, option->most, extent));
        memcpy(given->to, extent, sizeof extent);
        return SOLVED;
    case OPTION_COUNT:
    case OPTION_INT:
        TRY(number_read_count(name, given->text, option->least, option->most, &count));
        value = (int)count;
        memcpy(given->to, option->type == OPTION_INT ? (void *)&value : &count,
               option->type == OPTION_INT ? sizeof value : sizeof count);
        return SOLVED;
    case OPTION_CHOICE:
        TRY(choice_read(name, given->text, option->choice, &value));
        memcpy(given->to, &value, sizeof value);
        return SOLVED;
    }
    return SOLVED;
}

static enum outcome take_option(struct args *args, struct given_option *given)
{
    const char *name = given->option->name;
    if (given->option->type == OPTION_FLAG) {
        given->text = NOTHING;
        return SOLVED;
    }
    if (given->text)
        return refuse(MISUSED, "--%s: is given twice", name);
    given->text = poptGetOptArg(args->context);
    if (!given->text || !*given->text)
        return refuse(MISUSED, "--%s: needs a value; --help says which", name);
    return SOLVED;
}

static enum outcome read_values(struct args *args)
{
    parot_run *run = &args->run;
    for (int k = 0; k < args->option_count; k++)
        if (args->options[k].text)
            TRY(read_value(&args->options[k]));
    speak_quietly(args->quiet);
    run->seed = (uint64_t)args->seed;
    if (args->time_limit &&
        (!number_parse(args->time_limit, &run->time_limit) || !(run->time_limit > 0)))
        return refuse(MISUSED,
                      "--time-limit %s: must be a number of seconds above 0; leave it out for no "
                      "limit",
                      args->time_limit);
    return SOLVED;
}

const char *args_text(const struct args *args, const char *name)
{
    for (int k = 0; k < args->option_count; k++)
        if (strcmp(args->options[k].option->name, name) == 0)
            return args->options[k].text;
    return NULL;
}

const char *args_given(const struct args *args, const struct option *table)
{
    for (; table->name || table->more; table++) {
        const char *name = table->more ? args_given(args, table->more) : table->name;
        if (name && args_text(args, name))
            return name;
    }
    return NULL;
}

/* ---- Parsing ------------------------------------------------------------ */

static int count_words(const char **words)
{
    int count = 0;
    while (words && words[count])
        count++;
    return count;
}

/* What is said about a file that nobody asked for would be ignored. */
static enum outcome check_needs(const struct args *args)
{
    for (int k = 0; k < args->option_count; k++) {
        const struct option *option = args->options[k].option;
        if (args->options[k].text && option->needs && !args_text(args, option->needs))
            return refuse(MISUSED, "--%s: applies only to the file of --%s; give that too",
                          option->name, option->needs);
    }
    return SOLVED;
}

enum outcome args_parse(struct args *args, const struct verb *verb, const char *speaker,
                        const char **argv)
{
    list_options(args, verb);
    argv[0] = speaker; /* for the help */
    args->argv = argv;
    args->context = poptGetContext(speaker, count_words(argv), argv, args->top, 0);
    if (!args->context)
        return refuse(FAILED, "out of memory");
    poptSetOtherOptionHelp(args->context, verb->operands);

    int key = 0;
    while ((key = poptGetNextOpt(args->context)) > 0)
        TRY(take_option(args, &args->options[key - 1]));
    if (key != -1)
        return refuse_popt(args, key);
    args->is_done = args_text(args, "help") != NULL;
    if (args->is_done) {
        printf("%s - %s\n\n", speaker, verb->purpose);
        poptPrintHelp(args->context, stdout, 0);
        printf("\n%s", verb->epilogue);
        return SOLVED;
    }
    args->operands = poptGetArgs(args->context);
    args->count = count_words(args->operands);
    parot_run_init(&args->run);
    args->run.ranks = launch_ranks();
    if (verb->defaults)
        verb->defaults(args);
    TRY(read_values(args));
    TRY(check_needs(args));
    progress_open(&args->run, args->quiet, args->operands, args->count);
    if (args->verbose)
        launch_introduce();
    return SOLVED;
}

/* "--mass", what its value is, the values that have names, and what the name of a file ends with;
 * separated by tabs. COL is a column of the files, COLS are several. */
void args_print_options(struct args *args, const struct verb *verb)
{
    list_options(args, verb);
    for (int k = 0; k < args->option_count; k++) {
        const struct option *option = args->options[k].option;
        const char *unit = option->unit ? option->unit : "", *names[MOST_CHOICES];
        int count = option->choice ? choice_names(option->choice, names) : 0;
        printf("--%s\t%s\t", option->name, unit);
        for (int n = 0; n < count; n++)
            printf("%s%s", n ? " " : "", names[n]);
        printf("\t%s\n", option->extensions ? option->extensions : "");
        if (option->letter)
            printf("-%c\t%s\t\t\n", option->letter, unit);
    }
}

void args_free(struct args *args)
{
    for (int k = 0; k < args->option_count; k++)
        if (args->options[k].text != NOTHING)
            free(args->options[k].text);
    if (args->context)
        poptFreeContext(args->context);
}

/* ---- Outputs ------------------------------------------------------------ */

/* The path of an output that is given; NULL: the option is not one, or not given. */
static const char *output_of(const struct args *args, int k)
{
    return args->options[k].option->type == OPTION_OUTPUT ? args->options[k].text : NULL;
}

/* The common options come last, but -o is named first. */
static enum outcome check_pair(const struct args *args, int k, int other)
{
    int is_common = args->options[other].option->letter == 'o';
    char first[32], second[32];
    label_of(args->options[is_common ? other : k].option, first);
    label_of(args->options[is_common ? k : other].option, second);
    if (strcmp(output_of(args, k), output_of(args, other)) != 0)
        return SOLVED;
    if (output_is_stdout(output_of(args, k)))
        return refuse(MISUSED, "%s - and %s - both want standard output; drop one of them", first,
                      second);
    return refuse(MISUSED, "%s and %s: give them different files", first, second);
}

enum outcome args_check_outputs(const struct args *args, const char *extensions)
{
    char label[32];
    for (int k = 0; k < args->option_count; k++) {
        const struct option *option = args->options[k].option;
        const char *path = output_of(args, k);
        label_of(option, label);
        for (int other = k + 1; path && other < args->option_count; other++)
            if (output_of(args, other))
                TRY(check_pair(args, k, other));
        if (args->json && output_is_stdout(path))
            return refuse(MISUSED, "--json and %s - both want standard output; drop one of them",
                          label);
        TRY(output_check(label, path, option->extensions ? option->extensions : extensions,
                         args->force));
    }
    return SOLVED;
}

/* The common options come last, but the file of -o is printed first. */
static void tell_written(const struct args *args, FILE *file)
{
    if (args->output && !output_is_stdout(args->output))
        fprintf(file, "Written to %s.\n", args->output);
    for (int k = 0; k < args->option_count; k++) {
        const struct option *option = args->options[k].option;
        const char *path = output_of(args, k);
        if (!path || output_is_stdout(path) || !option->written)
            continue;
        fprintf(file, "%s %s.\n", option->written, path);
    }
}

enum outcome args_report(const struct args *args, enum outcome (*json)(const void *job),
                         void (*words)(FILE *file, const void *job), const void *job)
{
    FILE *file = stdout;
    for (int k = 0; k < args->option_count; k++)
        if (output_is_stdout(output_of(args, k)))
            file = stderr;
    progress_close();
    if (args->json)
        return json(job);
    if (args->quiet)
        return SOLVED;
    words(file, job);
    tell_written(args, file);
    return SOLVED;
}
