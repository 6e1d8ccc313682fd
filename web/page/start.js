/* ---- Tabs ------------------------------------------------------------------------ */

const tabs = [...document.querySelectorAll('[role="tab"]')];

function choose(tab) {
  tabs.forEach((other) => {
    const isChosen = other === tab;
    other.setAttribute("aria-selected", String(isChosen));
    other.tabIndex = isChosen ? 0 : -1;
    document.getElementById(other.getAttribute("aria-controls")).hidden = !isChosen;
  });
  tab.focus();
}

tabs.forEach((tab, k) => {
  tab.onclick = () => choose(tab);
  tab.onkeydown = (event) => {
    const step = event.key === "ArrowRight" ? 1 : event.key === "ArrowLeft" ? -1 : 0;
    if (step) choose(tabs[(k + step + tabs.length) % tabs.length]);
  };
});

const panels = { labels: new Labels(), clouds: new Clouds(), spaces: new Spaces() };
window.panels = panels;
