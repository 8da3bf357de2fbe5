"use strict";
// Live validation of forms, and live progress of runs. Without it, forms are checked when they are sent, and pages can be reloaded.

/** Shows what is wrong with a profile while it is typed. */
function validate(form) {
  let timer;
  let count = 0;
  const check = async () => {
    const number = ++count;
    const answer = await fetch(form.dataset.check, { method: "POST", body: new URLSearchParams(new FormData(form)) });
    if (!answer.ok || number !== count) return;
    const { complaints } = await answer.json();
    for (const place of form.querySelectorAll(".wrong")) {
      const own = complaints.filter(({ field }) => field === place.dataset.for);
      place.textContent = own.map(({ message }) => message).join("\n");
      const input = form.elements[place.dataset.for];
      if (input && input.setAttribute) input.setAttribute("aria-invalid", String(own.length > 0));
    }
    const sum = form.querySelector("[data-sum]");
    if (sum) sum.textContent = complaints.length === 0 ? "Everything fits." : `${complaints.length} to fix.`;
  };
  form.addEventListener("input", () => {
    clearTimeout(timer);
    timer = setTimeout(() => void check(), 300);
  });
}

const clock = (seconds) => `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;

/** Shows a run as it goes on. */
function follow(place) {
  const find = (name) => place.querySelector(`[data-${name}]`);
  const [log, scenario, judged, tasks] = ["log", "scenario", "judged", "tasks"].map(find);
  const holds = new Map();
  const open = new Map();
  const source = new EventSource(place.dataset.events);
  const add = (text) => {
    const line = document.createElement("li");
    line.textContent = text;
    log.append(line);
    while (log.children.length > 300) log.firstChild.remove();
    log.scrollTop = log.scrollHeight;
  };
  const element = (name, text, attributes = {}) => {
    const made = document.createElement(name);
    made.textContent = text;
    for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
    return made;
  };
  /** A task for a person: the sentence, the time that is left, and a button that says that it is done. */
  const addTask = (task, until) => {
    const line = element("li", "");
    const timer = element("span", "", { role: "timer", class: "left" });
    const button = element("button", "I have done this", { type: "button" });
    const claim = element("span", "");
    button.addEventListener("click", async () => {
      button.disabled = true;
      const body = new URLSearchParams({ task, csrf: document.querySelector("input[name=csrf]").value });
      const answer = await fetch(tasks.dataset.tasks, { method: "POST", body, redirect: "manual" });
      if (answer.type !== "opaqueredirect") claim.textContent = "the certifier no longer waits for this";
    });
    line.append(element("strong", `Now: ${task}`), " ", timer, " ", button, claim);
    tasks.append(line);
    open.set(task, { line, timer, button, claim, until: Date.parse(until) });
    countDown();
  };
  const countDown = () => {
    for (const { timer, until } of open.values())
      timer.textContent = `${clock(Math.max(0, Math.ceil((until - Date.now()) / 1000)))} left`;
  };
  let [begun, reached] = [undefined, []];
  const sayOutlook = () => {
    const elapsed =
      begun === undefined ? [] : [`${clock(Math.max(0, Math.round((Date.now() - begun) / 1000)))} so far`];
    if (reached.length + elapsed.length > 0) find("outlook").textContent = [...reached, ...elapsed].join("; ");
  };
  const reports = {
    scenario: ({ title }) => {
      scenario.textContent = title;
      add(`— ${title}`);
    },
    request: ({ method, path, status }) => add(`${method} ${path} → ${status || "no answer"}`),
    outlook: ({ ahead, scenario: number, scenarios, elapsed, expected }) => {
      if (ahead !== null) begun = undefined;
      else if (elapsed !== null) begun = Date.now() - elapsed * 1000;
      reached = [
        ahead === 0 && "It is next in the queue",
        ahead > 0 && `${ahead} ${ahead === 1 ? "run" : "runs"} before it in the queue`,
        number !== null && `${number} of ${scenarios} scenarios begun`,
        expected !== null && `such runs took about ${clock(expected)} lately`,
      ].filter(Boolean);
      sayOutlook();
    },
    proofs: ({ done, total }) => {
      scenario.textContent = `${done} of ${total} proofs`;
    },
    task: ({ task, until }) => {
      open.get(task)?.line.remove();
      addTask(task, until);
    },
    "task-claimed": ({ task, who }) => {
      const shown = open.get(task);
      if (!shown) return;
      shown.button.hidden = true;
      shown.claim.textContent = `${who} says that it is done; the application has sent nothing yet`;
    },
    "task-done": ({ task }) => {
      open.get(task)?.line.remove();
      open.delete(task);
    },
    judged: ({ requirement, holds: isHeld, found }) => {
      holds.set(requirement, isHeld && holds.get(requirement) !== false);
      if (!isHeld) add(`✕ ${requirement}: ${found}`);
      const failed = [...holds.values()].filter((value) => !value).length;
      judged.textContent = `${holds.size} requirements judged so far, ${failed} broken`;
    },
  };
  for (const [kind, report] of Object.entries(reports))
    source.addEventListener(kind, (event) => report(JSON.parse(event.data)));
  source.addEventListener("state", (event) => {
    const { state, attempt } = JSON.parse(event.data);
    find("state").textContent = attempt > 1 ? `${state}, attempt ${attempt}` : state;
  });
  source.addEventListener("over", () => {
    source.close();
    location.reload();
  });
  setInterval(() => {
    countDown();
    sayOutlook();
  }, 1000);
}

for (const form of document.querySelectorAll("form[data-check]")) validate(form);
for (const place of document.querySelectorAll("[data-events]")) follow(place);
for (const button of document.querySelectorAll("button[data-sure]"))
  button.addEventListener("click", (event) => {
    if (!confirm(button.dataset.sure)) event.preventDefault();
  });
for (const input of document.querySelectorAll("input[type=file][data-into]"))
  input.addEventListener("change", () => {
    const read = async () => {
      const text = document.getElementById(input.dataset.into);
      text.value = await input.files[0].text();
      text.dispatchEvent(new Event("input", { bubbles: true }));
    };
    void read();
  });

// On a phone, rows of tables are cards.
for (const table of document.querySelectorAll("table:not(.history)")) {
  const names = [...table.querySelectorAll("thead th")].map((head) => head.textContent);
  for (const cell of table.querySelectorAll("tbody td"))
    if (names[cell.cellIndex]) cell.dataset.name = names[cell.cellIndex];
  table.dataset.cards = "";
}
