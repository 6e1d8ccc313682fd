/* ---- Gromov-Wasserstein ------------------------------------------------------ */

class Spaces extends Panel {
  constructor() {
    super("panel-spaces");
    fillChoices(this.part('[name="metric"]'), METRICS);
  }

  async solve() {
    const { paths, files } = this.paths(["source", "target"]), mass = this.part('[name="mass"]').value.trim() || "max";
    const answer = await this.command(["gromov", paths.source, paths.target, "--metric", this.part('[name="metric"]').value, "--mass", mass,
      "-o", "plan.csv", "--plot", "figure.svg", "--size", figureWidth()], files);
    this.showWords(answer);
    this.showFigure(answer.files["figure.svg"]);
    this.part(".downloads").replaceChildren(link("plan.csv", answer.files["plan.csv"], "text/csv"), link("figure.svg", answer.files["figure.svg"], "image/svg+xml"));
    showTable(this.part(".rows"), readTable(text(answer.files["plan.csv"])));
  }

  async sample() {
    this.setFile("source", "spiral.csv", await this.make(["spiral", "-n", "80", "--noise", "0.02", "--seed", "1"]));
    this.setFile("target", "turned.csv", await this.make(["spiral", "-n", "80", "--noise", "0.02", "--angle", "70", "--center", "5,5", "--seed", "2"]));
    await this.solve();
  }
}
