/* ---- Labels ------------------------------------------------------------------ */

const MEANINGS = {
  label: "1 is positive, 0 is not", score: "0 to 1, more is more positive, the border is 0.5", share: "how much of the row transport moved to known positives, 1 is all of it",
  rank: "1 is the most positive row", match: "the known positive that took most of the row, counted from 0 or by its name", match_cost: "the distance to that positive",
};

class Labels extends Panel {
  constructor() {
    super("panel-labels");
    fillChoices(this.field("method"), ["auto", "mined", "learned", "wasserstein", "matching", "nearest", "ridge", "forest", "ensemble", "upu", "nnpu", "pusb"], "auto");
    this.field("labelColumn").onchange = () => this.filesChanged();
  }

  field(name) { return this.part('[name="' + name + '"]'); }

  /* Names of columns, from the first line of the rows to label. */
  filesChanged() {
    const bytes = this.files.unlabeled || this.files.positives;
    if (!bytes) return;
    const names = columnNames(bytes) || [];
    const box = this.part(".columns"), kept = new Set([...box.querySelectorAll("input:not(:checked)")].map((input) => input.value));
    for (const which of ["id", "labelColumn"]) {
      const select = this.field(which), value = select.value;
      select.replaceChildren(new Option(which === "id" ? "none" : "two tables", ""), ...names.map((name) => new Option(name, name)));
      select.value = names.includes(value) ? value : "";
    }
    box.hidden = !names.length;
    box.replaceChildren(box.firstElementChild, ...names.map((name) => {
      const label = document.createElement("label"), input = document.createElement("input");
      input.type = "checkbox";
      input.value = name;
      input.checked = !kept.has(name);
      label.append(input, " " + name);
      return label;
    }));
  }

  argv() {
    const labelColumn = this.field("labelColumn").value, prior = this.field("prior").value.trim() || "auto";
    const { paths, files } = this.paths(labelColumn ? ["unlabeled"] : ["positives", "unlabeled"]);
    const argv = ["pu", ...(labelColumn ? [paths.unlabeled, "--label-column", labelColumn, "--positive", this.field("positive").value.trim() || "1"] : [paths.positives, paths.unlabeled]),
      "--prior", prior, "--method", this.field("method").value, "-o", "labels.csv", "--plot", "figure.svg", "--size", figureWidth(), "--report", "report.html"];
    const dropped = [...this.part(".columns").querySelectorAll("input:not(:checked)")].map((input) => input.value);
    if (this.field("check").checked) argv.push("--check");
    if (this.field("id").value) argv.push("--id", this.field("id").value);
    if (dropped.length) argv.push("--drop", dropped.join(","));
    return { argv, files };
  }

  async solve() {
    const { argv, files } = this.argv(), answer = await this.command(argv, files);
    const table = readTable(text(answer.files["labels.csv"])), label = table.names.indexOf("label"), cost = table.names.indexOf("match_cost");
    this.showWords(answer, table.rows.filter((row) => row[label] === "1").length + " of " + table.rows.length + " rows are labelled positive.");
    this.showFigure(answer.files["figure.svg"]);
    this.part(".downloads").replaceChildren(opener("Open the whole report in a new tab", answer.files["report.html"], "text/html"),
      link("labels.csv", answer.files["labels.csv"], "text/csv"),
      link("report.html", answer.files["report.html"], "text/html"), link("figure.svg", answer.files["figure.svg"], "image/svg+xml"));
    showTable(this.part(".rows"), table, MEANINGS, (row, name) => name.startsWith("match") && row[cost] === "inf");
  }

  async sample(name) {
    const like = name === "moons" ? ["moons"] : ["blobs", "--dims", "5", "--noise", "1"];
    const unlike = name === "moons" ? ["blobs", "--center", "3,2", "--noise", "0.6"] : ["blobs", "--dims", "5", "--noise", "1", "--center", "2,2"];
    const known = await this.make([...like, "-n", "100", "--seed", "1"]);
    const hidden = await this.make([...like, "-n", "120", "--seed", "2"]);
    const mixed = await this.make([...unlike, "-n", "180", "--seed", "3"], hidden);
    this.field("labelColumn").value = "";
    this.setFile("positives", name + "-known.csv", known);
    this.setFile("unlabeled", name + "-rows.csv", mixed);
    await this.solve();
  }
}
