/* told.c - the library composes; here the command line is quoted for the shell, and what the
 * library made is printed. */
#include "say/told.h"

#include <stdlib.h>
#include <string.h>

#include "shell/output_check.h"
#include "shell/phase.h"

/* ---- The command line --------------------------------------------------- */

/* 'it'\''s': quotes keep everything but themselves. Plain words need none. */
static size_t quoted(const char *word, char *text)
{
    static const char plain[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"
                                "0123456789_-./,:=+@%";
    size_t size = 0;
    if (*word && word[strspn(word, plain)] == '\0') {
        memcpy(text, word, strlen(word));
        return strlen(word);
    }
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

static char *command_line(const struct args *args)
{
    size_t room = 1, size = 0;
    for (const char **word = args->argv; *word; word++)
        room += 4 * strlen(*word) + 3;
    char *text = calloc(room, 1);
    for (const char **word = args->argv; text && *word; word++) {
        if (word == args->argv) { /* "parot pu" */
            size = strlen(*word);
            memcpy(text, *word, size);
            continue;
        }
        text[size++] = ' ';
        size += quoted(*word, text + size);
    }
    return text;
}

enum outcome told_open(struct told *told, parot_summary_kind kind, const struct args *args,
                       const char *first, const char *second)
{
    told->command = command_line(args);
    if (!told->command)
        return refuse(FAILED, "out of memory");
    told->files[0] = first;
    told->files[1] = second;
    told->summary = (parot_summary){.kind = kind,
                                    .run = &args->run,
                                    .command = told->command,
                                    .files = told->files,
                                    .file_count = 2};
    return SOLVED;
}

void told_free(struct told *told)
{
    free(told->command);
    free(told->text);
}

parot_summary_side told_side(const parot_features *features)
{
    return (parot_summary_side){.name = path_label(features->path),
                                .points = parot_table_matrix(&features->table),
                                .columns = (const char *const *)features->table.names,
                                .row = features->row,
                                .id = features->id};
}

/* ---- Words and files ---------------------------------------------------- */

void told_warn(const struct told *told, const char *prefix)
{
    for (int k = 0; k < told->warnings.count; k++)
        tip("%s%s", prefix, told->warnings.text[k]);
}

void told_print(FILE *file, const struct told *told)
{
    fputs(told->text, file);
    phase_print(file);
}

enum outcome figure_write(const char *path, const parot_panel *panels, int count,
                          const struct args *args)
{
    parot_error err = {0};
    const parot_sheet sheet = {.panels = panels, .count = count};
    if (path)
        output_begin(path);
    if (path && parot_sheet_write(path, &sheet, args->force, &err) != PAROT_OK)
        return refuse(FAILED, "--plot: %s", err.message);
    return SOLVED;
}

enum outcome told_show(struct told *told, const char *plot, const char *page,
                       const struct args *args)
{
    parot_error err = {0};
    parot_panels panels = {0};
    const parot_summary *summary = &told->summary;
    TRY(outcome_of(parot_summary_warnings(summary, &told->warnings, &err), &err));
    TRY(outcome_of(parot_summary_text(summary, &told->text, &err), &err));
    if (plot) {
        output_begin(plot);
        TRY(outcome_of(parot_summary_panels(summary, &panels, &err), &err));
        enum outcome outcome = figure_write(plot, panels.panel, (int)panels.count, args);
        parot_panels_free(&panels);
        TRY(outcome);
    }
    if (!page)
        return SOLVED;
    output_begin(page);
    return outcome_of(parot_summary_report(summary, page, args->force, &err), &err);
}
