/* outcome.c - a message is formatted into a buffer, control characters become '?', and the line
 * of progress is cleared before it is printed. */
#include "shell/outcome.h"

#include <stdarg.h>
#include <stdio.h>

#include "shell/progress.h"

static const char *speaker = "parot";

void speak_as(const char *name)
{
    speaker = name;
}

const char *speaking_as(void)
{
    return speaker;
}

/* One line whatever the names of files contain. */
static void say(const char *format, va_list arguments)
{
    char text[2048];
    vsnprintf(text, sizeof text, format, arguments);
    for (char *c = text; *c; c++)
        if ((unsigned char)*c < 0x20 || *c == 0x7F)
            *c = '?';
    progress_clear();
    fprintf(stderr, "%s: %s\n", speaker, text);
}

enum outcome refuse(enum outcome outcome, const char *format, ...)
{
    va_list arguments;
    progress_close(); /* the command ends, and this is its last word */
    va_start(arguments, format);
    say(format, arguments);
    va_end(arguments);
    return outcome;
}

enum outcome refuse_status(const parot_error *err)
{
    return refuse(FAILED, "%s", err->message);
}

enum outcome outcome_of(parot_status status, const parot_error *err)
{
    return status == PAROT_OK ? SOLVED : refuse_status(err);
}

static int is_silent;

void speak_quietly(int is_quiet)
{
    is_silent = is_quiet;
}

void tip(const char *format, ...)
{
    va_list arguments;
    if (is_silent)
        return;
    va_start(arguments, format);
    say(format, arguments);
    va_end(arguments);
}

void note(const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    say(format, arguments);
    va_end(arguments);
}
