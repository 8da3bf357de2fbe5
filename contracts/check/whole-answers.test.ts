import { describe, expect, test } from "vitest";
import * as sample from "../../specs/samples.test-data.ts";
import type { Pact } from "../pact/interaction.ts";
import { checkPact } from "./check-pact.ts";
import { by, type Change, exchange, message, type Plain, type } from "./pacts.test-data.ts";

const { page: resources, notice } = sample;
const resource = { ...resources, data: [{ title: "Room" }] };
const asked = { query: { page: ["1"], count: ["20"], forBooking: ["1"] } };
const slot = { ...sample.connectedLocation, next_slot: "2026-03-03T09:00:00+02:00" };

type Relying = (change: Pick<Change, "answers" | "rules">) => Pact;
const on =
  (name: Plain, more: Change = {}): Relying =>
  (change) =>
    exchange(name, { ...more, ...change });

/** Whole answers as the specification gives them, and who relies on all of one. */
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

/** Every place of a document that holds no other, as the keys that lead there. */
const leaves = (value: unknown, keys: string[] = []): string[][] =>
  typeof value === "object" && value !== null
    ? Object.entries(value).flatMap(([key, one]) => leaves(one, [...keys, key]))
    : [keys];

/** A copy in which something is done to the holder of one place. */
function changed(
  document: unknown,
  keys: string[],
  change: (holder: Record<string, unknown>, key: string) => void,
): unknown {
  const copy = structuredClone(document);
  const holder = keys.slice(0, -1).reduce<unknown>((one, key) => (one as Record<string, unknown>)[key], copy);
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

  test("no field can be called otherwise, whatever the matchers", () => {
    for (const keys of leaves(answer).filter((one) => !/^\d+$/.test(one.at(-1) ?? ""))) {
      const renamed = changed(answer, keys, (holder, key) => {
        holder[`${key}_`] = holder[key];
        delete holder[key];
      });
      for (const rules of [{}, by({ $: type })])
        expect(failures(relying({ answers: renamed, rules })), keys.join("/")).toEqual([`/${keys.join("/")}_`]);
    }
  });

  test("no value can be a list of lists, whatever the matchers", () => {
    for (const keys of leaves(answer)) {
      const nested = changed(answer, keys, (holder, key) => {
        holder[key] = [[0]];
      });
      for (const rules of [{}, by({ $: type })])
        expect(failures(relying({ answers: nested, rules })), keys.join("/")).toEqual([`/${keys.join("/")}`]);
    }
  });
});
