// Meridian: a provider of the Partner Integration API, written from its documents alone.

import { CHOICES } from "./choices.mjs";
import { Clock } from "./clock.mjs";
import { controlAnswer } from "./control.mjs";
import { FAULTS } from "./faults.mjs";
import { answer, listen, PREFIX, portOf } from "./http.mjs";
import { chance } from "./util.mjs";
import { fillWorld } from "./world.mjs";

function chosen(given, all, what) {
  const unknown = given.filter((name) => !all.some((choice) => choice.name === name));
  if (unknown.length) throw new Error(`meridian: no such ${what}: ${unknown.join(", ")}`);
  return new Set(given);
}

/** Without control nobody could move a frozen clock, so it runs then unless told otherwise. */
export async function startProvider({
  faults = [],
  choices = [],
  control = true,
  clock = control ? "frozen" : "running",
  seed = 1,
  settleMs = 350,
} = {}) {
  const broken = chosen(faults, FAULTS, "fault"),
    other = chosen(choices, CHOICES, "choice");
  const p = {
    f: (name) => broken.has(name),
    c: (name) => other.has(name),
    clock: new Clock(clock, settleMs),
    open: new Set(),
    resets: 0,
    requests: 0,
    spoilers: [...CHOICES.filter((c) => other.has(c.name)), ...FAULTS.filter((f) => broken.has(f.name))].filter(
      (s) => s.spoil,
    ),
    count: (key) => (p.counts[key] = (p.counts[key] ?? 0) + 1),
    newId: (kind) => (p.ids[kind] += 1 + p.rnd.upTo(3)),
    reset(next) {
      for (const req of p.open) req.destroy();
      p.open.clear();
      p.clock.clear();
      p.resets += 1;
      p.requests = 0;
      fillWorld(p, next);
    },
  };
  p.reset(seed);

  const shared = p.c("one-port") ? [["base", "v3", "app"]] : [["base"], ["app"], ["v3"]];
  const servers = await Promise.all(
    shared.map((surfaces) => listen((req, raw, res) => answer(p, surfaces, req, raw, res))),
  );
  const at = (surface) =>
    `http://${p.c("host-name") ? "localhost" : "127.0.0.1"}:${portOf(servers[shared.findIndex((s) => s.includes(surface))])}`;
  p.urls = {
    base_url: at("base") + PREFIX.base,
    api_root: at("base") + PREFIX.base.replace(/\/v1$/, ""),
    app_url: at("app"),
    v3_base_url: at("v3") + PREFIX.v3,
  };
  p.controlToken = `steer_${chance(seed + 99).text(24)}`;
  if (control) servers.push(await listen((req, raw, res) => controlAnswer(p, req, raw, res)));
  return {
    urls: p.urls,
    credentials: p.credentials,
    fixtures: p.fixtures,
    clock: p.clock, // clock: for our own checks only
    time: { now: () => p.clock.now(), wait: async (ms) => void (await p.clock.advance(ms / 1000)) },
    control: control ? { url: `http://127.0.0.1:${portOf(servers.at(-1))}/steer`, token: p.controlToken } : null,
    async close() {
      p.clock.close();
      for (const req of p.open) req.destroy();
      await Promise.all(
        servers.map(
          (s) =>
            new Promise((done) => {
              s.close(done);
              s.closeAllConnections();
            }),
        ),
      );
    },
  };
}
