/* certify_copy.h - clouds as a rank has them for its share of a proof: made of points that rank 0
 * has sent, with nothing from the solver. */
#ifndef PAROT_PARTIAL_CERTIFY_COPY_H
#define PAROT_PARTIAL_CERTIFY_COPY_H

#include "partial/certify_clouds.h"

/* What all need to know of the clouds. */
struct audit_shape {
    int64_t dims;
    int32_t metric, exponent, is_product;
};

struct audit_side {
    int64_t count;
    const double *at;
    const double *offset; /* alpha or beta; NULL: 0 */
    const int32_t *order; /* in which neighbours are neighbours; NULL: that of `at` */
};

struct audit_copy {
    struct audit_clouds clouds; /* the first member */
    parot_products_problem products;
    struct least *least; /* of each row, in the order of `at` */
    void *memory;
};

struct audit_shape audit_shape_of(const struct audit_clouds *clouds);

/* Points are copied, offsets are not. PAROT_OK or PAROT_ENOMEM; there is something to close either
 * way if *copy is not NULL. */
parot_status audit_copy_open(struct audit_copy **copy, const struct audit_shape *shape,
                             const struct audit_side *rows, const struct audit_side *cols,
                             struct control *control);
void audit_copy_close(struct audit_copy *copy);

#endif
