/* encoding.c - the sizes of all columns are added up, then names and sorted levels are copied
 * into one block. */
#include "io/tables/encoding.h"

#include <stdlib.h>
#include <string.h>

#include "base/arena.h"

parot_status encoding_drafts_open(struct encoding_drafts *drafts, int64_t count, parot_error *err)
{
    drafts->draft = calloc((size_t)count, sizeof *drafts->draft);
    if (!drafts->draft)
        return fail_memory(err, (size_t)count * sizeof *drafts->draft);
    drafts->count = count;
    return PAROT_OK;
}

void encoding_drafts_free(struct encoding_drafts *drafts)
{
    for (int64_t k = 0; k < drafts->count; k++)
        levels_free(&drafts->draft[k].levels);
    free(drafts->draft);
    *drafts = (struct encoding_drafts){0};
}

void parot_encoding_free(parot_encoding *encoding)
{
    if (!encoding)
        return;
    block_free(encoding->owner);
    *encoding = (parot_encoding){0};
}

/* ---- Building ----------------------------------------------------------- */

struct places {
    parot_encoded *columns;
    char **levels;
    char *text;
    int64_t *scratch; /* twice the most levels of a column */
};

static void layout(const struct encoding_drafts *drafts, struct places *places, struct arena *arena)
{
    int64_t levels = 0, text = 0, most = 0;
    for (int64_t k = 0; k < drafts->count; k++) {
        const struct encoding_draft *draft = &drafts->draft[k];
        levels += draft->levels.count;
        text += (int64_t)(draft->levels.text.size + strlen(draft->name) + 1);
        most = draft->levels.count > most ? draft->levels.count : most;
    }
    places->columns = arena_take(arena, drafts->count, sizeof *places->columns);
    places->levels = arena_take(arena, levels, sizeof *places->levels);
    places->text = arena_take(arena, text, 1);
    places->scratch = arena_take(arena, 2 * most, sizeof *places->scratch);
}

static char *put(struct places *places, const char *text)
{
    char *to = strcpy(places->text, text);
    places->text += strlen(text) + 1;
    return to;
}

static void put_column(struct places *places, const struct encoding_draft *draft,
                       parot_encoded *column)
{
    const struct levels *levels = &draft->levels;
    int64_t *order = places->scratch, *place = order + levels->count;
    *column = (parot_encoded){.name = put(places, draft->name), .fill = draft->fill};
    if (!draft->is_text)
        return;
    levels_sort(levels, order, place);
    column->level_count = levels->count;
    column->levels = places->levels;
    places->levels += levels->count;
    for (int64_t l = 0; l < levels->count; l++)
        column->levels[l] = put(places, levels_text(levels, order[l]));
    column->fill = (double)place[(int64_t)draft->fill];
}

parot_status encoding_build(const struct encoding_drafts *drafts, parot_encoding *encoding,
                            parot_error *err)
{
    struct arena arena = {0};
    struct control control;
    struct places places = {0};
    TRY(control_init(&control, NULL, err));
    layout(drafts, &places, &arena);
    TRY(arena_open(&arena, &control, err));
    layout(drafts, &places, &arena);
    *encoding = (parot_encoding){.count = drafts->count,
                                 .columns = places.columns,
                                 .has_names = drafts->has_names,
                                 .owner = arena.block};
    for (int64_t k = 0; k < drafts->count; k++) {
        put_column(&places, &drafts->draft[k], &encoding->columns[k]);
        encoding->features +=
            encoding->columns[k].level_count ? encoding->columns[k].level_count : 1;
    }
    return PAROT_OK;
}
