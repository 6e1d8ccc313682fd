/* ---- Partial transport along the curve ------------------------------------- */

const METRICS = ["sqeuclidean", "euclidean", "cityblock", "chebyshev", "cosine", "correlation"];

/* A circle is a point of the source, a diamond one of the target, as in the figures of the command. */
function drawPoint(pen, side, [x, y], radius) {
  const reach = 1.25 * radius; /* to corners, so that both look as large */
  pen.beginPath();
  if (side === 0) pen.arc(x, y, radius, 0, 2 * Math.PI);
  else [[-reach, 0], [0, -reach], [reach, 0], [0, reach]].forEach(([dx, dy], k) => pen[k ? "lineTo" : "moveTo"](x + dx, y + dy));
  pen.closePath();
}

class Clouds extends Panel {
  constructor() {
    super("panel-clouds");
    fillChoices(this.part('[name="metric"]'), METRICS, "sqeuclidean");
    this.slider = this.part('input[type="range"]');
    this.slider.oninput = () => this.draw();
    this.slider.onchange = () => this.perform(() => this.plan());
    window.addEventListener("resize", () => this.curve && this.draw());
  }

  mass() { return Number(this.slider.value) / 1000 * this.curve.mass[this.curve.mass.length - 1]; }

  async solve() {
    const { paths, files } = this.paths(["source", "target"]), metric = this.part('[name="metric"]').value;
    const enter = async (a, b) => {
      const answer = await this.command(["curve", a, b, "--metric", metric, "-o", "curve.json"], files);
      return { answer, found: JSON.parse(text(answer.files["curve.json"])) };
    };
    const forth = await enter(paths.source, paths.target), back = await enter(paths.target, paths.source);
    this.problem = { paths, files, metric };
    this.curve = forth.found.curve;
    this.enter = [forth.found.enter, back.found.enter];
    this.points = this.pointsOf([[this.files.source, forth.found.rows], [this.files.target, back.found.rows]]);
    this.pairs = [];
    const all = forth.found.mass;
    this.showWords(forth.answer, "Moving all that can move, a mass of " + all.toPrecision(3) + ", costs " + this.costAt(all).toPrecision(4) + "; half of it costs " + this.costAt(all / 2).toPrecision(4) + ".");
    this.part(".downloads").replaceChildren(link("curve.json", forth.answer.files["curve.json"], "application/json"));
    this.slider.value = Math.round(1000 * (forth.found.has_elbow ? forth.found.elbow.mass : forth.found.mass / 2) / forth.found.mass);
    await this.plan();
  }

  /* The first two columns that hold numbers in both tables, which have so many rows; what is before them is names. */
  pointsOf(tables) {
    const lines = tables.map(([bytes, rows]) => {
      const { names, rows: others } = readTable(text(bytes)), all = [names, ...others];
      return { names: all.length > rows ? names.map((name) => name.trim()) : null, rows: all.slice(all.length - rows) };
    });
    const isNumber = (cell) => cell !== undefined && cell.trim() !== "" && Number.isFinite(Number(cell));
    const holds = (table, k) => k >= 0 && table.rows.every((row) => isNumber(row[k]));
    const places = (lines[0].rows[0] || []).map((_, k) => [k, lines[0].names && lines[1].names ? lines[1].names.indexOf(lines[0].names[k]) : k]);
    const chosen = places.filter(([a, b]) => holds(lines[0], a) && holds(lines[1], b)).slice(0, 2);
    return lines.map((table, side) => table.rows.map((row) => chosen.map((place) => Number(row[place[side]]))));
  }

  async plan() {
    const { paths, files, metric } = this.problem, mass = this.mass();
    this.pairs = [];
    if (mass > 0) {
      const answer = await this.command(["partial", paths.source, paths.target, "--metric", metric, "--mass", String(mass), "-o", "plan.csv"], files);
      this.pairs = readTable(text(answer.files["plan.csv"])).rows.map((row) => row.map(Number));
      const proof = /[Pp]roved[^\n]*/.exec(answer.stdout);
      this.part(".proof").textContent = proof ? proof[0] : answer.stdout.trim().split("\n")[0];
      this.part(".downloads").replaceChildren(this.part(".downloads").firstElementChild, link("plan.csv", answer.files["plan.csv"], "text/csv"));
    }
    this.draw();
  }

