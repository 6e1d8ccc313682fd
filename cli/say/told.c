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

/* ---- Figures ------------------------------------------------------------ */

const struct option FIGURE_OPTIONS[] = {
    OUTPUT_OPTION("plot", struct figure, path, ".svg .pdf .png", "Figure written to",
                  "draw it: .svg, .pdf or .png"),
    {.name = "theme",
     .type = OPTION_CHOICE,
     .to = offsetof(struct figure, theme),
     .unit = "T",
     .choice = &THEMES,
     .needs = "plot",
     .help = "paper of the figure, {}; auto: a .svg follows its reader"},
    {.name = "size",
     .type = OPTION_EXTENT,
     .to = offsetof(struct figure, size),
     .unit = "WxH",
     .least = LEAST_FIGURE,
     .most = MOST_FIGURE,
     .needs = "plot",
     .help = "size of the figure in 1/96 inch, or its width alone"},
    {0}};

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

enum outcome figure_write(const struct figure *figure, const parot_panel *panels, int count,
                          const struct args *args)
{
    parot_error err = {0};
    const parot_sheet sheet = {.panels = panels,
                               .count = count,
                               .width = figure->size[0],
                               .height = figure->size[1],
                               .theme = figure->theme};
    if (!figure->path)
        return SOLVED;
    output_begin(figure->path);
    if (parot_sheet_write(figure->path, &sheet, args->force, &err) != PAROT_OK)
        return refuse(FAILED, "--plot: %s", err.message);
    return SOLVED;
}

enum outcome told_show(struct told *told, const struct figure *figure, const char *page,
                       const struct args *args)
{
    parot_error err = {0};
    parot_panels panels = {0};
    const parot_summary *summary = &told->summary;
    TRY(outcome_of(parot_summary_warnings(summary, &told->warnings, &err), &err));
    TRY(outcome_of(parot_summary_text(summary, &told->text, &err), &err));
    if (figure && figure->path) {
        output_begin(figure->path);
        TRY(outcome_of(parot_summary_panels(summary, &panels, &err), &err));
        enum outcome outcome = figure_write(figure, panels.panel, (int)panels.count, args);
        parot_panels_free(&panels);
        TRY(outcome);
    }
    if (!page)
        return SOLVED;
    output_begin(page);
    return outcome_of(parot_summary_report(summary, page, args->force, &err), &err);
}
