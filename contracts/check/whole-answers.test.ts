import { describe, expect, test } from "vitest";
import * as sample from "../../specs/schemas/samples.test-data.ts";
import type { Pact } from "../pact/interaction.ts";
import { checkPact } from "./check-pact.ts";
import { by, type ExchangeOverrides, exchange, message, type RequestName, type } from "./pacts.test-data.ts";

const { page: resources, notice } = sample;
const resource = { ...resources, data: [{ title: "Room" }] };
const asked = { query: { page: ["1"], count: ["20"], forBooking: ["1"] } };
const slot = { ...sample.connectedLocation, next_slot: "2026-03-03T09:00:00+02:00" };

type Relying = (overrides: Pick<ExchangeOverrides, "answers" | "rules">) => Pact;
const on =
  (name: RequestName, more: ExchangeOverrides = {}): Relying =>
  (overrides) =>
    exchange(name, { ...more, ...overrides });

/** Whole answers as the specification shows them, and the pact of a consumer that relies on everything in them. */
const whole: [what: string, answer: unknown, relying: Relying][] = [
  ["countries", sample.envelope([sample.country]), on("countries")],
  ["calls", sample.envelope([sample.call]), on("calls")],
  ["connected Locations", sample.envelope([slot]), on("locations", asked)],
  ["an installation status", sample.envelope(sample.installationStatus), on("status")],
  ["clients", sample.envelope([sample.client], { page: 1, total_count: 1 }), on("clients")],
  ["a service", sample.envelope(sample.service), on("service")],
  ["dates", sample.envelope(["2026-03-02"]), on("dates")],
  ["resources", resource, on("resources")],
  ["an error", sample.failure("no"), on("status", { status: 404 })],
  ["a webhook", notice, ({ answers, rules }) => message("ClientEvent", answers, { rules: rules?.body })],
];

/** The leaves of a document, as the keys that lead there. */
const leaves = (value: unknown, keys: string[] = []): string[][] =>
  typeof value === "object" && value !== null
    ? Object.entries(value).flatMap(([key, field]) => leaves(field, [...keys, key]))
    : [keys];

/** A copy of a document in which the holder of one place is changed. */
function changed(
  document: unknown,
  keys: string[],
  change: (holder: Record<string, unknown>, key: string) => void,
): unknown {
  const copy = structuredClone(document);
  const holder = keys.slice(0, -1).reduce<unknown>((node, key) => (node as Record<string, unknown>)[key], copy);
  change(holder as Record<string, unknown>, keys.at(-1) ?? "");
  return copy;
}

const failures = (pact: Pact): string[] =>
  checkPact(pact).flatMap(({ outcome, mismatches }) =>
    outcome === "fail" ? mismatches.filter(({ warning }) => !warning).map(({ place }) => place) : [],
  );

describe.each(whole)("of %s", (_, answer, relying) => {
  test("the whole answer can be relied on, to the letter and by its types", () => {
    expect(failures(relying({ answers: answer }))).toEqual([]);
    expect(failures(relying({ answers: answer, rules: by({ $: type }) }))).toEqual([]);
  });

  test("a field with another name is incompatible, whatever the matchers", () => {
    for (const keys of leaves(answer).filter((path) => !/^\d+$/.test(path.at(-1) ?? ""))) {
      const renamed = changed(answer, keys, (holder, key) => {
        holder[`${key}_`] = holder[key];
        delete holder[key];
      });
      for (const rules of [{}, by({ $: type })])
        expect(failures(relying({ answers: renamed, rules })), keys.join("/")).toEqual([`/${keys.join("/")}_`]);
    }
  });

  test("a list of lists in place of a value is incompatible, whatever the matchers", () => {
    for (const keys of leaves(answer)) {
      const nested = changed(answer, keys, (holder, key) => {
        holder[key] = [[0]];
      });
      for (const rules of [{}, by({ $: type })])
        expect(failures(relying({ answers: nested, rules })), keys.join("/")).toEqual([`/${keys.join("/")}`]);
    }
  });
});
