/* explain_words.c - the library explains a move; here rows and columns get their names. */
#include "say/explain_words.h"

#include <math.h>
#include <stdio.h>

#include "parot/io.h"

/* Its id, or its number. */
static const char *name_of(const struct explain_names *names, int64_t k, char text[32])
{
    int64_t row = names->row ? names->row[k] : k;
    if (names->id)
        return names->id[row];
    snprintf(text, 32, "%lld", (long long)row);
    return text;
}

static void print_matches(const struct explanation *explanation, const char *target)
{
    const parot_move *move = &explanation->move;
    char text[32];
    for (int64_t k = 0; k < move->matches; k++)
        printf("  %-14s %s %s: mass %.6g at cost %.6g\n", "match", target,
               name_of(&explanation->target, move->match[k], text), move->match_mass[k],
               move->match_cost[k]);
    if (move->is_none && move->nearest >= 0)
        printf("  %-14s %s %s at cost %.6g\n", "nearest", target,
               name_of(&explanation->target, move->nearest, text), move->nearest_cost);
}

static void print_border(const struct explanation *explanation, const char *target)
{
    const parot_move *move = &explanation->move;
    char text[32];
    double margin = fabs(move->lambda - move->price);
    if (move->price_at < 0) {
        printf("  %-14s none: every pair of this row is forbidden\n", "price");
        return;
    }
    printf("  %-14s %.6g, the least cost + v, at %s %s; lambda is %.6g\n", "price", move->price,
           target, name_of(&explanation->target, move->price_at, text), move->lambda);
    if (move->is_none)
        printf("  %-14s its costs would have to fall by %.6g for it to move\n", "border", margin);
    else if (move->is_whole)
        printf("  %-14s its costs could rise by %.6g before it stays\n", "border", margin);
    else
        printf("  %-14s it is the border: whatever costs more stays\n", "border");
}

static void print_entry(const struct explanation *explanation)
{
    double enters = explanation->enters;
    if (isnan(enters))
        return;
    if (isinf(enters))
        printf("  %-14s at no mass: it stays even when everything that can move does\n", "enters");
    else
        printf("  %-14s from mass %.6g on; the plan has %.6g, at most %.6g can move\n", "enters",
               enters, explanation->move.mass, explanation->move.most);
}

static void print_others(const struct explanation *explanation, const char *source)
{
    const parot_move *move = &explanation->move;
    char text[32];
    if (move->is_needed)
        printf("  %-14s this much mass could not move: all other rows move already\n",
               "without it");
    if (!move->has_answer)
        return;
    printf("  %-14s ", move->is_removed ? "without it" : "if it had to");
    if (move->others == 0)
        fputs("no other row would change", stdout);
    for (int64_t k = 0; k < move->others; k++)
        printf("%s%s %s (%.6g)", k == 0 ? "" : ", ", source,
               name_of(&explanation->source, move->other[k], text), move->other_mass[k]);
    printf("%s; the cost would rise by %.6g\n",
           move->others == 0  ? ""
           : move->is_removed ? " would move instead"
                              : " would stay instead",
           move->others_cost);
}

void explanation_print(const struct explanation *explanation, const char *source,
                       const char *target)
{
    print_matches(explanation, target);
    print_border(explanation, target);
    print_entry(explanation);
    print_others(explanation, source);
}
