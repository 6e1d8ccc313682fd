/* layout.c - the sizes that programs have been compiled with.
 *
 * If an assertion fails, a struct has changed that other programs have in their memory. Options
 * (with struct_size) may grow at their end: write the new size here. A struct with reserved room
 * turns that into fields and keeps its size. Everything else needs a new soname (VERSIONING.md).
 */
#include <stddef.h>

#include "parot/io.h"
#include "parot/parot.h"
#include "parot/plot.h"
#include "parot/pu.h"
#include "parot/report.h"
#include "parot/tasks.h"

#if defined(__LP64__)

#define SIZE(type, bytes) _Static_assert(sizeof(type) == (bytes), #type " has another size")

/* A field appended to an int32_t at the end would move into padding: the size would stay the same,
 * and with it what older programs say that they know. */
#define ENDS_WITH(type, member)                                                                    \
    _Static_assert(sizeof(type) == offsetof(type, member) + sizeof(((type *)0)->member),           \
                   #type " ends in padding")

/* What parot.h includes. */
SIZE(parot_error, 640);
SIZE(parot_word, 16);
SIZE(parot_progress, 64);
SIZE(parot_run, 96);
SIZE(parot_matrix, 32);
SIZE(parot_link, 56);
SIZE(parot_ranks_options, 24);
SIZE(parot_ranks_info, 160);
SIZE(parot_problem, 88);
SIZE(parot_prices, 64);
SIZE(parot_axes, 88);
SIZE(parot_points_problem, 128);
SIZE(parot_products_problem, 136);
SIZE(parot_plan, 48);
SIZE(parot_dual, 24);
SIZE(parot_info, 80);
SIZE(parot_cut, 40);
SIZE(parot_result, 296);
SIZE(parot_check, 96);
SIZE(parot_claims, 32);
SIZE(parot_given_plan, 96);
SIZE(parot_judgement, 280);
SIZE(parot_curve, 192);
SIZE(parot_mass_costs, 88);
SIZE(parot_graph, 64);
SIZE(parot_graph_options, 40);
SIZE(parot_graph_facts, 64);
SIZE(parot_gromov_problem, 168);
SIZE(parot_gromov_options, 64);
SIZE(parot_trial, 80);
SIZE(parot_gromov_result, 448);
SIZE(parot_gromov_derivatives, 40);
SIZE(parot_gromov_points_problem, 160);
SIZE(parot_gromov_way, 48);
SIZE(parot_gromov_path_options, 24);
SIZE(parot_gromov_path_result, 160);
SIZE(parot_gromov_elbow, 72);
SIZE(parot_entropic_result, 216);
SIZE(parot_gromov_entropic_problem, 224);
SIZE(parot_gromov_entropic_result, 232);
SIZE(parot_line, 96);
SIZE(parot_line_result, 320);
SIZE(parot_cloud, 80);
SIZE(parot_pairwise_cloud, 104);
SIZE(parot_pairwise_options, 48);
SIZE(parot_pairwise_failure, 656);
SIZE(parot_pairwise_result, 152);
SIZE(parot_batch_options, 40);
SIZE(parot_batch_failure, 648);
SIZE(parot_batch_result, 296);

/* pu.h */
SIZE(parot_pu_data, 104);
SIZE(parot_pu_options, 96);
SIZE(parot_pu_trial, 96);
SIZE(parot_pu_result, 528);
SIZE(parot_pu_scaled, 88);
SIZE(parot_pu_transport, 152);
SIZE(parot_pu_model, 24);
SIZE(parot_pu_prior_result, 272);
SIZE(parot_pu_spies_result, 128);
SIZE(parot_pu_bias_result, 80);
SIZE(parot_pu_trust, 472);
SIZE(parot_pu_candidate, 64);
SIZE(parot_pu_tune_result, 1088);
SIZE(parot_pu_calibration, 120);
SIZE(parot_pu_criteria_result, 160);
SIZE(parot_pu_sensitivity_result, 120);
SIZE(parot_pu_column, 128);
SIZE(parot_pu_columns_result, 88);
SIZE(parot_pu_metrics, 96);

/* match.h */
SIZE(parot_match_problem, 328);
SIZE(parot_match_options, 40);
SIZE(parot_match_balance, 32);
SIZE(parot_match_side, 120);
SIZE(parot_match_result, 424);
SIZE(parot_match_check, 96);

/* tasks.h */
SIZE(parot_align_options, 128);
SIZE(parot_align_result, 1088);
SIZE(parot_register_options, 24);
SIZE(parot_register_result, 448);
SIZE(parot_drift_options, 40);
SIZE(parot_drift_result, 240);
SIZE(parot_explain_result, 112);
SIZE(parot_move, 272);
SIZE(parot_labelled_row, 32);
SIZE(parot_label_reasons, 512);

/* io.h */
SIZE(parot_strata_request, 64);
SIZE(parot_edge_list, 136);
SIZE(parot_plan_names, 32);
SIZE(parot_table, 56);
SIZE(parot_column, 152);
SIZE(parot_frame, 88);
SIZE(parot_reading, 96);
SIZE(parot_rows, 40);
SIZE(parot_encoded, 48);
SIZE(parot_encoding, 72);
SIZE(parot_features_options, 272);
SIZE(parot_notes, 8196);
SIZE(parot_features, 336);
SIZE(parot_column_facts, 80);
SIZE(parot_frame_facts, 80);
SIZE(parot_labels, 176);
SIZE(parot_plan_request, 64);

/* plot.h */
SIZE(parot_plot_clouds, 168);
SIZE(parot_plot_plan, 56);
SIZE(parot_plot_curve, 48);
SIZE(parot_plot_series, 48);
SIZE(parot_plot_history, 56);
SIZE(parot_plot_scores, 88);
SIZE(parot_plot_confusion, 64);
SIZE(parot_plot_prior, 80);
SIZE(parot_plot_precision, 88);
SIZE(parot_plot_steps, 64);
SIZE(parot_plot_balance, 72);
SIZE(parot_panel, 288);
SIZE(parot_sheet, 80);

/* report.h */
SIZE(parot_report_column, 56);
SIZE(parot_report_rows, 40);
SIZE(parot_summary_side, 96);
SIZE(parot_summary_partial, 72);
SIZE(parot_summary_gromov, 64);
SIZE(parot_summary_register, 104);
SIZE(parot_summary_drift, 48);
SIZE(parot_summary_pu, 176);
SIZE(parot_summary_judge, 88);
SIZE(parot_summary_match, 64);
SIZE(parot_summary, 624);
SIZE(parot_panels, 1208);

/* Options. */
ENDS_WITH(parot_run, ranks);
ENDS_WITH(parot_link, user);
ENDS_WITH(parot_ranks_options, parts);
ENDS_WITH(parot_graph_options, node_count);
ENDS_WITH(parot_gromov_options, anchors);
ENDS_WITH(parot_batch_options, user);
ENDS_WITH(parot_pairwise_options, gromov);
ENDS_WITH(parot_gromov_path_options, is_plain);
ENDS_WITH(parot_cloud, center);
ENDS_WITH(parot_pu_options, raw_distances);
ENDS_WITH(parot_align_options, feature_share);
ENDS_WITH(parot_register_options, overlap);
ENDS_WITH(parot_drift_options, splits);
ENDS_WITH(parot_match_options, price);
ENDS_WITH(parot_features_options, propensity);

#endif
