/* shell_list.c - few columns by name, many by numbers and ranges; quoted once for
 * parot_frame_choose, which reads the list, and once more for the shell.
 */
#include "doctor/shell_list.h"

#include <stdio.h>
#include <string.h>

enum { FEW = 3 };

/* A text that grows until it is full. */
struct text {
    char *to;
    size_t size;
    int is_full;
};

static void put(struct text *text, const char *piece)
{
    size_t length = strlen(piece);
    text->is_full |= text->size + length + 1 > SHELL_LIST;
    if (text->is_full)
        return;
    memcpy(text->to + text->size, piece, length + 1);
    text->size += length;
}

static void put_letter(struct text *text, char letter)
{
    const char piece[2] = {letter, '\0'};
    put(text, piece);
}

/* Digits, perhaps with a dash: by itself that would be a number or a range. */
static int is_number(const char *name)
{
    return *name && strspn(name, "0123456789-") == strlen(name);
}

static int needs_quotes(const char *name)
{
    size_t length = strlen(name);
    return strpbrk(name, ",\"") || name[0] == ' ' || name[length - 1] == ' ' || is_number(name);
}

static void put_name(struct text *text, const char *name)
{
    int is_quoted = needs_quotes(name);
    if (is_quoted)
        put(text, "\"");
    for (; *name; name++) {
        if (*name == '"')
            put(text, "\"");
        put_letter(text, *name);
    }
    if (is_quoted)
        put(text, "\"");
}

static void put_names(struct text *text, const parot_frame *frame, const char *marks)
{
    for (int64_t k = 0, count = 0; k < frame->cols; k++) {
        if (!marks[k])
            continue;
        put(text, count++ ? "," : "");
        put_name(text, frame->columns[k].name);
    }
}

static void put_numbers(struct text *text, const parot_frame *frame, const char *marks)
{
    char piece[64];
    for (int64_t k = 0, count = 0; k < frame->cols; k++) {
        int64_t last = k;
        if (!marks[k])
            continue;
        while (last + 1 < frame->cols && marks[last + 1])
            last++;
        snprintf(piece, sizeof piece, last > k ? "%s%lld-%lld" : "%s%lld", count++ ? "," : "",
                 (long long)frame->columns[k].number, (long long)frame->columns[last].number);
        put(text, piece);
        k = last;
    }
}

/* Names must tell the columns apart and fit into a line. */
static int has_short_names(const parot_frame *frame, const char *marks)
{
    int64_t count = 0;
    int is_short = frame->has_names, has_numbers = 0;
    for (int64_t k = 0; k < frame->cols; k++) {
        const char *name = frame->columns[k].name;
        has_numbers |= is_number(name);
        if (!marks[k])
            continue;
        count++;
        is_short &= *name && !strpbrk(name, "\r\n") && strlen(name) <= 80 &&
                    parot_frame_column(frame, name) == k;
    }
    return is_short && (count <= FEW || has_numbers);
}

/* In single quotes, in which nothing means anything but a single quote. */
static void quote_for_shell(const char *list, struct text *text)
{
    static const char plain[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789"
                                "_-.,/:@%+=";
    if (*list && strspn(list, plain) == strlen(list)) {
        put(text, list);
        return;
    }
    put(text, "'");
    for (; *list; list++)
        if (*list == '\'')
            put(text, "'\\''");
        else
            put_letter(text, *list);
    put(text, "'");
}

int shell_list(const parot_frame *frame, const char *marks, char text[SHELL_LIST])
{
    char list[SHELL_LIST] = "";
    struct text unquoted = {list, 0, 0}, quoted = {text, 0, 0};
    text[0] = '\0';
    if (has_short_names(frame, marks))
        put_names(&unquoted, frame, marks);
    else
        put_numbers(&unquoted, frame, marks);
    quote_for_shell(list, &quoted);
    return !unquoted.is_full && !quoted.is_full;
}
