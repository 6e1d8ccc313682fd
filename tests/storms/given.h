/* given.h - the small valid problems that the calls of the register share. */
#ifndef PAROT_TESTS_GIVEN_H
#define PAROT_TESTS_GIVEN_H

#include "parot/match.h"
#include "parot/parot.h"
#include "parot/pu.h"
#include "parot/tasks.h"

enum { GIVEN_MOST = 400, GIVEN_DIMS = 2, GIVEN_TAIL = 2048 }; /* rows at most */

/* All of it about two clouds x and y, and the distances within and between them. */
struct given {
    parot_run run;
    parot_matrix x, y, wide, cost, source, target;
    double price, nan, reg, tolerance, low, high;
    int64_t zero, one, two, three;
    int32_t cosine, zscore;
    double masses[3], centre[GIVEN_DIMS], factor[GIVEN_DIMS], caliper[GIVEN_DIMS];
    int32_t known[GIVEN_MOST], anchor[2];
    int8_t label[GIVEN_MOST];

    parot_problem problem, batch[3];
    parot_prices prices;
    parot_points_problem points;
    parot_products_problem products;
    parot_line line;
    parot_graph graph;
    parot_graph_options graph_options;
    parot_cloud cloud;
    parot_batch_options batch_options, certified;
    parot_given_plan plan;
    parot_gromov_problem gromov;
    parot_gromov_points_problem gromov_points, plain_points, far_points;
    parot_gromov_entropic_problem gromov_entropic;
    parot_gromov_options gromov_options, product, whole;
    parot_gromov_path_options path_options;
    parot_pairwise_cloud clouds[3];
    parot_pairwise_options pairwise_options, pairwise_gromov;
    parot_match_problem match, match_many, match_columns;
    parot_match_options match_options, match_distance, match_plain;
    parot_pu_data pu;
    parot_pu_options pu_options, apart, components, method[PAROT_PU_METHOD_LEARNED + 1];
    parot_labelled_row labelled;
    parot_register_options register_options;
    parot_align_options align_options, align_distances;
    parot_drift_options drift_options;
    parot_link link, other_link;
    parot_ranks_options ranks_options;

    /* Where derivatives go. */
    parot_points_derivatives points_derivatives;
    parot_gromov_derivatives gromov_derivatives;
    parot_entropic_derivatives entropic_derivatives;

    /* Answers, for calls that ask about them. */
    parot_result result, lagrange, at_prices, products_result;
    parot_entropic_result entropic;
    parot_gromov_result gromov_result;
    parot_gromov_entropic_result gromov_entropic_result;
    parot_gromov_path_result path, points_path;
    parot_match_result match_result, columns_result;
    parot_pu_result labels, relabelled;
    parot_pu_model model;
    parot_pu_calibration calibration;
    parot_pu_prior_result prior;
    parot_pu_transport transport;
    parot_register_result registered;
    parot_curve curve;
    char tail[GIVEN_TAIL]; /* so many bytes can be read from any of its fields on */
};

extern struct given given;

/* Fills it, with so many rows in x and in y. */
void given_open(int64_t n, int64_t m);
void given_close(void);

/* Bytes of any array of numbers that a call fills. */
size_t given_room(void);

#endif