  /* A canvas in the pixels of the screen, and its size in those of the page. */
  open(selector) {
    const canvas = this.part(selector), ratio = window.devicePixelRatio || 1, size = canvas.getBoundingClientRect();
    canvas.width = Math.round(size.width * ratio);
    canvas.height = Math.round(size.height * ratio);
    const pen = canvas.getContext("2d"), style = getComputedStyle(document.documentElement), colour = (name) => style.getPropertyValue("--" + name);
    pen.scale(ratio, ratio);
    return { pen, width: size.width, height: size.height, ink: colour("ink"), soft: colour("soft"), line: colour("line"), accent: colour("accent") };
  }

  draw() {
    const mass = this.mass();
    this.slider.nextElementSibling.textContent = "mass " + mass.toPrecision(3) + ", cost " + this.costAt(mass).toPrecision(4);
    this.drawClouds(mass);
    this.drawCurve(mass);
  }

  /* Straight between breakpoints. */
  costAt(mass) {
    const { mass: at, objective } = this.curve;
    let k = 1;
    while (k < at.length - 1 && at[k] < mass) k++;
    const part = at[k] > at[k - 1] ? (mass - at[k - 1]) / (at[k] - at[k - 1]) : 0;
    return objective[k - 1] + Math.min(1, Math.max(0, part)) * (objective[k] - objective[k - 1]);
  }

  drawClouds(mass) {
    const { pen, width, height, soft, ink } = this.open(".cloud"), all = this.points.flat(), margin = 14;
    const low = [0, 1].map((d) => Math.min(...all.map((p) => p[d] || 0))), high = [0, 1].map((d) => Math.max(...all.map((p) => p[d] || 0)));
    const unit = Math.min((width - 2 * margin) / (high[0] - low[0] || 1), (height - 2 * margin) / (high[1] - low[1] || 1));
    const place = (p) => [width / 2 + unit * ((p[0] || 0) - (low[0] + high[0]) / 2), height / 2 - unit * ((p[1] || 0) - (low[1] + high[1]) / 2)];
    pen.strokeStyle = ink;
    pen.globalAlpha = 0.35;
    pen.lineWidth = 1;
    for (const [i, j] of this.pairs) {
      if (!this.points[0][i] || !this.points[1][j]) continue;
      pen.beginPath();
      pen.moveTo(...place(this.points[0][i]));
      pen.lineTo(...place(this.points[1][j]));
      pen.stroke();
    }
    pen.globalAlpha = 1;
    ["#0072b2", "#e69f00"].forEach((colour, side) => this.points[side].forEach((p, i) => {
      const moves = this.enter[side][i] !== null && this.enter[side][i] < mass;
      drawPoint(pen, side, place(p), moves ? 3.5 : 2.6);
      pen.fillStyle = moves ? colour : "transparent";
      pen.strokeStyle = moves ? colour : soft;
      pen.lineWidth = 1.4;
      pen.fill();
      pen.stroke();
    }));
  }

  drawCurve(mass) {
    const { pen, width, height, ink, accent, line } = this.open(".curve"), { mass: at, objective } = this.curve;
    const left = 46, bottom = 32, top = 12, right = 12, last = at.length - 1;
    const x = (m) => left + (width - left - right) * m / at[last], y = (c) => height - bottom - (height - bottom - top) * c / (objective[last] || 1);
    pen.font = "12px system-ui, sans-serif";
    pen.strokeStyle = line;
    pen.strokeRect(left, top, width - left - right, height - top - bottom);
    pen.fillStyle = ink;
    pen.fillText("0", left - 4, height - bottom + 14);
    pen.textAlign = "center";
    pen.fillText("mass", (left + width - right) / 2, height - bottom + 14);
    pen.textAlign = "right";
    pen.fillText(at[last].toPrecision(2), width - right, height - bottom + 14);
    pen.textAlign = "left";
    pen.fillText("cost", 6, top + 10);
    pen.fillText(objective[last].toPrecision(2), 6, top + 26);
    pen.beginPath();
    at.forEach((m, k) => pen[k ? "lineTo" : "moveTo"](x(m), y(objective[k])));
    pen.strokeStyle = accent;
    pen.lineWidth = 2;
    pen.stroke();
    pen.beginPath();
    pen.arc(x(mass), y(this.costAt(mass)), 5, 0, 2 * Math.PI);
    pen.fillStyle = "#e69f00";
    pen.fill();
  }

  async sample() {
    this.setFile("source", "moons.csv", await this.make(["moons", "-n", "150", "--seed", "1"]));
    this.setFile("target", "turned.csv", await this.make(["rotated", "-n", "150", "--angle", "35", "--center", "0.6,0.2", "--seed", "2"]));
    await this.solve();
  }
}
