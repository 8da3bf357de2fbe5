/** What the page does by itself: filters, deep links, copying. Without it, everything is still there to read. */
export const script = `
"use strict";
const all = [...document.querySelectorAll("details.r[data-o]")];
const form = document.querySelector("form.filters");
const words = new Map(all.map((one) => [one, one.textContent.toLowerCase()]));
function filter() {
  const data = new FormData(form);
  const outcomes = data.getAll("outcome");
  const level = data.get("level");
  const sought = data.get("text").toLowerCase().split(/\\s+/).filter(Boolean);
  let shown = 0;
  for (const one of all) {
    const fits = outcomes.includes(one.dataset.o) && (!level || one.dataset.l === level) && sought.every((word) => words.get(one).includes(word));
    one.hidden = !fits;
    if (fits) shown++;
  }
  for (const area of document.querySelectorAll("section.area")) area.hidden = !area.querySelector("details.r:not([hidden])");
  document.querySelector("#shown").textContent = shown + " of " + all.length + " shown";
}
function reveal() {
  const one = document.getElementById(decodeURIComponent(location.hash.slice(1)));
  if (!one || !one.matches("details")) return;
  if (one.hidden) { form.reset(); filter(); }
  one.open = true;
  one.scrollIntoView();
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
  button.addEventListener("click", async () => {
    await navigator.clipboard.writeText(line.querySelector("pre").textContent);
    button.textContent = "Copied";
  });
  line.append(button);
}
addEventListener("beforeprint", () => {
  for (const one of document.querySelectorAll("details.r.f")) one.open = true;
});
`;
