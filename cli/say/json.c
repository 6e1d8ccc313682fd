/* json.c - members are printed one after the other; texts are escaped. */
#include "say/json.h"

#include <math.h>
#include <stdio.h>

#include "parot/io.h"

#include "shell/phase.h"
#include "shell/progress.h"

void json_begin(const char *status)
{
    progress_close();
    printf("{\"schema\": 1, \"status\": \"%s\"", status);
}

/* Texts may be names of files and columns, and hold anything. */
static void quote(const char *text)
{
    putchar('"');
    for (; *text; text++)
        if (*text == '"' || *text == '\\')
            printf("\\%c", *text);
        else if ((unsigned char)*text < 0x20)
            printf("\\u%04x", (unsigned)*text);
        else
            putchar(*text);
    putchar('"');
}

void json_text(const char *name, const char *value)
{
    printf(", \"%s\": ", name);
    quote(value);
}

void json_count(const char *name, int64_t value)
{
    printf(", \"%s\": %lld", name, (long long)value);
}

void json_number(const char *name, double value)
{
    char text[PAROT_NUMBER_SIZE];
    printf(", \"%s\": %s", name, isfinite(value) ? parot_number_text(value, text) : "null");
}

void json_list(const char *name)
{
    printf(", \"%s\": [", name);
}

void json_item(double value, int is_first)
{
    char text[PAROT_NUMBER_SIZE];
    fputs(is_first ? "" : ", ", stdout);
    fputs(isfinite(value) ? parot_number_text(value, text) : "null", stdout);
}

void json_text_item(const char *value, int is_first)
{
    fputs(is_first ? "" : ", ", stdout);
    quote(value);
}

void json_list_end(void)
{
    fputs("]", stdout);
}

void json_end(void)
{
    phase_json(stdout);
    puts("}");
}
