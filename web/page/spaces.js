/* ---- Gromov-Wasserstein ------------------------------------------------------ */

class Spaces extends Panel {
  constructor() {
    super("panel-spaces");
    fillChoices(this.part('[name="metric"]'), METRICS, "euclidean");
  }

  async solve() {
    const { paths, files } = this.paths(["source", "target"]), mass = this.part('[name="mass"]').value.trim() || "max";
    const answer = await this.command(["gromov", paths.source, paths.target, "--metric", this.part('[name="metric"]').value, "--mass", mass,
      "-o", "plan.csv", "--plot", "figure.svg", "--size", figureWidth()], files);
    const table = readTable(text(answer.files["plan.csv"])), count = (k) => new Set(table.rows.map((row) => row[k])).size;
    this.showWords(answer, count(0) + " rows of the first space are matched with " + count(1) + " rows of the second.");
    this.showFigure(answer.files["figure.svg"]);
    this.part(".downloads").replaceChildren(link("plan.csv", answer.files["plan.csv"], "text/csv"), link("figure.svg", answer.files["figure.svg"], "image/svg+xml"));
    showTable(this.part(".rows"), table, { row: "of the first space, counted from 0", col: "its partner: a row of the second space, counted from 0", mass: "how much of them is matched" });
  }

  /* The same points twice, by the same seed. */
  async sample() {
    const spiral = ["spiral", "-n", "80", "--noise", "0.02", "--seed", "1"];
    this.setFile("source", "spiral.csv", await this.make(spiral));
    this.setFile("target", "turned.csv", await this.make([...spiral, "--angle", "70", "--center", "5,5"]));
    await this.solve();
  }
}
