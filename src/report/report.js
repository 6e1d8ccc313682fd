/* Sorting, searching and paging of the tables; without it their first rows are there. */
"use strict";
(function () {
  const PAGE = 50;

  function compare(a, b) {
    if (a === null || b === null) return a === b ? 0 : a === null ? 1 : -1; /* empty cells last */
    if (typeof a === "number" && typeof b === "number") return a - b;
    return String(a).localeCompare(String(b), undefined, { numeric: true });
  }

  function show(value, digits) {
    if (value === null) return "";
    return typeof value === "number" ? String(Number(value.toPrecision(digits))) : value;
  }

  function Table(box) {
    const data = JSON.parse(box.querySelector("script").textContent);
    const state = { order: data.rows.map((_, i) => i), column: -1, descending: false, page: 0, words: "" };
    const body = box.querySelector("tbody"), heads = Array.from(box.querySelectorAll("th"));
    const tools = document.createElement("div");
    tools.className = "tools";
    tools.innerHTML = '<input type="search" placeholder="Search all columns" aria-label="Search all columns">' +
      '<span class="note" role="status"></span><button type="button">Previous</button><button type="button">Next</button>';
    const [input, status, back, on] = tools.children;
    const note = box.querySelector(".note.static");
    if (note) note.remove();
    box.insertBefore(tools, box.firstChild);

    function refresh() {
      const needle = state.words.toLowerCase();
      state.order = data.rows.map((_, i) => i);
      if (needle) state.order = state.order.filter((i) => data.rows[i].some((v, k) => show(v, data.digits[k]).toLowerCase().includes(needle)));
      if (state.column >= 0) {
        const sign = state.descending ? -1 : 1, k = state.column;
        state.order.sort((a, b) => {
          const x = data.rows[a][k], y = data.rows[b][k];
          return x === null || y === null ? compare(x, y) : sign * compare(x, y) || a - b;
        });
      }
      draw();
    }

    function draw() {
      const pages = Math.max(1, Math.ceil(state.order.length / PAGE));
      state.page = Math.min(state.page, pages - 1);
      const begin = state.page * PAGE, shown = state.order.slice(begin, begin + PAGE);
      body.replaceChildren(...shown.map((i) => {
        const row = document.createElement("tr");
        data.rows[i].forEach((value, k) => {
          const cell = row.insertCell();
          cell.textContent = show(value, data.digits[k]);
          if (data.text[k]) cell.className = "text";
        });
        return row;
      }));
      status.textContent = state.order.length === 0 ? "no row" :
        (begin + 1) + " to " + (begin + shown.length) + " of " + state.order.length + (state.order.length < data.rows.length ? " found" : "");
      back.disabled = state.page === 0;
      on.disabled = state.page === pages - 1;
    }

    heads.forEach((head, k) => {
      const button = document.createElement("button");
      button.type = "button";
      button.textContent = head.textContent;
      head.replaceChildren(button);
      button.addEventListener("click", () => {
        state.descending = state.column === k && !state.descending;
        state.column = k;
        state.page = 0;
        heads.forEach((other) => other.removeAttribute("aria-sort"));
        head.setAttribute("aria-sort", state.descending ? "descending" : "ascending");
        refresh();
      });
    });
    input.addEventListener("input", () => { state.words = input.value; state.page = 0; refresh(); });
    back.addEventListener("click", () => { state.page--; draw(); });
    on.addEventListener("click", () => { state.page++; draw(); });
    draw();
  }

  document.querySelectorAll(".rows").forEach(Table);
})();
