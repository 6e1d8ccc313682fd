/* ---- Parts that every tab has ---------------------------------------------- */

const text = (bytes) => new TextDecoder().decode(bytes);

async function unpacked(file) {
  if (!/\.gz$/i.test(file.name)) return new Uint8Array(await file.arrayBuffer());
  return new Uint8Array(await new Response(file.stream().pipeThrough(new DecompressionStream("gzip"))).arrayBuffer());
}

/* In a tab of its own; it is under the policy of this page. */
function opener(words, bytes, type) {
  const a = link("", bytes, type);
  a.removeAttribute("download");
  a.target = "_blank";
  a.textContent = words;
  return a;
}

function link(name, bytes, type) {
  const a = document.createElement("a");
  a.href = URL.createObjectURL(new Blob([bytes], { type }));
  a.download = name;
  a.textContent = "Download " + name;
  return a;
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
    const isCounted = bytes.length < 1 << 20 && /\.(csv|tsv)$/i.test(this.names[role]), rows = isCounted ? rowCount(bytes) : 0;
    drop.classList.add("full");
    drop.querySelector("output").textContent = name + ", " + (bytes.length < 1e6 ? Math.ceil(bytes.length / 1e3) + " kB" : (bytes.length / 1e6).toFixed(1) + " MB") +
      (isCounted ? ", " + rows + (rows === 1 ? " row" : " rows") : "");
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
        refusal.querySelector(".said").textContent = reason.message;
        refusal.querySelector(".places").textContent = placesOf(reason.message, this.box);
        refusal.hidden = false;
      }
    }
    this.running = null;
    this.box.querySelectorAll("[data-run], [data-sample]").forEach((button) => { button.disabled = false; });
    this.part("[data-stop]").disabled = true;
  }

  run() { return this.perform(() => this.solve()); }

  /* A sentence on what was found, and then the words of the command. */
  showWords(answer, lead) {
    this.part(".lead").textContent = lead;
    this.part(".words").textContent = answer.stdout.replace(/^(Written to|Report written|Figure written|Rows written).*\n?/gm, "").trim();
    this.part(".notes").replaceChildren(...answer.stderr.split("\n").filter((line) => line.trim()).map((line) => {
      const item = document.createElement("li");
      item.textContent = line.replace(/^parot [a-z]+: (note: )?/, "");
      return item;
    }));
    this.part(".answer .places").textContent = placesOf(this.part(".words").textContent + "\n" + this.part(".notes").textContent, this.box);
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

function fillChoices(select, values, usual) {
  select.replaceChildren(...values.map((value) => new Option(value, value, value === usual, value === usual)));
}
