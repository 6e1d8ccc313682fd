/* tiles_crew.h - searches of the tiles that are shared with other processes (base/crew.h).
 *
 * Each of them has a copy of the points, or its share of them. A search sends them the prices,
 * limits and listed pairs; they search tiles of rows and send back what they find.
 */
#ifndef PAROT_TRANSPORT_POINTS_TILES_CREW_H
#define PAROT_TRANSPORT_POINTS_TILES_CREW_H

#include "base/crew.h"
#include "transport/points/tiles.h"

extern const struct crew_kind TILES_CREW, TILES_ROUND_CREW;

/* Whether there are ranks that can help with this search, and are free: then they are taken, and
 * tiles_search_crew is to be called. */
int tiles_take_crew(struct tiles *tiles, const struct tiles_query *query,
                    const struct control *control);
parot_status tiles_search_crew(struct tiles *tiles, struct tiles_query *query,
                               struct control *control);

/* The same with shares of the points, where the columns go round in so many parts. */
parot_status tiles_search_round(struct tiles *tiles, struct tiles_query *query, int64_t parts,
                                struct control *control);

/* The copies are not needed any more, or are not what the tiles have. */
void tiles_leave_crew(struct tiles *tiles);

#endif
