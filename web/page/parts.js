/* ---- Parts that every tab has ---------------------------------------------- */

const text = (bytes) => new TextDecoder().decode(bytes);

/* A table of comma-separated values as the command writes it. */
function readTable(content) {
  const rows = [];
  let row = [], cell = "", isQuoted = false;
  for (let k = 0; k < content.length; k++) {
    const c = content[k];
    if (isQuoted) {
      if (c !== '"') cell += c;
      else if (content[k + 1] === '"') { cell += c; k++; } else isQuoted = false;
    } else if (c === '"') isQuoted = true;
    else if (c === ",") { row.push(cell); cell = ""; }
    else if (c === "\n") { row.push(cell); rows.push(row); row = []; cell = ""; }
    else if (c !== "\r") cell += c;
  }
  if (cell || row.length) { row.push(cell); rows.push(row); }
  return { names: rows[0] || [], rows: rows.slice(1) };
}

async function unpacked(file) {
  if (!/\.gz$/i.test(file.name)) return new Uint8Array(await file.arrayBuffer());
  return new Uint8Array(await new Response(file.stream().pipeThrough(new DecompressionStream("gzip"))).arrayBuffer());
}

function link(name, bytes, type) {
  const a = document.createElement("a");
  a.href = URL.createObjectURL(new Blob([bytes], { type }));
  a.download = name;
  a.textContent = "Download " + name;
  return a;
}

/* Sorted by a click on a column's name, a hundred rows at a time. */
function showTable(box, table) {
  const PAGE = 100;
  let order = table.rows.map((_, i) => i), column = -1, sign = 1, shown = PAGE;
  const numbers = table.names.map((_, k) => table.rows.every((row) => row[k] === "" || Number.isFinite(Number(row[k])) || row[k] === "inf"));
  const scroll = document.createElement("div"), grid = document.createElement("table"), more = document.createElement("button");
  scroll.className = "scroll";
  scroll.tabIndex = 0;
  more.type = "button";
  const head = grid.createTHead().insertRow(), body = grid.createTBody();
  const short = (value, k) => (numbers[k] && value !== "" && /[.e]/.test(value) ? String(Number(Number(value).toPrecision(4))) : value);
  function draw() {
    body.replaceChildren(...order.slice(0, shown).map((i) => {
      const row = document.createElement("tr");
      table.rows[i].forEach((value, k) => {
        const cell = row.insertCell();
        cell.textContent = short(value, k);
        if (!numbers[k]) cell.className = "text";
      });
      return row;
    }));
    more.hidden = shown >= order.length;
    more.textContent = "Show more (" + Math.min(shown, order.length) + " of " + order.length + " rows)";
  }
  table.names.forEach((name, k) => {
    const th = document.createElement("th"), button = document.createElement("button");
    if (!numbers[k]) th.className = "text";
    button.type = "button";
    button.textContent = name;
    button.onclick = () => {
      sign = column === k ? -sign : 1;
      column = k;
      head.querySelectorAll("th").forEach((other) => other.removeAttribute("aria-sort"));
      th.setAttribute("aria-sort", sign > 0 ? "ascending" : "descending");
      order.sort((a, b) => {
        const x = table.rows[a][k], y = table.rows[b][k];
        return sign * (numbers[k] ? Number(x) - Number(y) : x.localeCompare(y, undefined, { numeric: true })) || a - b;
      });
      draw();
    };
    th.append(button);
    head.append(th);
  });
  more.onclick = () => { shown += PAGE; draw(); };
  scroll.append(grid);
  box.replaceChildren(scroll, more);
  draw();
}

/* A tab: its files, its buttons, and what is shown of a run. */
class Panel {
  constructor(id) {
    this.box = document.getElementById(id);
    this.files = {};
    this.names = {};
    this.running = null;
    this.box.querySelectorAll(".drop").forEach((drop) => this.acceptFiles(drop));
    this.part("[data-run]").onclick = () => this.run();
    this.part("[data-stop]").onclick = () => this.running && this.running.stop();
    this.box.querySelectorAll("[data-sample]").forEach((button) => { button.onclick = () => this.perform(() => this.sample(button.dataset.sample)); });
  }

  part(selector) { return this.box.querySelector(selector); }

