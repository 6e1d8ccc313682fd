/* choice.c - a linear search; a name that is not there is answered with the nearest one, or with
 * the whole list. */
#include "shell/choice.h"

#include <stdio.h>
#include <string.h>

#include "shell/suggest.h"

enum { MOST_CHOICES = 16 };

static void list(const struct choice *choices, int count, char *text, size_t size)
{
    size_t used = 0;
    text[0] = '\0';
    for (int k = 0; k < count && used < size; k++)
        used += (size_t)snprintf(text + used, size - used, "%s%s",
                                 k == 0           ? ""
                                 : k == count - 1 ? " and "
                                                  : ", ",
                                 choices[k].name);
}

enum outcome choice_read(const char *option, const char *text, const struct choice *choices,
                         int count, int *value)
{
    const char *names[MOST_CHOICES] = {NULL};
    char known[256];
    if (!text)
        return SOLVED;
    for (int k = 0; k < count; k++) {
        names[k] = choices[k].name;
        if (strcmp(text, choices[k].name) == 0) {
            *value = choices[k].value;
            return SOLVED;
        }
    }
    const char *near = suggest(text, names, (size_t)count);
    if (near)
        return refuse(MISUSED, "%s %s: unknown; did you mean '%s'?", option, text, near);
    list(choices, count, known, sizeof known);
    return refuse(MISUSED, "%s %s: unknown; it is one of %s", option, text, known);
}
