/* args.c - options are translated to popt's tables, and each value is stored under its option;
 * messages suggest the nearest name. */
#include "shell/args.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "shell/option_number.h"
#include "shell/progress.h"
#include "shell/values.h"

enum {
    MOST_THREADS = 1024,
    MOST_NAMES = 64 /* options of one verb */
};

/* ---- Tables ------------------------------------------------------------- */

static void list_common(struct args *args, const struct usage *usage)
{
    enum { ABOUT_OUTPUT = 2 };
    int skipped = usage->writes_nothing ? ABOUT_OUTPUT : usage->writes_figures ? 1 : 0;
    const struct option common[COMMON_OPTIONS] = {
        {"output", 'o', &args->output_text, NULL, "FILE", "write the result there; - is stdout"},
        {"force", 'f', NULL, &args->force, NULL, "replace FILE if it exists"},
        {"json", 0, NULL, &args->json, NULL, "print one JSON document instead of the summary"},
        {"quiet", 'q', NULL, &args->quiet, NULL, "print no summary, notes or progress"},
        {"verbose", 'v', NULL, &args->verbose, NULL, "print more details, on stderr"},
        {"threads", 0, &args->threads, NULL, "N", "threads to use; 0: one per core (1)"},
        {"seed", 0, &args->seed, NULL, "N", "the only source of randomness (0)"},
        {"time-limit", 0, &args->time_limit, NULL, "S",
         "stop computing after S seconds (no limit)"},
        {"help", 'h', NULL, &args->is_done, NULL, "print this help"}};
    memcpy(args->common, common, sizeof common);
    args->groups[args->group_count++] =
        (struct option_group){"Common options:", args->common + skipped, COMMON_OPTIONS - skipped};
}

/* The number by which popt tells us an option of a group; never 0. */
static int option_key(int group, int k)
{
    return 1 + group * OPTIONS + k;
}

static const struct option *option_of(const struct args *args, int key)
{
    return &args->groups[(key - 1) / OPTIONS].options[(key - 1) % OPTIONS];
}

/* "{}" in the help of an option stands for the names of its values. */
static const char *expand_help(struct args *args, const char *verb, const struct option *option)
{
    const char *place = option->help ? strstr(option->help, "{}") : NULL;
    const struct choice *choice = place ? values_of(verb, option->name) : NULL;
    char names[HELP_SIZE / 2];
    if (!choice || args->help_count == HELPS)
        return option->help;
    char *text = args->helps[args->help_count++];
    choice_list(choice, " or ", names, sizeof names);
    int size = snprintf(text, HELP_SIZE, "%.*s%s%s", (int)(place - option->help), option->help,
                        names, place + 2);
    assert(size < HELP_SIZE);
    (void)size;
    return text;
}

static void build_tables(struct args *args, const struct usage *usage)
{
    for (int group = 0; group < args->group_count; group++) {
        const struct option_group *from = &args->groups[group];
        assert(from->count < OPTIONS);
        for (int k = 0; k < from->count; k++) {
            const struct option *option = &from->options[k];
            args->tables[group][k] = (struct poptOption){
                option->name, option->letter,       option->value ? POPT_ARG_STRING : 0,
                NULL,         option_key(group, k), expand_help(args, usage->name, option),
                option->unit};
        }
        args->top[group] = (struct poptOption){
            NULL, '\0', POPT_ARG_INCLUDE_TABLE, args->tables[group], 0, from->title, NULL};
    }
}

/* ---- Mistakes ----------------------------------------------------------- */

static enum outcome refuse_unknown(const struct args *args, const char *given)
{
    const char *names[MOST_NAMES];
    size_t count = 0;
    char word[64];
    for (int group = 0; group < args->group_count; group++)
        for (int k = 0; k < args->groups[group].count && count < MOST_NAMES; k++)
            names[count++] = args->groups[group].options[k].name;
    snprintf(word, sizeof word, "%.*s", (int)strcspn(given + strspn(given, "-"), "="),
             given + strspn(given, "-"));
    const char *near = strlen(word) > 1 ? parot_nearest_name(word, names, (int64_t)count) : NULL;
    if (near)
        return refuse(MISUSED, "unknown option '%s'; did you mean '--%s'?", given, near);
    return refuse(MISUSED, "unknown option '%s'; --help lists them", given);
}

static enum outcome refuse_popt(const struct args *args, int error)
{
    const char *given = poptBadOption(args->context, POPT_BADOPTION_NOALIAS);
    if (error == POPT_ERROR_BADOPT)
        return refuse_unknown(args, given);
    if (error == POPT_ERROR_NOARG)
        return refuse(MISUSED, "%s: needs a value; --help says which", given);
    return refuse(MISUSED, "%s: %s", given, poptStrerror(error));
}

