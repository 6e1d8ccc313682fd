/* ---- Tables ------------------------------------------------------------------ */

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

/* The first line that is no comment, cut at what separates its cells; null if all of them are numbers, which names are not. */
function columnNames(bytes) {
  const first = text(bytes.subarray(0, 1 << 16)).split("\n").find((line) => line.trim() && !line.startsWith("#")) || "";
  const by = first.includes("\t") ? "\t" : first.includes(";") && !first.includes(",") ? ";" : ",";
  const names = readTable(first.split(by).join(",") + "\n").names.map((name) => name.trim());
  return names.some((name) => name && !Number.isFinite(Number(name))) ? names : null;
}

/* Rows of data: neither names, nor comments, nor empty lines. */
function rowCount(bytes) {
  const { names, rows } = readTable(text(bytes));
  return [names, ...rows].filter((row) => row.some((cell) => cell.trim()) && !row[0].startsWith("#")).length - (columnNames(bytes) ? 1 : 0);
}

/* What columns mean, in words above their table. */
function legend(names, meanings) {
  const list = document.createElement("p");
  list.className = "note legend";
  names.forEach((name, k) => {
    const word = document.createElement("b");
    word.textContent = name;
    list.append(k ? "; " : "", word, ": " + meanings[name]);
  });
  return names.length ? [list] : [];
}

/* Sorted by a click on a column's name. `meanings` are of columns, by their names; cells for which `isNone` holds say so. */
function showTable(box, table, meanings = {}, isNone = () => false) {
  const FIRST = 20, MORE = 100;
  let order = table.rows.map((_, i) => i), column = -1, sign = 1, shown = FIRST;
  const numbers = table.names.map((_, k) => table.rows.every((row) => row[k] === "" || Number.isFinite(Number(row[k])) || row[k] === "inf"));
  const scroll = document.createElement("div"), grid = document.createElement("table"), more = document.createElement("button");
  scroll.className = "scroll";
  scroll.tabIndex = 0;
  more.type = "button";
  const number = (value) => (value === "inf" ? Infinity : Number(value));
  const head = grid.createTHead().insertRow(), body = grid.createTBody();
  const short = (value, k) => (numbers[k] && value !== "" && /[.e]/.test(value) ? String(Number(Number(value).toPrecision(4))) : value);
  function draw() {
    body.replaceChildren(...order.slice(0, shown).map((i) => {
      const row = document.createElement("tr");
      table.rows[i].forEach((value, k) => {
        const cell = row.insertCell();
        cell.textContent = isNone(table.rows[i], table.names[k]) ? "none" : short(value, k);
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
    if (meanings[name]) th.title = meanings[name];
    button.onclick = () => {
      sign = column === k ? -sign : 1;
      column = k;
      head.querySelectorAll("th").forEach((other) => other.removeAttribute("aria-sort"));
      th.setAttribute("aria-sort", sign > 0 ? "ascending" : "descending");
      order.sort((a, b) => {
        const x = table.rows[a][k], y = table.rows[b][k];
        return sign * (numbers[k] ? number(x) - number(y) : x.localeCompare(y, undefined, { numeric: true })) || a - b;
      });
      draw();
    };
    th.append(button);
    head.append(th);
  });
  more.onclick = () => { shown += MORE; draw(); };
  scroll.append(grid);
  box.replaceChildren(...legend(table.names.filter((name) => meanings[name]), meanings), scroll, more);
  draw();
}
