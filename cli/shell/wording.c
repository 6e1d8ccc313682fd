/* wording.c - the name of the argument at the beginning of a message is replaced by that of the
 * option. */
#include "shell/wording.h"

#include <stdio.h>
#include <string.h>

#include "shell/progress.h"

enum { LONGEST = 512 };

/* Replaces the first `size` bytes at `place` of the text. */
static void replace(char text[LONGEST], char *place, size_t size, const char *by)
{
    char rest[LONGEST];
    snprintf(rest, sizeof rest, "%s", place + size);
    snprintf(place, LONGEST - (size_t)(place - text), "%s%s", by, rest);
}

/* "options.whole_rows: ..." -> "--whole-rows: ..." */
static void rename_options(char text[LONGEST])
{
    static const char prefix[] = "options.";
    char *found = NULL;
    while ((found = strstr(text, prefix))) {
        replace(text, found, strlen(prefix), "--");
        for (; *found && strchr("abcdefghijklmnopqrstuvwxyz_-", *found); found++)
            if (*found == '_')
                *found = '-';
        if (found - text >= 8 && strncmp(found - 8, "--starts", 8) == 0)
            replace(text, found - 1, 1, "");
    }
}

/* Words that are right in a program and not on a command line. */
static void rename_advice(char text[LONGEST])
{
    static const char *const advice[][2] = {
        {"use the square loss", "use --loss square"},
        {"use alpha = 1", "use --fused 1"},
        {"use another metric", "use another --metric"},
        {"fewer rows, for instance a random sample",
         "fewer rows: --sample N takes a random sample"},
        {"or fewer of them", "or fewer rows: --sample N takes a random sample"},
        {", or ranks", ", or --scale rank"},
        {"or all of x and y", "or all coordinates"},
        {"problem.cost", "--cost FILE or --fused A"}};
    for (size_t k = 0; k < sizeof advice / sizeof *advice; k++) {
        char *found = strstr(text, advice[k][0]);
        if (found)
            replace(text, found, strlen(advice[k][0]), advice[k][1]);
    }
}

/* The option or file that an argument comes from; NULL: it has no other name. */
static const char *given_as(const char *argument, const struct wording *words, int count)
{
    for (int k = 0; k < count; k++)
        if (strcmp(argument, words[k].argument) == 0)
            return words[k].given_as;
    return NULL;
}

/* Messages about an argument begin with it, and about several with a list, "x, y: ...". */
static void rename_argument(char text[LONGEST], const char *argument, const struct wording *words,
                            int count)
{
    char name[sizeof(((parot_error *)NULL)->argument)];
    char *at = text;
    if (!*argument || strncmp(text, argument, strlen(argument)) != 0)
        return;
    snprintf(name, sizeof name, "%s", argument);
    for (;;) {
        const char *by = given_as(name, words, count);
        size_t size = strlen(name);
        if (by)
            replace(text, at, size, by);
        at += by ? strlen(by) : size;
        if (strncmp(at, ", ", 2) != 0)
            return;
        at += 2;
        snprintf(name, sizeof name, "%.*s", (int)strcspn(at, ",: ["), at);
    }
}

enum outcome refuse_call(parot_status status, const parot_error *err, double time_limit,
                         const struct wording *words, int count)
{
    char text[LONGEST];
    progress_clear();
    snprintf(text, sizeof text, "%s", err->message);
    if (status == PAROT_ESTOPPED && progress_interrupted())
        return refuse(INTERRUPTED, "interrupted (%s); nothing was written", text);
    if (status == PAROT_ESTOPPED)
        return refuse(FAILED, "--time-limit %g is too short (%s); nothing was written", time_limit,
                      text);
    rename_argument(text, err->argument, words, count);
    rename_options(text);
    rename_advice(text);
    return refuse(progress_interrupted() ? INTERRUPTED : FAILED, "%s", text);
}
