/* mat_search.c - a reader reports each variable of the file; the one of the wanted name is
 * chosen, or without a name the only matrix. All numeric variables are listed for the message if
 * the choice fails. */
#include "io/binary/mat_search.h"

#include <stdio.h>
#include <string.h>

#include "base/arena.h"
#include "io/bytes/excerpt.h"

enum {
    LIST = 120,          /* bytes for the list of names in a message */
    DEFLATE_RATIO = 1032 /* no more bytes can come out of one byte of deflate */
};

void mat_search_begin(struct mat_search *search, const char *label, const char *wanted)
{
    *search = (struct mat_search){.label = label, .wanted = wanted, .found = -1};
}

void mat_search_free(struct mat_search *search)
{
    bytes_free(&search->list);
}

/* Without memory for it the message has a shorter list. */
static void list_variable(struct mat_search *search, const struct mat_info *info)
{
    char text[EXCERPT + 64], name[EXCERPT];
    snprintf(text, sizeof text, "%s%s (%lld x %lld)", search->list.size ? ", " : "",
             excerpt_head(info->name, name, sizeof name), (long long)info->rows,
             (long long)info->cols);
    (void)!bytes_append_text(&search->list, text, NULL);
}

void mat_search_see(struct mat_search *search, const struct mat_info *info)
{
    int is_matrix = info->is_numeric && (info->rows > 1 || info->cols > 1);
    int is_wanted = search->wanted ? strcmp(info->name, search->wanted) == 0 : is_matrix;
    if (info->is_numeric)
        list_variable(search, info);
    if (is_wanted && search->found < 0) {
        search->found = search->seen;
        search->of_found = *info;
    }
    search->matrices += is_matrix;
    search->seen++;
}

static parot_status refuse_choice(const struct mat_search *search, parot_error *err)
{
    char text[LIST], list[LIST], wanted[EXCERPT];
    size_t size = search->list.size < LIST ? search->list.size : LIST - 1;
    if (search->list.size == 0)
        return fail(err, PAROT_EFORMAT, "%s: has no matrix of numbers", search->label);
    memcpy(text, search->list.data, size);
    text[size] = '\0';
    excerpt_head(text, list, sizeof list);
    if (search->wanted)
        return fail(err, PAROT_EFORMAT, "%s: has no variable '%s'; it has %s", search->label,
                    excerpt_head(search->wanted, wanted, sizeof wanted), list);
    return fail(err, PAROT_EFORMAT, "%s: choose a matrix as FILE.mat:NAME from %s", search->label,
                list);
}

parot_status mat_search_judge(const struct mat_search *search, size_t size, parot_error *err)
{
    const struct mat_info *info = &search->of_found;
    int64_t count = 0;
    if (search->found < 0 || (!search->wanted && search->matrices > 1))
        return refuse_choice(search, err);
    if (info->is_sparse)
        return fail(err, PAROT_EFORMAT, "%s: that variable is sparse; save full() of it instead",
                    search->label);
    if (!info->is_numeric)
        return fail(err, PAROT_EFORMAT,
                    "%s: that variable is not a two-dimensional matrix of real numbers",
                    search->label);
    if (info->rows < 0 || info->cols < 0 || !multiply_sizes(info->rows, info->cols, &count) ||
        (double)count > (double)DEFLATE_RATIO * (double)size)
        return fail(err, PAROT_EFORMAT, "%s: damaged: a matrix of %lld x %lld does not fit into it",
                    search->label, (long long)info->rows, (long long)info->cols);
    if (count == 0)
        return fail(err, PAROT_EFORMAT, "%s: the matrix is empty: it is %lld x %lld", search->label,
                    (long long)info->rows, (long long)info->cols);
    return PAROT_OK;
}
