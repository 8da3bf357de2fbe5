import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { UsageError } from "../../base/errors.ts";
import { createSession } from "../session.ts";
import { createPatience } from "../testing/patience.ts";
import { rejection } from "../testing/rejection.ts";
import type { Patience } from "../time/patience.ts";
import { Control } from "./control.ts";
import { ControlFailure, ControlRefusal } from "./control-calls.ts";
import { loadAdapter } from "./load-adapter.ts";

const folder = mkdtempSync(join(tmpdir(), "assay-adapter-"));
let count = 0;

/** Writes a module, and answers where. */
function adapterFile(text: string, extension = "mjs"): string {
  const file = join(folder, `adapter-${++count}.${extension}`);
  writeFileSync(file, text);
  return file;
}

/** The control protocol by an adapter with this text. */
const controlBy = async (text: string, patience?: Patience): Promise<Control> =>
  new Control(await loadAdapter(adapterFile(text), patience));

const frozen = `export const advance = ({ seconds }) => ({ now: new Date(Date.UTC(2026, 2, 1) + seconds * 1000) });`;

describe("an adapter", () => {
  test("offers the capabilities whose functions it exports, and no others", async () => {
    const all = ["reset", "advance", "seed", "link", "hooks", "emit", "deliveries"];
    const every = await controlBy(
      all.map((name) => `export function ${name}() { return { now: "2026-03-01T00:00:00Z" }; }`).join("\n"),
    );
    expect((await every.describe()).capabilities).toEqual([
      "reset",
      "clock",
      "seed",
      "links",
      "hooks",
      "events",
      "deliveries",
    ]);
    expect(
      (await (await controlBy("export const seed = () => {}; export const helper = 1;")).describe()).capabilities,
    ).toEqual(["seed"]);
  });

  test("may be CommonJS", async () => {
    const control = new Control(await loadAdapter(adapterFile("module.exports = { reset: () => ({}) };", "cjs")));
    expect((await control.describe()).capabilities).toEqual(["reset"]);
  });

  test("has a frozen clock unless it says otherwise, and is moved by a second where it cannot read the time", async () => {
    expect(await (await controlBy(frozen)).describe()).toMatchObject({
      clock: "frozen",
      now: "2026-03-01T00:00:01.000Z",
    });
    const running = await controlBy(
      `${frozen} export const clock = "running"; export const now = async () => "2026-03-05T00:00:00+02:00";`,
    );
    expect(await running.describe()).toMatchObject({ clock: "running", now: "2026-03-05T00:00:00+02:00" });
  });

  test("is handed what the protocol's calls carry", async () => {
    const control = await controlBy(`
      const seen = [];
      const keep = (name) => (fields, { signal }) => { seen.push([name, fields, signal.aborted]); };
      export const link = keep("link"), hooks = keep("hooks");
      export const seed = ({ items }) => ({ items: items.map((item, id) => ({ id, ...item })) });
      export const deliveries = () => ({ deliveries: [{ url: "", resource: JSON.stringify(seen), outcome: "pending" }] });`);
    await control.freeze(1, 2);
    await control.disable(1, 2);
    await control.sendLifecycleTo(2, null);
    await control.subscribe(1, "http://h", []);
    const [{ resource } = { resource: "" }] = await control.deliveries();
    expect(JSON.parse(resource)).toEqual([
      ["link", { location_id: 1, application_id: 2, action: "freeze" }, false],
      ["link", { location_id: 1, application_id: 2, action: "disable" }, false],
      ["hooks", { application_id: 2, lifecycle_webhook_url: null }, false],
      ["hooks", { location_id: 1, url: "http://h", events: [] }, false],
    ]);
    expect(await control.seed(1, "calls", [{ status: "missed" }])).toEqual([{ id: 0, status: "missed" }]);
  });
});

describe("what an adapter throws", () => {
  const thrown: [what: string, words: string][] = [
    ["new Error('the database is locked')", "the database is locked"],
    ["new TypeError()", "TypeError"],
    ["'no'", "no"],
    ["null", "null"],
    ["{ code: 7 }", "an object"],
    ["new Error('first line\\nsecond line')", "first line"],
  ];
  test.each(thrown)("%s is a refusal in its own words, kept once", async (what, words) => {
    const control = await controlBy(`export async function seed() { throw ${what}; }`);
    const error = await rejection(control.seed(1, "calls", []));
    await rejection(control.seed(2, "clients", []));
    expect(error).toBeInstanceOf(ControlRefusal);
    expect((error as Error).message).toMatch(new RegExp(`^seed of .*adapter-\\d+\\.mjs throws: ${words}$`));
    expect(control.troubles).toEqual([(error as Error).message]);
  });

  test("is no trouble where a target may refuse", async () => {
    const control = await controlBy(
      `export async function seed({ location_id }) { if (location_id === 1) throw "no"; return { items: [] }; }`,
    );
    expect(await control.allows(() => control.seed(1, "calls", []))).toBe(false);
    expect(await control.allows(() => control.seed(2, "calls", []))).toBe(true);
    expect(control.troubles).toEqual([]);
  });

  test("at the first reset leaves a target without resets, where the profile has its addresses", async () => {
    const adapter = adapterFile("export function reset() { throw new Error('nobody may reset this'); }");
    const session = await createSession({ name: "shop", urls: { base_url: "http://h" }, control: { adapter } });
    expect(await session.open(1)).toMatchObject({ urls: { base_url: "http://h" }, allow: { mutations: false } });
    expect(session.can("reset")).toBe(false);
    expect(session.whyNot("reset")).toMatch(/throws: nobody may reset this$/);
    const lost = await createSession({ name: "shop", control: { adapter } });
    expect(await rejection(lost.open(1))).toMatchObject({
      key: "control.adapter",
      message: expect.stringContaining("nobody may reset this") as string,
    });
  });
});

