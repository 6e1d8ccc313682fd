/* values.c - a table of options and their values. The tests try each of them. */
#include "shell/values.h"

#include <string.h>

/* What only one verb has comes first. */
static const struct {
    const char *option, *values, *verb; /* NULL: of any */
} KNOWN[] = {
    {"kind", "clouds plan curve history scores confusion truth", "parot plot"},
    {"mass", "", "parot plot"},
    {"metric", "auto sqeuclidean euclidean cityblock cosine", "parot pu"},
    {"metric", "auto sqeuclidean euclidean cityblock cosine", "parot prior"},
    {"metric", "auto sqeuclidean euclidean cityblock cosine", "parot drift"},
    {"prior", "", "parot predict"},
    {"scale", "none minmax zscore robust", "parot register"},
    {"metric", "sqeuclidean euclidean cityblock cosine", NULL},
    {"method", "auto mined ridge wasserstein gromov fused matching nearest upu nnpu pusb", NULL},
    {"kind", "auto binary image table domains", NULL},
    {"scale", "auto none minmax zscore robust rank log", NULL},
    {"na", "error drop mean", NULL},
    {"decimal", ". ,", NULL},
    {"transform", "rigid similarity translation", NULL},
    {"overlap", "auto", NULL},
    {"whole-rows", "exact concave none lasso", NULL},
    {"loss", "square kl", NULL},
    {"steps", "auto long exact", NULL},
    {"start", "auto product partial clusters profiles prior-profiles random", NULL},
    {"weights", "random", NULL},
    {"kernel", "rbf linear both", NULL},
    {"prior", "auto", NULL},
    {"noise", "auto", NULL},
    {"mass", "max", NULL},
};

const char *values_of(const char *verb, const char *option)
{
    for (size_t k = 0; k < sizeof KNOWN / sizeof *KNOWN; k++)
        if (strcmp(option, KNOWN[k].option) == 0 &&
            (!KNOWN[k].verb || strcmp(verb, KNOWN[k].verb) == 0))
            return KNOWN[k].values;
    return "";
}
