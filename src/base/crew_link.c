/* crew_link.c - the link that a rank was given: its defaults, and what it must have. */
#include "base/crew_wire.h"
#include "base/options.h"

void parot_link_init_sized(parot_link *link, size_t struct_size)
{
    parot_link defaults = {.count = 1};
    options_init(link, struct_size, &defaults, sizeof defaults);
}

parot_status crew_link_take(parot_link *taken, const parot_link *link, parot_error *err)
{
    if (!link)
        return fail_argument(err, PAROT_EINVAL, "link", "must not be NULL");
    parot_link_init(taken);
    TRY(options_take(taken, sizeof *taken, link, "link", "parot_link", err));
    if (taken->count < 1 || taken->rank < 0 || taken->rank >= taken->count)
        return fail(err, PAROT_EINVAL, "link.rank: must be from 0 to count - 1, got %d of %d",
                    (int)taken->rank, (int)taken->count);
    if (!taken->broadcast || !taken->send || !taken->waiting || !taken->receive)
        return fail(err, PAROT_EINVAL, "link: all four functions must be given");
    return PAROT_OK;
}
