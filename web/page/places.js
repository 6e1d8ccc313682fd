/* ---- Where the page has what the command calls an option ----------------------- */

const PLACES = {
  "--method gromov": "#tab-spaces", "parot gromov": "#tab-spaces", "--metric": '[name="metric"]', "--mass": '[name="mass"], [type="range"]',
  "--prior": '[name="prior"]', "--method": '[name="method"]', "--id": '[name="id"]', "--label-column": '[name="labelColumn"]',
  "--positive": '[name="positive"]', "--check": '[name="check"]', "--columns": ".columns", "--drop": ".columns",
};
const OPTION = /--method gromov|parot gromov(?!:)|--[a-z]+(-[a-z]+)*/g; /* a message of gromov begins with its name and a colon */

function placeName(control) {
  if (control.matches('[role="tab"]')) return "the tab " + control.textContent;
  const words = [...(control.querySelector("legend") || control.closest("label")).childNodes].filter((node) => node.nodeType === Node.TEXT_NODE);
  return (control.closest(".settings") ? "Settings, " : "") + words.map((node) => node.textContent).join("").replace(/\(.*/, "").trim();
}

/* A sentence on the options that some words of the command name; nothing if they name none. */
function placesOf(message, box) {
  const places = new Map(), lacking = [];
  for (const option of new Set(message.match(OPTION) || [])) {
    const selector = PLACES[option], control = selector && (selector.startsWith("#") ? document : box).querySelector(selector);
    if (!control) lacking.push(option);
    else places.set(placeName(control), [...(places.get(placeName(control)) || []), option]);
  }
  const parts = [...places].map(([place, options]) => place + " (" + options.join(", ") + ")");
  if (lacking.length) parts.push("no " + lacking.join(", ") + (lacking.length > 1 ? " (options of the command)" : " (an option of the command)"));
  return parts.length ? "In this page: " + parts.join("; ") + "." : "";
}