describe("an adapter that answers what it must not", () => {
  test.each([
    [
      "seed",
      (control: Control) => control.seed(1, "calls", []),
      "null",
      /seed of .* answers null: found null, expected an object/,
    ],
    [
      "seed",
      (control: Control) => control.seed(1, "calls", [{}]),
      "undefined",
      /seed of .* answers {}: items: it is missing/,
    ],
    [
      "advance",
      (control: Control) => control.advance(1),
      "({ now: null })",
      /advance of .* answers {"now":null}: now: found null/,
    ],
    [
      "reset",
      (control: Control) => control.reset(1),
      "({ fixtures: { client_ids: 'all' } })",
      /reset of .*: fixtures: client_ids: found the string "all"/,
    ],
    [
      "seed",
      (control: Control) => control.seed(1, "calls", []),
      "({ items: [10n] })",
      /seed of .* answers what is no JSON: Do not know how to serialize a BigInt/,
    ],
    [
      "deliveries",
      (control: Control) => control.deliveries(),
      "{ const all = []; all.push(all); return all; }",
      /deliveries of .* answers what is no JSON: Converting circular structure/,
    ],
    [
      "deliveries",
      (control: Control) => control.deliveries(),
      "{ let deep = []; for (let level = 0; level < 100_000; level++) deep = [deep]; return deep; }",
      /deliveries of .* answers what is no JSON: Maximum call stack/,
    ],
    [
      "deliveries",
      (control: Control) => control.deliveries(),
      "({ get deliveries() { throw new Error('\u001b[31mno'); } })",
      /deliveries of .* answers what is no JSON: \\u001b\[31mno/,
    ],
  ])("%s learns who said what (%#)", async (name, call, answer, complaint) => {
    const control = await controlBy(`export const ${name} = () => ${answer};`);
    const error = await rejection(call(control));
    expect(error).toBeInstanceOf(ControlFailure);
    expect((error as Error).message).toMatch(complaint);
  });

  test("with a ring learns so", async () => {
    const control = await controlBy("export const seed = () => { const ring = {}; ring.ring = ring; return ring; };");
    expect(await rejection(control.seed(1, "calls", []))).toMatchObject({
      message: expect.stringContaining("circular") as string,
    });
  });
});

test("an adapter that keeps silent is given up, and not waited for again", async () => {
  const { patience, end } = createPatience();
  const control = await controlBy(
    "export const deliveries = () => new Promise(() => {}); export const seed = () => {};",
    patience,
  );
  const waiting = rejection(control.deliveries());
  end();
  expect(await waiting).toMatchObject({
    message: expect.stringMatching(/^deliveries of .* gives no answer in time$/) as string,
  });
  expect(await rejection(control.deliveries())).toBeInstanceOf(ControlFailure);
  expect(control.troubles).toHaveLength(1);
});

describe("an adapter that cannot be used", () => {
  test.each([
    [
      "nothing that is known",
      "export const resett = () => {};",
      /exports none of reset, advance, seed, link, hooks, emit, deliveries; export those/,
    ],
    ["a capability that is no function", "export const seed = 7;", /exports seed as the number 7; expected a function/],
    ["a mistake", "throw new Error('no DATABASE_URL');", /cannot be loaded: no DATABASE_URL/],
    ["no JavaScript", "export const = 1", /cannot be loaded: ./],
  ])("for it has %s is a mistake in the profile", async (_, text, message) => {
    const error = await rejection(loadAdapter(adapterFile(text)));
    expect(error).toBeInstanceOf(UsageError);
    expect(error).toMatchObject({ key: "control.adapter", message: expect.stringMatching(message) as string });
  });

  test("for its clock is of no kind is one too", async () => {
    const control = await controlBy(`${frozen} export const clock = "sundial";`);
    expect(await rejection(control.describe())).toMatchObject({
      key: "control.adapter",
      message: expect.stringMatching(/clock: found the string "sundial"/) as string,
    });
  });
});

test("a clock that stands still when it is moved ends the wait", async () => {
  const adapter = adapterFile(`export const advance = () => ({ now: "2026-03-01T00:00:00Z" });`);
  const { timer } = await createSession({ name: "shop", urls: { base_url: "http://h" }, control: { adapter } });
  expect(await rejection(timer.wait(60_000))).toMatchObject({
    message:
      "the target's clock shows 2026-03-01T00:00:00Z after it was moved on by 60 s from 2026-03-01T00:00:00.000Z",
  });
});
