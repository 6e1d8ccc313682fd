/* points_crew.h - starts between clouds of points that are shared with other ranks. */
#ifndef PAROT_GROMOV_POINTS_CREW_H
#define PAROT_GROMOV_POINTS_CREW_H

#include "base/crew.h"

extern const struct crew_kind POINT_STARTS_CREW;

#endif
