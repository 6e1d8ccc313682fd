/* status.c - names come from a switch; messages are formatted into the caller's parot_error, if
 * there is one. */
#include "base/status.h"

#include <stdarg.h>
#include <stdio.h>

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

const char *parot_status_name(parot_status status)
{
    switch (status) {
    case PAROT_OK:
        return "solved";
    case PAROT_ITERATION_LIMIT:
        return "iteration limit";
    case PAROT_TIME_LIMIT:
        return "time limit";
    case PAROT_CANCELLED:
        return "cancelled";
    case PAROT_UNPROVED:
        return "not proved";
    case PAROT_EINVAL:
        return "invalid argument";
    case PAROT_ESHAPE:
        return "sizes disagree";
    case PAROT_EINFEASIBLE:
        return "infeasible";
    case PAROT_ENOMEM:
        return "out of memory";
    case PAROT_ENUMERIC:
        return "out of range";
    case PAROT_EIO:
        return "input or output failed";
    case PAROT_EFORMAT:
        return "malformed file";
    case PAROT_ENOTSUP:
        return "not supported";
    case PAROT_ESTOPPED:
        return "stopped without an answer";
    }
    return "unknown status";
}

parot_status fail(parot_error *err, parot_status status, const char *format, ...)
{
    if (err) {
        va_list arguments;
        va_start(arguments, format);
        vsnprintf(err->message, sizeof err->message, format, arguments);
        va_end(arguments);
    }
    return status;
}

parot_status fail_memory(parot_error *err, size_t bytes)
{
    return fail(err, PAROT_ENOMEM, "out of memory: %zu bytes were refused", bytes);
}
