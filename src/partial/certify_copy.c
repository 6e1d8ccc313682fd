/* certify_copy.c - orders are checked where they are used (certify_cloud_blocks.c): any order that
 * names each point once gives the same result. */
#include "partial/certify_copy.h"

#include <stdlib.h>
#include <string.h>

struct audit_shape audit_shape_of(const struct audit_clouds *clouds)
{
    const struct point_pair *pair = &clouds->pair;
    return (struct audit_shape){pair->dims, (int32_t)pair->metric, pair->exponent,
                                clouds->products != NULL};
}

static void layout(struct audit_copy *copy, struct arena *arena)
{
    audit_clouds_layout(&copy->clouds, arena);
    copy->least = arena_take(arena, copy->clouds.pair.n, sizeof *copy->least);
}

static void place(const struct audit_side *side, int64_t dims, double *at, struct cloud *cloud)
{
    memcpy(at, side->at, (size_t)(side->count * dims) * sizeof *at);
    for (int64_t k = 0; k < side->count; k++)
        cloud->order[k] = side->order ? side->order[k] : (int32_t)k;
}

/* Works: what it takes is in *copy. */
static parot_status fill(struct audit_copy *copy, const struct audit_shape *shape,
                         const struct audit_side *rows, const struct audit_side *cols,
                         struct control *control)
{
    struct audit_clouds *clouds = &copy->clouds;
    struct arena arena = {0};
    clouds->pair = (struct point_pair){.metric = (parot_metric)shape->metric,
                                       .n = rows->count,
                                       .m = cols->count,
                                       .dims = shape->dims,
                                       .exponent = shape->exponent};
    copy->products = (parot_products_problem){.alpha = rows->offset, .beta = cols->offset};
    clouds->products = shape->is_product ? &copy->products : NULL;
    clouds->threads = control->run.threads;
    audit_clouds_screen(clouds);
    layout(copy, &arena);
    TRY(arena_open(&arena, control, NULL));
    layout(copy, &arena);
    copy->memory = arena.block;
    clouds->least = copy->least;
    place(rows, shape->dims, clouds->pair.x, &clouds->rows);
    place(cols, shape->dims, clouds->pair.y, &clouds->cols);
    audit_clouds_fill(clouds);
    return PAROT_OK;
}

parot_status audit_copy_open(struct audit_copy **copy, const struct audit_shape *shape,
                             const struct audit_side *rows, const struct audit_side *cols,
                             struct control *control)
{
    *copy = calloc(1, sizeof **copy);
    return *copy ? fill(*copy, shape, rows, cols, control) : PAROT_ENOMEM;
}

void audit_copy_close(struct audit_copy *copy)
{
    if (copy)
        block_free(copy->memory);
    free(copy);
}
