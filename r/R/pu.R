# pu.R - pu() and estimate_prior(): labels where only positives are known.

pu <- function(positives, unlabeled, prior = NULL, method = "auto", threads = 1L) {
  tables <- as_tables(positives, unlabeled, c("positives", "unlabeled"))
  if (!is.null(prior) && (!is.numeric(prior) || length(prior) != 1 || !(prior > 0 && prior < 1)))
    stop("prior: must be a number between 0 and 1, or NULL to estimate it", call. = FALSE)
  found <- .Call(C_pu, t(tables[[1]]), t(tables[[2]]), prior, if (identical(method, "auto")) NULL else method, as.integer(threads))
  found$is_estimated <- is.null(prior)
  found$positives <- nrow(tables[[1]])
  structure(found, class = "parot_pu")
}

estimate_prior <- function(positives, unlabeled, threads = 1L) {
  tables <- as_tables(positives, unlabeled, c("positives", "unlabeled"))
  .Call(C_prior, t(tables[[1]]), t(tables[[2]]), as.integer(threads))
}

print.parot_pu <- function(x, ...) {
  cat(sum(x$label), "of", length(x$label), "rows are labelled 1, by", x$positives, "positives and the method", x$method, "\n")
  cat("Prior ", format(x$prior, digits = 4), if (x$is_estimated) " (estimated)", "\n", sep = "")
  invisible(x)
}

as.data.frame.parot_pu <- function(x, ...) data.frame(label = x$label, score = x$score, rank = x$rank, match = x$match)

plot.parot_pu <- function(x, ...) {
  hist(x$score, breaks = seq(0, 1, 0.025), col = "#56B4E9", border = NA, xlab = "score", main = "", ...)
  abline(v = 0.5, lty = 2)
  invisible(x)
}
