/* storm_refusals.c - each argument of every call missing, of another size, or out of its range: the
 * refusal names it. What a call does not need is said in the register, and then it must do without.
 */
#include <stdio.h>

#include "register.h"

enum { LARGEST = GIVEN_TAIL }; /* bytes of a struct, and of one from a later version */

/* Whether a message has the name of the field: of "cost.rows" that is "cost"; of a field that is
 * only a size, and of a matrix, the name of the argument. */
static int is_named(const char *message, const struct argument *argument, const char *field)
{
    static const char *const sizes = "data rows cols stride gromov";
    char part[64];
    int is_size = 1;
    if (argument->kind && argument->kind->is_whole)
        return strstr(message, argument->name) != NULL;
    for (const char *at = field; *at; at += strcspn(at, "."), at += *at == '.') {
        snprintf(part, sizeof part, "%.*s", (int)strcspn(at, ".["), at);
        if (has_name(sizes, part))
            continue;
        is_size = 0;
        if (strstr(message, part))
            return 1;
    }
    return is_size && strstr(message, argument->name);
}

/* The call with another argument k is refused with words; or accepted. */
static void expect(const struct call *call, int k, void *value, const char *field, int is_accepted,
                   const char *what)
{
    struct attempt attempt = attempt_open(call);
    void *own = attempt.argument[k];
    attempt.argument[k] = value;
    attempt_make(&attempt);
    int is_refused = attempt.status < 0 && attempt.status != call->status;
    if (is_accepted && is_refused)
        attempt_blame(&attempt, "%s %s is not accepted", call->argument[k].name, what);
    if (!is_accepted && !is_refused)
        attempt_blame(&attempt, "%s %s is accepted", call->argument[k].name, what);
    if (!is_accepted && is_refused) {
        /* sizes that disagree are told by either of the two */
        if (attempt.status != PAROT_ESHAPE &&
            !is_named(attempt.err.message, &call->argument[k], field))
            attempt_blame(&attempt, "%s %s is not named", call->argument[k].name, what);
        if (!attempt.err.argument[0])
            attempt_blame(&attempt, "%s %s: no argument is at fault", call->argument[k].name, what);
    }
    if (call->argument[k].part >= PART_OUT)
        attempt.argument[k] = NULL;
    else
        own = NULL;
    if (is_refused && !attempt_is_untouched(&attempt))
        attempt_blame(&attempt, "%s %s: its outputs are not as they were", call->argument[k].name,
                      what);
    attempt_close(&attempt);
    free(own);
}

static void refuse_null(const struct call *call, int k)
{
    const struct argument *argument = &call->argument[k];
    int is_optional = argument->part == PART_MAYBE || argument->part == PART_RUN ||
                      has_name(call->optional, argument->name);
    if (argument->kind != &parot_matrix_kind && !argument->is_number)
        expect(call, k, NULL, argument->name, is_optional, "NULL");
}

/* ---- Fields --------------------------------------------------------------- */

static void set(void *at, enum form form, double value)
{
    if (form == POINTER)
        memset(at, 0, sizeof(void *));
    else if (form == REAL)
        memcpy(at, &value, sizeof value);
    else if (form == INT32)
        memcpy(at, &(int32_t){(int32_t)value}, sizeof(int32_t));
    else
        memcpy(at, &(int64_t){(int64_t)value}, sizeof(int64_t));
}

static void refuse_field(const struct call *call, int k, const struct field *field)
{
    const struct argument *argument = &call->argument[k];
    char name[128], what[160];
    snprintf(name, sizeof name, "%s.%s", argument->name, field->name);
    for (int b = 0; b < field->values; b++) {
        _Alignas(64) char changed[LARGEST];
        memcpy(changed, argument->value, LARGEST); /* a list of them is as long as it was */
        set(changed + field->offset, field->form, field->bad[b]);
        snprintf(what, sizeof what, "with %s %g", field->name, field->bad[b]);
        expect(call, k, changed, field->name, has_name(call->ignores, name), what);
    }
}

/* ---- Sizes ---------------------------------------------------------------- */

static void refuse_sizes(const struct call *call, int k)
{
    const struct argument *argument = &call->argument[k];
    const size_t size = argument->kind->size, sizes[] = {0, 1, 8, size - 1, SIZE_MAX};
    static _Alignas(64) char later[LARGEST];
    memset(later, 0, sizeof later);
    memcpy(later, argument->value, size);
    for (size_t s = 0; s < sizeof sizes / sizeof *sizes; s++) {
        memcpy(later, &sizes[s], sizeof *sizes);
        expect(call, k, later, "struct_size", 0, "of a wrong size");
    }
    memcpy(later, &(size_t){size + 16}, sizeof size);
    expect(call, k, later, argument->name, 1, "of a later version");
    later[size + 8] = 1;
    expect(call, k, later, argument->name, 0, "with a field of a later version");
}

TEST(every_argument_that_is_wrong_is_named)
{
    FOR_CALLS(call)
    {
        for (int k = 0; k < MOST_ARGUMENTS && call->argument[k].name; k++) {
            const struct argument *argument = &call->argument[k];
            if (call->flags & AGAIN)
                continue;
            refuse_null(call, k);
            if (argument->scalar.name)
                refuse_field(call, k, &argument->scalar);
            if (argument->part >= PART_OUT || !argument->kind ||
                (k == 0 && call->flags & NO_FIELDS))
                continue;
            for (const struct field *f = argument->kind->field; f && f->name; f++)
                refuse_field(call, k, f);
            if (argument->kind->init)
                refuse_sizes(call, k);
        }
    }
    storm_end();
}

STORM(22, 20)
