/* products.h - problems whose costs are alpha_i + beta_j - <f_i, g_j>, at the door. */
#ifndef PAROT_PARTIAL_PRODUCTS_H
#define PAROT_PARTIAL_PRODUCTS_H

#include "base/status.h"
#include "transport/points/point_costs.h"

/* The tables f and g, weights and mass; the metric means nothing. */
parot_points_problem products_as_points(const parot_products_problem *problem);

/* Refuses numbers that are not finite, and costs that leave the range of double. */
parot_status check_products(const parot_products_problem *problem, parot_error *err);

struct product_costs product_costs_of(const parot_products_problem *problem);

#endif
