/* components.h - which nodes of a graph hang together, by trees that point upwards. */
#ifndef PAROT_COST_COMPONENTS_H
#define PAROT_COST_COMPONENTS_H

#include <stdint.h>

/* The node that stands for the component: the top of its tree, where above[node] is node. */
static inline int32_t component_of(int32_t *above, int32_t node)
{
    while (above[node] != node) {
        above[node] = above[above[node]];
        node = above[node];
    }
    return node;
}

#endif
