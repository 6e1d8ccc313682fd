/* values.c - one table from options to choices. The tests try each value that is offered. */
#include "shell/values.h"

#include <string.h>

static const struct choice NOTHING = {0};
static const struct choice ONLY_AUTO = {.own = (const parot_word[]){{"auto", 0}, {NULL, 0}}};
static const struct choice ONLY_MAX = {.own = (const parot_word[]){{"max", 0}, {NULL, 0}}};
static const struct choice ONLY_RANDOM = {.own = (const parot_word[]){{"random", 0}, {NULL, 0}}};
static const struct choice DECIMALS = {.own = (const parot_word[]){{".", 0}, {",", 0}, {NULL, 0}}};

/* What only one verb has comes first. */
static const struct {
    const char *option;
    const struct choice *choice;
    const char *verb; /* NULL: of any */
} KNOWN[] = {
    {"kind", &FIGURES, "parot plot"},
    {"mass", &NOTHING, "parot plot"},
    {"metric", &METRICS_OR_AUTO, "parot pu"},
    {"metric", &METRICS_OR_AUTO, "parot prior"},
    {"metric", &METRICS_OR_AUTO, "parot drift"},
    {"prior", &NOTHING, "parot predict"},
    {"scale", &AFFINE_SCALES, "parot register"},
    {"whole-rows", &PU_WHOLE_ROWS, NULL},
    {"metric", &METRICS, NULL},
    {"method", &PU_METHODS, NULL},
    {"kind", &PU_KINDS, NULL},
    {"scale", &SCALES, NULL},
    {"na", &MISSING, NULL},
    {"decimal", &DECIMALS, NULL},
    {"transform", &MOTIONS, NULL},
    {"overlap", &ONLY_AUTO, NULL},
    {"loss", &LOSSES, NULL},
    {"steps", &STEPS, NULL},
    {"start", &STARTS, NULL},
    {"weights", &ONLY_RANDOM, NULL},
    {"kernel", &PU_KERNELS, NULL},
    {"prior", &ONLY_AUTO, NULL},
    {"noise", &ONLY_AUTO, NULL},
    {"mass", &ONLY_MAX, NULL},
};

const struct choice *values_of(const char *verb, const char *option)
{
    for (size_t k = 0; k < sizeof KNOWN / sizeof *KNOWN; k++)
        if (strcmp(option, KNOWN[k].option) == 0 &&
            (!KNOWN[k].verb || strcmp(verb, KNOWN[k].verb) == 0))
            return KNOWN[k].choice;
    return NULL;
}
