/* words.h - the values of an enum by name.
 *
 * One table for each enum makes its three public functions, parot_TYPE_words, parot_TYPE_name and
 * parot_TYPE_parse. Everything that speaks of values takes them from there: options, completion,
 * Python, files and messages.
 */
#ifndef PAROT_BASE_WORDS_H
#define PAROT_BASE_WORDS_H

#include "base/status.h"

/* NULL: there is no such value. */
const char *word_name(const parot_word *words, int32_t value);

/* `argument` is for the refusal, which says what there is and what was probably meant. */
parot_status word_parse(const parot_word *words, const char *argument, const char *name,
                        int32_t *value, parot_error *err);

/* WORDS(metric, "metric", {"sqeuclidean", PAROT_METRIC_SQEUCLIDEAN}, ...) for the enum
 * parot_metric. */
#define WORDS(type, argument, ...)                                                                 \
    const parot_word *parot_##type##_words(void)                                                   \
    {                                                                                              \
        static const parot_word words[] = {__VA_ARGS__, {NULL, 0}};                                \
        return words;                                                                              \
    }                                                                                              \
    const char *parot_##type##_name(parot_##type value)                                            \
    {                                                                                              \
        return word_name(parot_##type##_words(), (int32_t)value);                                  \
    }                                                                                              \
    parot_status parot_##type##_parse(const char *name, parot_##type *value, parot_error *err)     \
    {                                                                                              \
        int32_t found = 0;                                                                         \
        TRY(word_parse(parot_##type##_words(), argument, name, &found, err));                      \
        *value = (parot_##type)found;                                                              \
        return PAROT_OK;                                                                           \
    }                                                                                              \
    _Static_assert(sizeof(parot_##type) == sizeof(int32_t), "an enum is as large as an int32_t")

#endif
