import { describe, expect, test } from "vitest";
import { specificationFiles } from "./files.ts";
import { loadInstallMachine } from "./install-machine.ts";
import { notLiveStatuses } from "./ledger/not-live.ts";
import { loadLedger } from "./ledger.ts";
import { limit, spell } from "./limits.ts";

describe("the ledger", () => {
  const ledger = loadLedger();

  test("gives every requirement an id of its own", () => {
    expect(ledger.filter(({ id }) => !/^[A-Z]+-[1-9]\d*$/.test(id))).toEqual([]);
    expect(new Set(ledger.map(({ id }) => id)).size).toBe(ledger.length);
  });

  test("numbers each area without a gap", () => {
    for (const area of new Set(ledger.map((requirement) => requirement.area))) {
      const numbers = ledger
        .filter((requirement) => requirement.area === area)
        .map(({ id }) => Number(id.slice(area.length + 1)));
      expect(
        numbers.toSorted((a, b) => a - b),
        area,
      ).toEqual(numbers.map((_, index) => index + 1));
    }
  });

  test("knows three levels and three parties, and gives every requirement a source", () => {
    for (const { id, level, binds, sources } of ledger) {
      expect(["must", "should", "open"], id).toContain(level);
      expect(["provider", "partner", "both"], id).toContain(binds);
      expect(sources.length, id).toBeGreaterThan(0);
    }
  });

  test("leaves more than twenty places open", () => {
    expect(ledger.filter(({ level }) => level === "open").length).toBeGreaterThan(20);
  });

  test("reads figures from the limits and writes none itself", () => {
    const written = JSON.stringify(
      Object.entries(specificationFiles()).filter(([path]) => path.startsWith("requirements/")),
    );
    const says = [...written.matchAll(/"says":"((?:[^"\\]|\\.)*)"/g)].map(([, text = ""]) => text);
    expect(says.filter((text) => /\b\d+ (hours?|minutes?|seconds?|requests?|kB)\b/.test(text))).toEqual([]);
    const left = ledger.filter(({ says: text }) => /\{(?!base_url|app_url|api_root|v3_base_url)/.test(text));
    expect(left.map(({ id }) => id)).toEqual([]);
  });

  test("spells a figure as the specification does", () => {
    expect(spell("within {confirmation_window} of it, at {base_url}")).toBe("within 12 hours of it, at {base_url}");
  });
});

test("the statuses of a surface that is not live are those that VER-5 names", () => {
  const says = loadLedger().find(({ id }) => id === "VER-5")?.says;
  expect([...notLiveStatuses]).toEqual(says?.match(/\b\d{3}\b/g)?.map(Number));
});

describe("limits", () => {
  test("are in seconds where they are durations", () => {
    expect(limit("confirmation_window")).toBe(12 * 60 * 60);
    expect(limit("cursor_lifetime")).toBe(15 * 60);
    expect(limit("webhook_timeout")).toBe(15);
  });

  test("that do not exist are refused", () => {
    expect(() => limit("patience")).toThrow("no limit is called patience");
  });
});

describe("the install machine", () => {
  const { states, triggers, guards, transitions } = loadInstallMachine();
  const names = Object.keys(states);

  test("speaks only of states, triggers and guards that it defines", () => {
    for (const { id, from, on, when, to, not = [] } of transitions) {
      const mentioned = [...from, ...(Array.isArray(to) ? to : []), ...not];
      expect(
        mentioned.filter((state) => !names.includes(state)),
        id,
      ).toEqual([]);
      expect(Object.keys(triggers), id).toContain(on);
      expect(Object.keys(guards), id).toContain(when);
    }
  });

  test("uses every trigger and every guard", () => {
    expect(Object.keys(triggers).filter((trigger) => !transitions.some(({ on }) => on === trigger))).toEqual([]);
    expect(Object.keys(guards).filter((guard) => !transitions.some(({ when }) => when === guard))).toEqual([]);
  });

  test("marks as open what follows uninstalling, what leads out of freezed, and repeated grants", () => {
    const open = transitions.filter((row) => row.open).map((row) => row.id);
    expect(open).toEqual(expect.arrayContaining(["uninstall", "disable", "out-of-freezed", "repeat-grant"]));
  });
});
