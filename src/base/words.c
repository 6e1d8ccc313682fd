/* words.c - a linear search in a table that ends with a NULL name; tables have a dozen entries. */
#include "base/words.h"

#include <stdio.h>
#include <string.h>

#include "base/nearest_name.h"

const char *word_name(const parot_word *words, int32_t value)
{
    for (; words->name; words++)
        if (words->value == value)
            return words->name;
    return NULL;
}

/* "a, b and c" */
static void list_words(const parot_word *words, char *text, size_t size)
{
    size_t used = 0;
    text[0] = '\0';
    for (int k = 0; words[k].name && used < size; k++) {
        const char *between = k == 0 ? "" : words[k + 1].name ? ", " : " and ";
        used += (size_t)snprintf(text + used, size - used, "%s%s", between, words[k].name);
    }
}

parot_status word_parse(const parot_word *words, const char *argument, const char *name,
                        int32_t *value, parot_error *err)
{
    struct nearest_name nearest = nearest_name_begin(name ? name : "");
    char known[192];
    for (int k = 0; name && words[k].name; k++) {
        if (strcmp(name, words[k].name) == 0) {
            *value = words[k].value;
            return PAROT_OK;
        }
        nearest_name_try(&nearest, words[k].name);
    }
    if (nearest.name)
        return fail_argument(err, PAROT_EINVAL, argument, "'%s' is unknown; did you mean '%s'?",
                             name, nearest.name);
    list_words(words, known, sizeof known);
    return fail_argument(err, PAROT_EINVAL, argument, "'%.40s' is unknown; it is one of %s",
                         name ? name : "", known);
}
