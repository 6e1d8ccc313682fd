test_that("clusters are labelled", {
  set.seed(1)
  positives <- matrix(rnorm(200), ncol = 2)
  unlabeled <- rbind(matrix(rnorm(80), ncol = 2), matrix(rnorm(120, 8), ncol = 2))
  for (method in c("auto", "wasserstein", "ridge")) {
    labels <- pu(positives, unlabeled, prior = 0.4, method = method)
    expect_equal(labels$label, rep(1:0, c(40, 60)), info = method)
    expect_setequal(labels$rank, 1:100)
  }
  estimate <- estimate_prior(positives, unlabeled)
  expect_lt(abs(estimate$prior - 0.4), 0.1)
  expect_true(estimate$low <= estimate$prior && estimate$prior <= estimate$high)
  expect_equal(nrow(as.data.frame(labels)), 100)
})

test_that("wrong priors and methods are refused", {
  x <- matrix(rnorm(40), ncol = 2)
  expect_error(pu(x, x, prior = 3), "prior: must be a number between 0 and 1")
  expect_error(pu(x, x, prior = 0.5, method = "rigde"), "ridge")
})