/* ---- Values ------------------------------------------------------------- */

static enum outcome take_option(const struct args *args, const struct option *option)
{
    if (option->flag) {
        *option->flag = 1;
        return SOLVED;
    }
    if (*option->value)
        return refuse(MISUSED, "--%s: is given twice", option->name);
    *option->value = poptGetOptArg(args->context);
    if (!*option->value || !**option->value)
        return refuse(MISUSED, "--%s: needs a value; --help says which", option->name);
    return SOLVED;
}

static enum outcome read_common(struct args *args)
{
    int64_t count = 0;
    parot_run_init(&args->run);
    args->output = args->output_text;
    speak_quietly(args->quiet);
    if (args->threads) {
        TRY(number_read_count("--threads", args->threads, 0, MOST_THREADS, &count));
        args->run.threads = (int32_t)count;
    }
    if (args->seed) {
        TRY(number_read_count("--seed", args->seed, 0, INT64_MAX, &count));
        args->run.seed = (uint64_t)count;
    }
    if (args->time_limit) {
        if (!number_parse(args->time_limit, &args->run.time_limit) || !(args->run.time_limit > 0))
            return refuse(MISUSED,
                          "--time-limit %s: must be a number of seconds above 0; leave it out for "
                          "no limit",
                          args->time_limit);
    }
    if (args->json && args->output && strcmp(args->output, "-") == 0)
        return refuse(MISUSED, "--json and -o - both want standard output; drop one of them");
    return SOLVED;
}

static void print_help(const struct args *args, const struct usage *usage)
{
    printf("%s - %s\n\n", usage->name, usage->purpose);
    poptPrintHelp(args->context, stdout, 0);
    if (usage->epilogue)
        printf("\n%s", usage->epilogue);
}

/* ---- For programs ------------------------------------------------------- */

static int is_listing;

void args_list_instead(void)
{
    is_listing = 1;
}

/* Separated by blanks. */
static void print_values(const struct choice *choice)
{
    const char *names[MOST_CHOICES];
    int count = choice ? choice_names(choice, names) : 0;
    for (int k = 0; k < count; k++)
        printf("%s%s", k ? " " : "", names[k]);
    printf("\n");
}

/* "--mass", what its value is, and the values that have names; separated by tabs. */
static void print_list(const struct args *args, const struct usage *usage)
{
    for (int group = 0; group < args->group_count; group++)
        for (int k = 0; k < args->groups[group].count; k++) {
            const struct option *option = &args->groups[group].options[k];
            printf("--%s\t%s\t", option->name, option->unit ? option->unit : "");
            print_values(option->unit ? values_of(usage->name, option->name) : NULL);
            if (option->letter)
                printf("-%c\t%s\t\n", option->letter, option->unit ? option->unit : "");
        }
}

/* ---- Parsing ------------------------------------------------------------ */

static int count_arguments(const char **argv)
{
    int count = 0;
    while (argv[count])
        count++;
    return count;
}

static void list_operands(struct args *args)
{
    args->operands = poptGetArgs(args->context);
    args->count = args->operands ? count_arguments(args->operands) : 0;
}

enum outcome args_parse(struct args *args, const struct usage *usage,
                        const struct option_group *groups, int group_count, const char **argv)
{
    assert(group_count < GROUPS);
    for (int k = 0; k < group_count; k++)
        args->groups[k] = groups[k];
    args->group_count = group_count;
    list_common(args, usage);
    build_tables(args, usage);
    if (is_listing) {
        print_list(args, usage);
        args->is_done = 1;
        return SOLVED;
    }
    argv[0] = usage->name; /* for the help */
    args->argv = argv;
    args->context = poptGetContext(usage->name, count_arguments(argv), argv, args->top, 0);
    if (!args->context)
        return refuse(FAILED, "out of memory");
    poptSetOtherOptionHelp(args->context, usage->operands);

    int key = 0;
    while ((key = poptGetNextOpt(args->context)) > 0)
        TRY(take_option(args, option_of(args, key)));
    if (key != -1)
        return refuse_popt(args, key);
    if (args->is_done) {
        print_help(args, usage);
        return SOLVED;
    }
    list_operands(args);
    TRY(read_common(args));
    progress_open(&args->run, args->quiet, args->operands, args->count);
    return SOLVED;
}

void args_free(struct args *args)
{
    for (int group = 0; group < args->group_count; group++)
        for (int k = 0; k < args->groups[group].count; k++) {
            char **value = args->groups[group].options[k].value;
            if (value) {
                free(*value);
                *value = NULL;
            }
        }
    if (args->context)
        poptFreeContext(args->context);
}
