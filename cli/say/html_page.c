/* html_page.c - calls of parot/report.h that stop at the first failure; the command line is
 * quoted for the shell, and files are hashed with SHA-256. */
#include "say/html_page.h"

#include <sha2.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "input/points.h"
#include "shell/output_check.h"

enum { TEXT = 1024 };

char *page_words(void (*print)(FILE *file, const void *subject), const void *subject)
{
    char *text = NULL;
    size_t size = 0;
    FILE *file = open_memstream(&text, &size);
    if (!file)
        return NULL;
    print(file, subject);
    if (fclose(file) == 0)
        return text;
    free(text);
    return NULL;
}

void page_open(struct page *page, const char *title, const char *summary)
{
    *page = (struct page){0};
    page->status = parot_report_open(title, summary, &page->report, &page->err);
}

void page_close(struct page *page)
{
    parot_report_close(page->report);
    page->report = NULL;
}

enum outcome page_write(struct page *page, const char *path, int force)
{
    output_begin(path);
    if (page->status == PAROT_OK)
        page->status = parot_report_write(page->report, path, force, &page->err);
    return page->status == PAROT_OK ? SOLVED : refuse_status(&page->err);
}

/* ---- Parts -------------------------------------------------------------- */

void page_section(struct page *page, const char *heading)
{
    if (page->status == PAROT_OK)
        page->status = parot_report_section(page->report, heading, &page->err);
}

#define FORMAT_INTO(text)                                                                          \
    do {                                                                                           \
        va_list arguments;                                                                         \
        va_start(arguments, format);                                                               \
        vsnprintf(text, sizeof(text), format, arguments);                                          \
        va_end(arguments);                                                                         \
    } while (0)

void page_text(struct page *page, const char *format, ...)
{
    char text[TEXT];
    FORMAT_INTO(text);
    if (page->status == PAROT_OK)
        page->status = parot_report_text(page->report, text, &page->err);
}

void page_warning(struct page *page, const char *format, ...)
{
    char text[TEXT];
    FORMAT_INTO(text);
    if (page->status == PAROT_OK)
        page->status = parot_report_warning(page->report, text, &page->err);
}

void page_fact(struct page *page, const char *name, const char *format, ...)
{
    char text[TEXT];
    FORMAT_INTO(text);
    if (page->status == PAROT_OK)
        page->status = parot_report_fact(page->report, name, text, &page->err);
}

void page_table(struct page *page, const parot_report_rows *rows)
{
    if (page->status == PAROT_OK)
        page->status = parot_report_table(page->report, rows, &page->err);
}

void page_code(struct page *page, const char *text)
{
    if (page->status == PAROT_OK)
        page->status = parot_report_code(page->report, text, &page->err);
}

void page_fail(struct page *page)
{
    if (page->status != PAROT_OK)
        return;
    page->status = PAROT_ENOMEM;
    snprintf(page->err.message, sizeof page->err.message, "--report: out of memory");
}

void page_sheet(struct page *page, const parot_panel *panels, int64_t count, const char *caption)
{
    parot_sheet sheet = {.panels = panels, .count = count};
    char *svg = NULL;
    if (page->status == PAROT_OK)
        page->status = parot_sheet_svg(&sheet, &svg, &page->err);
    if (page->status == PAROT_OK)
        page->status = parot_report_figure(page->report, svg, caption, &page->err);
    free(svg);
}

/* ---- Run it again ------------------------------------------------------- */

static int is_plain(const char *word)
{
    return *word && word[strspn(word, "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"
                                      "0123456789_-./,:=+@%")] == '\0';
}

/* 'it'\''s': quotes keep everything but themselves. */
static size_t quoted(const char *word, char *text)
{
    size_t size = 0;
    text[size++] = '\'';
    for (; *word; word++) {
        if (*word == '\'') {
            memcpy(text + size, "'\\'", 3);
            size += 3;
        }
        text[size++] = *word;
    }
    text[size++] = '\'';
    return size;
}

/* Released with free(); NULL without memory. */
static char *command_line(const struct args *args)
{
    size_t room = 1, size = 0;
    for (const char **word = args->argv; *word; word++)
        room += 4 * strlen(*word) + 3;
    char *text = malloc(room);
    for (const char **word = args->argv; text && *word; word++) {
        if (word != args->argv)
            text[size++] = ' ';
        if (word == args->argv || is_plain(*word)) { /* the first is "parot pu" */
            memcpy(text + size, *word, strlen(*word));
            size += strlen(*word);
        } else {
            size += quoted(*word, text + size);
        }
    }
    if (text)
        text[size] = '\0';
    return text;
}

static void put_command(struct page *page, const struct args *args)
{
    char *text = command_line(args);
    if (text)
        page_code(page, text);
    else
        page_fail(page);
    free(text);
}

/* Of the file's bytes as they are, packed or not: what sha256sum prints. */
static void put_file(struct page *page, const char *path)
{
    char file[4096], digest[SHA256_DIGEST_STRING_LENGTH];
    struct stat found;
    if (!path || path_is_stream(path))
        return;
    snprintf(file, sizeof file, "%s", path);
    if (stat(file, &found) != 0 && strrchr(file, ':'))
        *strrchr(file, ':') = '\0'; /* "file.npz:member" */
    if (stat(file, &found) != 0 || !S_ISREG(found.st_mode) || !SHA256File(file, digest))
        return;
    page_fact(page, path, "%lld bytes, SHA-256 %s", (long long)found.st_size, digest);
}

void page_again(struct page *page, const struct args *args, const char *const *files)
{
    page_section(page, "Run it again");
    put_command(page, args);
    for (; *files; files++)
        put_file(page, *files);
    page_fact(page, "parot", "%s", parot_version());
    page_fact(page, "seed", "%llu", (unsigned long long)args->run.seed);
}
