"use strict";
// Filters, deep links and copying. Without it, everything is still there to read.
const rows = [...document.querySelectorAll("details.r[data-o]")];
const form = document.querySelector("form.filters");
const texts = new Map(rows.map((row) => [row, row.textContent.toLowerCase()]));

function filter() {
  const data = new FormData(form);
  const outcomes = data.getAll("outcome");
  const level = data.get("level");
  const words = data.get("text").toLowerCase().split(/\s+/).filter(Boolean);
  let shown = 0;
  for (const row of rows) {
    const fits =
      outcomes.includes(row.dataset.o) &&
      (!level || row.dataset.l === level) &&
      words.every((word) => texts.get(row).includes(word));
    row.hidden = !fits;
    if (fits) shown++;
  }
  const isChosen = words.length > 0 || level || outcomes.length < form.querySelectorAll("[name=outcome]").length;
  for (const area of document.querySelectorAll("details.area:has(> [data-o])")) {
    area.hidden = !area.querySelector("details.r:not([hidden])");
    // A section that a reader looks for must not stay folded.
    if (isChosen) area.open = true;
  }
  document.querySelector("#shown").textContent = `${shown} of ${rows.length} shown`;
}

/** Opens the requirement that the address names. */
function reveal() {
  const named = document.getElementById(decodeURIComponent(location.hash.slice(1)));
  if (!named || !named.matches("details")) return;
  if (named.hidden) {
    form.reset();
    filter();
  }
  for (let part = named; part; part = part.parentElement?.closest("details")) part.open = true;
  named.scrollIntoView();
}

if (form) {
  form.addEventListener("input", filter);
  form.addEventListener("submit", (event) => event.preventDefault());
  filter();
}

addEventListener("hashchange", reveal);
reveal();

document.addEventListener("click", (event) => {
  const cell = event.target.closest("[data-to]");
  if (cell) location.hash = cell.dataset.to;
  const link = event.target.closest('a[href^="#"]');
  if (link && link.hash === location.hash) reveal();
});

for (const line of navigator.clipboard ? document.querySelectorAll(".curl") : []) {
  const button = document.createElement("button");
  button.type = "button";
  button.textContent = "Copy";
  const copy = async () => {
    await navigator.clipboard.writeText(line.querySelector("pre").textContent);
    button.textContent = "Copied";
  };
  button.addEventListener("click", () => void copy());
  line.append(button);
}

/** Marks what can be scrolled sideways. */
const widths = new ResizeObserver((entries) => {
  for (const { target } of entries) target.toggleAttribute("data-more", target.scrollWidth > target.clientWidth);
});
for (const wide of document.querySelectorAll(".scroll, .figure")) widths.observe(wide);

addEventListener("beforeprint", () => {
  for (const row of document.querySelectorAll("details.r.f, details.area, details.rest")) row.open = true;
});
