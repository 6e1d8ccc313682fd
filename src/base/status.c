/* status.c - names come from a table; messages are formatted into the caller's parot_error, if
 * there is one. */
#include "base/words.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#define TEXT(x) #x
#define VERSION(major, minor, patch) TEXT(major) "." TEXT(minor) "." TEXT(patch)

const char *parot_version(void)
{
    return VERSION(PAROT_VERSION_MAJOR, PAROT_VERSION_MINOR, PAROT_VERSION_PATCH);
}

int parot_version_number(void)
{
    return PAROT_VERSION_NUMBER;
}

const parot_word *parot_status_words(void)
{
    static const parot_word words[] = {{"solved", PAROT_OK},
                                       {"iteration limit", PAROT_ITERATION_LIMIT},
                                       {"time limit", PAROT_TIME_LIMIT},
                                       {"interrupted", PAROT_CANCELLED},
                                       {"not proved", PAROT_UNPROVED},
                                       {"invalid argument", PAROT_EINVAL},
                                       {"sizes disagree", PAROT_ESHAPE},
                                       {"infeasible", PAROT_EINFEASIBLE},
                                       {"out of memory", PAROT_ENOMEM},
                                       {"out of range", PAROT_ENUMERIC},
                                       {"input or output failed", PAROT_EIO},
                                       {"malformed file", PAROT_EFORMAT},
                                       {"not supported", PAROT_ENOTSUP},
                                       {"stopped without an answer", PAROT_ESTOPPED},
                                       {NULL, 0}};
    return words;
}

const char *parot_status_name(parot_status status)
{
    const char *name = word_name(parot_status_words(), status);
    return name ? name : "unknown status";
}

parot_status parot_status_parse(const char *name, parot_status *status, parot_error *err)
{
    int32_t value = 0;
    TRY(word_parse(parot_status_words(), "status", name, &value, err));
    *status = (parot_status)value;
    return PAROT_OK;
}

/* The name that a format begins with, "mass: must be ...", the first of several, "x, y: ...", or
 * that of a size or value, "rows has ...", "mass %g ..."; "" if there is none, or if no argument is
 * at fault. */
static void note_argument(parot_error *err, parot_status status, const char *format)
{
    static const char letters[] = "abcdefghijklmnopqrstuvwxyz_.0123456789";
    size_t size = strspn(format, letters);
    int is_argument = status == PAROT_EINVAL || status == PAROT_ESHAPE || status == PAROT_ENOTSUP ||
                      status == PAROT_ENUMERIC || status == PAROT_EINFEASIBLE;
    int is_followed =
        format[size] &&
        (strchr(":,[", format[size]) != NULL ||
         (format[size] == ' ' && (status == PAROT_ESHAPE || format[size + 1] == '%')));
    if (!is_argument || !is_followed)
        size = 0;
    snprintf(err->argument, sizeof err->argument, "%.*s", (int)size, format);
}

parot_status fail(parot_error *err, parot_status status, const char *format, ...)
{
    if (err) {
        va_list arguments;
        va_start(arguments, format);
        note_argument(err, status, format);
        vsnprintf(err->message, sizeof err->message, format, arguments);
        va_end(arguments);
    }
    return status;
}

parot_status fail_argument(parot_error *err, parot_status status, const char *argument,
                           const char *format, ...)
{
    if (err) {
        va_list arguments;
        int size = snprintf(err->message, sizeof err->message, "%.63s: ", argument);
        va_start(arguments, format);
        vsnprintf(err->message + size, sizeof err->message - (size_t)size, format, arguments);
        va_end(arguments);
        snprintf(err->argument, sizeof err->argument, "%.63s", argument);
    }
    return status;
}

parot_status check_given(parot_error *err, const char *names, const void *const *given,
                         size_t count)
{
    char name[64];
    for (size_t k = 0; k < count; k++) {
        size_t length = strcspn(names, ",");
        snprintf(name, sizeof name, "%.*s", (int)length, names);
        if (!given[k])
            return fail_argument(err, PAROT_EINVAL, name, "must not be NULL");
        names += length + strspn(names + length, ", ");
    }
    return PAROT_OK;
}

parot_status fail_memory(parot_error *err, size_t bytes)
{
    return fail(err, PAROT_ENOMEM, "out of memory: %zu bytes were refused", bytes);
}
