# curve.R - partial_curve(): the cost of every mass.

partial_curve <- function(x, y, mass = "max", metric = "sqeuclidean", p = NULL, q = NULL, cost = NULL, threads = 1L) {
  points <- if (is.null(cost)) as_tables(x, y, c("x", "y")) else list(NULL, NULL)
  if (!is.null(cost)) cost <- as_table(cost, "cost")
  p <- weights_of(p, if (is.null(cost)) nrow(points[[1]]) else nrow(cost), "p")
  q <- weights_of(q, if (is.null(cost)) nrow(points[[2]]) else ncol(cost), "q")
  found <- .Call(C_curve, flip(cost), flip(points[[1]]), flip(points[[2]]), metric, p, q, mass_of(mass, p, q), as.integer(threads))
  found$slope <- c(found$slope, Inf) # no more can move
  structure(found, class = "parot_curve")
}

print.parot_curve <- function(x, ...) {
  last <- length(x$mass)
  cat("The cost of every mass up to", format(x$mass[last]), "in", last, "breakpoints;", format(x$cost[last], digits = 6), "for all of it\n")
  if (x$has_elbow) cat("Elbow at mass", format(x$mass[x$elbow], digits = 4), "\n") else cat("No clear elbow\n")
  invisible(x)
}

as.data.frame.parot_curve <- function(x, ...) data.frame(mass = x$mass, cost = x$cost, slope = x$slope)

plot.parot_curve <- function(x, ...) {
  plot(x$mass, x$cost, type = "l", lwd = 2, col = "#0072B2", xlab = "mass", ylab = "cost", ...)
  if (x$has_elbow) points(x$mass[x$elbow], x$cost[x$elbow], pch = 19, col = "#E69F00")
  invisible(x)
}