  acceptFiles(drop) {
    const take = async (file) => { if (file) this.setFile(drop.dataset.file, file.name, await unpacked(file)); };
    const input = drop.querySelector("input");
    input.onchange = () => take(input.files[0]);
    drop.ondragover = (event) => { event.preventDefault(); drop.classList.add("over"); };
    drop.ondragleave = () => drop.classList.remove("over");
    drop.ondrop = (event) => { event.preventDefault(); drop.classList.remove("over"); take(event.dataTransfer.files[0]); };
  }

  setFile(role, name, bytes) {
    const drop = this.part('.drop[data-file="' + role + '"]');
    this.files[role] = bytes;
    this.names[role] = name.replace(/\.gz$/i, "");
    const lines = text(bytes.subarray(0, 1 << 20)).split("\n").length - 1;
    drop.classList.add("full");
    drop.querySelector("output").textContent = name + ", " + (bytes.length < 1e6 ? Math.ceil(bytes.length / 1e3) + " kB" : (bytes.length / 1e6).toFixed(1) + " MB") +
      (bytes.length < 1 << 20 ? ", " + lines + " lines" : "");
    this.filesChanged();
  }

  filesChanged() {}

  /* Names that differ, as the command sees them. */
  paths(roles) {
    const used = {}, paths = {};
    for (const role of roles) {
      if (!this.files[role]) throw new Error("Choose a file for “" + this.part('.drop[data-file="' + role + '"] span').textContent + "”, or try a sample.");
      let path = this.names[role].replace(/[:\s]+/g, "_");
      if (used[path]) path = role + "_" + path;
      used[path] = this.files[role];
      paths[role] = path;
    }
    return { paths, files: used };
  }

  async command(argv, files) {
    const progress = this.part(".progress");
    this.running = startRun(argv, files, (line) => { progress.textContent = line; });
    const answer = await this.running.promise;
    if (answer.status !== 0 && answer.status !== 3) throw new Error(answer.stderr.trim() || "The command ended with " + answer.status + ".");
    return answer;
  }

  async perform(work) {
    const refusal = this.part(".refusal"), progress = this.part(".progress");
    this.box.querySelectorAll("[data-run], [data-sample]").forEach((button) => { button.disabled = true; });
    this.part("[data-stop]").disabled = false;
    refusal.hidden = true;
    progress.textContent = "working";
    try {
      await work();
      progress.textContent = "done";
    } catch (reason) {
      progress.textContent = "";
      if (reason instanceof Stopped) progress.textContent = "stopped";
      else {
        refusal.textContent = reason.message;
        refusal.hidden = false;
      }
    }
    this.running = null;
    this.box.querySelectorAll("[data-run], [data-sample]").forEach((button) => { button.disabled = false; });
    this.part("[data-stop]").disabled = true;
  }

  run() { return this.perform(() => this.solve()); }

  showWords(answer) {
    this.part(".words").textContent = answer.stdout.replace(/^(Written to|Report written|Figure written|Rows written).*\n?/gm, "").trim();
    this.part(".notes").replaceChildren(...answer.stderr.split("\n").filter((line) => line.trim()).map((line) => {
      const item = document.createElement("li");
      item.textContent = line.replace(/^parot [a-z]+: (note: )?/, "");
      return item;
    }));
    this.part(".answer").hidden = false;
  }

  showFigure(svg) {
    const image = document.createElement("img");
    image.alt = "Figure of the answer";
    image.src = URL.createObjectURL(new Blob([svg], { type: "image/svg+xml" }));
    this.part(".figure").replaceChildren(image);
  }

  /* Points by the command itself, behind those of `first` if there are any. */
  async make(argv, first) {
    const answer = await this.command(["make", ...argv, ...(first ? ["--add", "first.csv"] : []), "-o", "made.csv", "-q"], first ? { "first.csv": first } : {});
    return answer.files["made.csv"];
  }
}

/* Figures are as wide as the page, so that their letters have the size they were made for; panels go below each other on a telephone. */
function figureWidth() {
  const style = getComputedStyle(document.querySelector("main")), width = document.querySelector("main").clientWidth - parseFloat(style.paddingLeft) - parseFloat(style.paddingRight);
  return String(Math.max(320, Math.min(1000, Math.floor(width) - 2)));
}

function fillChoices(select, values) {
  select.replaceChildren(...values.map((value) => new Option(value, value)));
}
