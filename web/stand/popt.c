/* popt.c - words that begin with a dash are options, up to "--"; the others are operands. */
#include "popt.h"

#include <stdlib.h>
#include <string.h>

struct popt_lite {
    const char **argv;
    int argc, at;
    const struct poptOption *tables;
    const char *other;
    char *value; /* of the option found last */
    const char *bad;
    const char *letters; /* what is left of -abc */
    const char **operands;
    int operand_count;
    int is_over; /* "--" was seen */
};

poptContext poptGetContext(const char *name, int argc, const char **argv,
                           const struct poptOption *options, unsigned flags)
{
    poptContext context = calloc(1, sizeof *context);
    (void)name, (void)flags;
    if (!context)
        return NULL;
    *context = (struct popt_lite){.argv = argv, .argc = argc, .at = 1, .tables = options};
    context->operands = calloc((size_t)argc + 1, sizeof *context->operands);
    if (context->operands)
        return context;
    free(context);
    return NULL;
}

void poptFreeContext(poptContext context)
{
    free(context->value);
    free(context->operands);
    free(context);
}

void poptSetOtherOptionHelp(poptContext context, const char *text)
{
    context->other = text;
}

/* By name, of `length` bytes, or by letter if that is 0. */
static const struct poptOption *find(poptContext context, const char *name, size_t length)
{
    for (const struct poptOption *top = context->tables; top->argInfo == POPT_ARG_INCLUDE_TABLE;
         top++)
        for (const struct poptOption *row = top->arg; row->longName || row->shortName; row++)
            if (length == 0 ? row->shortName == *name
                            : row->longName && strncmp(row->longName, name, length) == 0 &&
                                  row->longName[length] == '\0')
                return row;
    return NULL;
}

/* `attached`: the value behind = or a letter; NULL: the next word. */
static int take(poptContext context, const struct poptOption *row, const char *attached)
{
    if (row->argInfo == POPT_ARG_NONE)
        return row->val;
    const char *value = attached                      ? attached
                        : context->at < context->argc ? context->argv[context->at++]
                                                      : NULL;
    if (!value)
        return POPT_ERROR_NOARG;
    free(context->value);
    context->value = strdup(value);
    return context->value ? row->val : POPT_ERROR_NOARG;
}

static int take_letter(poptContext context)
{
    const struct poptOption *row = find(context, context->letters, 0);
    const char *rest = context->letters + 1;
    if (!row)
        return POPT_ERROR_BADOPT;
    context->letters = *rest && row->argInfo == POPT_ARG_NONE ? rest : NULL;
    return take(context, row, *rest && row->argInfo != POPT_ARG_NONE ? rest : NULL);
}

int poptGetNextOpt(poptContext context)
{
    if (context->letters)
        return take_letter(context);
    while (context->at < context->argc) {
        const char *word = context->argv[context->at++];
        context->bad = word;
        if (context->is_over || word[0] != '-' || word[1] == '\0') {
            context->operands[context->operand_count++] = word;
            continue;
        }
        if (strcmp(word, "--") == 0) {
            context->is_over = 1;
            continue;
        }
        if (word[1] != '-') {
            context->letters = word + 1;
            return take_letter(context);
        }
        size_t length = strcspn(word + 2, "=");
        const struct poptOption *row = find(context, word + 2, length);
        return row ? take(context, row, word[2 + length] ? word + 3 + length : NULL)
                   : POPT_ERROR_BADOPT;
    }
    return -1;
}

char *poptGetOptArg(poptContext context)
{
    char *value = context->value;
    context->value = NULL;
    return value;
}

const char **poptGetArgs(poptContext context)
{
    return context->operand_count ? context->operands : NULL;
}

const char *poptBadOption(poptContext context, unsigned flags)
{
    (void)flags;
    return context->bad;
}

const char *poptStrerror(int error)
{
    return error == POPT_ERROR_NOARG ? "missing argument" : "unknown option";
}

void poptPrintHelp(poptContext context, FILE *out, int flags)
{
    (void)flags;
    fprintf(out, "Usage: %s [OPTION...] %s\n", context->argv[0], context->other);
    for (const struct poptOption *top = context->tables; top->argInfo == POPT_ARG_INCLUDE_TABLE;
         top++) {
        fprintf(out, "\n%s\n", top->descrip);
        for (const struct poptOption *row = top->arg; row->longName || row->shortName; row++)
            fprintf(out, "  --%s%s%s  %s\n", row->longName, row->argDescrip ? "=" : "",
                    row->argDescrip ? row->argDescrip : "", row->descrip ? row->descrip : "");
    }
}
