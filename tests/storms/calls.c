/* calls.c - the list of calls, and what is the same in all of them. */
#include "register.h"

#include <stdio.h>

enum { PATTERN = 0xA5 };

static struct call *first, **last = &first;

void register_add(struct call *call)
{
    *last = call;
    last = &call->next;
}

static struct truth *truths;

void register_add_truth(struct truth *truth)
{
    truth->next = truths;
    truths = truth;
}

const struct truth *register_truths(void)
{
    return truths;
}

const struct call *register_calls(void)
{
    return first;
}

int call_runs(const struct call *call)
{
    for (int k = 0; k < MOST_ARGUMENTS; k++)
        if (call->argument[k].name && call->argument[k].part == PART_RUN)
            return 1;
    return 0;
}

static int blames;

void attempt_blame(const struct attempt *attempt, const char *what, ...)
{
    va_list values;
    char text[512];
    va_start(values, what);
    vsnprintf(text, sizeof text, what, values);
    va_end(values);
    blames++;
    print_error("%s (%s): %s; %s: '%s'\n", attempt->call->name, attempt->call->id, text,
                parot_status_name(attempt->status), attempt->err.message);
}

void storm_end(void)
{
    assert_int_equal(blames, 0);
}

size_t argument_room(const struct argument *argument)
{
    if (!argument->name || argument->part < PART_OUT)
        return 0;
    return argument->kind ? argument->kind->size : given_room();
}

void output_reset(void *output, size_t bytes)
{
    memset(output, PATTERN, bytes);
}

struct attempt attempt_open(const struct call *call)
{
    struct attempt attempt = {.call = call};
    parot_run_init(&attempt.run);
    for (int k = 0; k < MOST_ARGUMENTS; k++) {
        size_t room = argument_room(&call->argument[k]);
        attempt.argument[k] = room ? malloc(room) : call->argument[k].value;
        if (room)
            output_reset(attempt.argument[k], room);
    }
    return attempt;
}

void attempt_make(struct attempt *attempt)
{
    for (int k = 0; k < MOST_ARGUMENTS; k++)
        if (attempt->argument[k] == &given.run)
            attempt->argument[k] = &attempt->run;
    attempt->err = (parot_error){0};
    attempt->status = attempt->call->call(attempt->argument, &attempt->err);
}

int has_name(const char *names, const char *name)
{
    for (const char *at = names; at && *at; at += strcspn(at, " "), at += *at == ' ') {
        size_t length = strcspn(at, " ");
        if (strncmp(at, name, length) == 0 && (!name[length] || name[length] == '.'))
            return 1;
    }
    return 0;
}

/* Whether output k has the pattern still. */
static int is_as_it_was(const struct attempt *attempt, int k)
{
    const unsigned char *byte = attempt->argument[k];
    size_t room = argument_room(&attempt->call->argument[k]);
    for (size_t b = 0; byte && b < room; b++)
        if (byte[b] != PATTERN)
            return 0;
    return 1;
}

int attempt_is_untouched(const struct attempt *attempt)
{
    int may_be_partly = attempt->call->flags & PARTLY;
    for (int k = 0; k < MOST_ARGUMENTS; k++)
        if (!(attempt->call->argument[k].part == PART_NUMBERS && may_be_partly) &&
            !is_as_it_was(attempt, k))
            return 0;
    return 1;
}

/* Whether there is something in it; an output that is optional may be left as it was. */
static int is_filled(const struct attempt *attempt, int k)
{
    const struct argument *argument = &attempt->call->argument[k];
    return argument->part == PART_OUT && attempt->argument[k] && attempt->status >= 0 &&
           !(has_name(attempt->call->optional, argument->name) && is_as_it_was(attempt, k));
}

void attempt_settle(struct attempt *attempt)
{
    for (int k = 0; k < MOST_ARGUMENTS; k++)
        if (is_filled(attempt, k) && attempt->call->argument[k].kind->settle)
            attempt->call->argument[k].kind->settle(attempt->argument[k]);
}

void attempt_close(struct attempt *attempt)
{
    for (int k = 0; k < MOST_ARGUMENTS; k++) {
        if (is_filled(attempt, k) && attempt->call->argument[k].kind->free)
            attempt->call->argument[k].kind->free(attempt->argument[k]);
        if (argument_room(&attempt->call->argument[k]))
            free(attempt->argument[k]);
    }
}
