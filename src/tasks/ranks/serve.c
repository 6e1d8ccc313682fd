/* serve.c - what other ranks can be asked to do. */
#include "base/crew.h"
#include "gromov/points/points_crew.h"
#include "gromov/trials_crew.h"
#include "partial/certify_crew.h"
#include "pu/trust/fits.h"
#include "tasks/pairwise/pair_job.h"
#include "transport/points/tiles_crew.h"

parot_status parot_ranks_serve(const parot_link *link, const parot_run *run, parot_error *err)
{
    static const struct crew_kind *const kinds[CREW_KINDS] = {
        [CREW_TILES] = &TILES_CREW, [CREW_TILES_ROUND] = &TILES_ROUND_CREW,
        [CREW_PROOF] = &PROOF_CREW, [CREW_PROOF_ROUND] = &PROOF_ROUND_CREW,
        [CREW_PAIRS] = &PAIRS_CREW,
        [CREW_STARTS] = &STARTS_CREW,
        [CREW_POINT_STARTS] = &POINT_STARTS_CREW,
        [CREW_FITS] = &FITS_CREW,
    };
    return crew_serve(link, kinds, run, err);
}
