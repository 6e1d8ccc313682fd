/* values.c - see values.h. The tests try each of them. */
#include "values.h"

#include <string.h>

static const struct {
    const char *option, *values;
} KNOWN[] = {
    {"metric", "sqeuclidean euclidean cityblock cosine"},
    {"method", "auto mined ridge wasserstein gromov fused matching nearest upu nnpu pusb"},
    {"kind", "auto binary image table domains"},
    {"scale", "auto none minmax zscore robust rank log"},
    {"na", "error drop mean"},
    {"transform", "rigid similarity translation"},
    {"overlap", "auto"},
    {"group", "exact concave none lasso"},
    {"loss", "square kl"},
    {"steps", "long exact"},
    {"start", "auto product partial clusters profiles prior-profiles random"},
    {"weights", "random"},
    {"kernel", "rbf linear both"},
    {"prior", "auto"},
    {"noise", "auto"},
    {"mass", "max"},
};

const char *values_of(const char *option)
{
    for (size_t k = 0; k < sizeof KNOWN / sizeof *KNOWN; k++)
        if (strcmp(option, KNOWN[k].option) == 0)
            return KNOWN[k].values;
    return "";
}
