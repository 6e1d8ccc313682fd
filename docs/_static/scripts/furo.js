// furo.js - in place of the theme's script, which Debian ships as modules that browsers do not load from files: the button for light
// and dark, the place in the list of contents, and the way back to the top.
"use strict";

const isDarkSystem = () => window.matchMedia("(prefers-color-scheme: dark)").matches;

// The system's choice, then the other one, then the system's by name, and round again.
function nextTheme(theme) {
  const order = isDarkSystem() ? ["auto", "light", "dark"] : ["auto", "dark", "light"];
  return order[(order.indexOf(theme) + 1) % order.length];
}

function turnTheme() {
  document.body.dataset.theme = nextTheme(document.body.dataset.theme || "auto");
  localStorage.setItem("theme", document.body.dataset.theme);
}

// The last heading or declaration above the middle of the upper half.
function markPlace(links) {
  const above = links.filter((link) => link.target.getBoundingClientRect().top < window.innerHeight / 4);
  const current = above.length ? above[above.length - 1] : links[0];
  for (const link of links) link.item.classList.toggle("scroll-current", link === current);
}

function contents() {
  const links = [];
  for (const link of document.querySelectorAll(".toc-tree a[href^='#']")) {
    const target = document.getElementById(decodeURIComponent(link.hash.slice(1)));
    if (target) links.push({ item: link.parentElement, target });
  }
  return links;
}

function main() {
  let before = window.scrollY;
  const links = contents();
  document.documentElement.classList.remove("no-js");
  for (const button of document.querySelectorAll(".theme-toggle")) button.addEventListener("click", turnTheme);
  window.addEventListener("scroll", () => {
    const isUp = window.scrollY < before && window.scrollY > 64;
    document.documentElement.classList.toggle("show-back-to-top", isUp);
    before = window.scrollY;
    if (links.length) markPlace(links);
  }, { passive: true });
  if (links.length) markPlace(links);
}

document.addEventListener("DOMContentLoaded", main);
