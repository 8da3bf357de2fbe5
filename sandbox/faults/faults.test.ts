import { describe, expect, test } from "vitest";
import { binds, loadLedger } from "../../specs/ledger.ts";
import { Platform } from "../api/server/platform.ts";
import { faults, faultsByArea } from "./faults.ts";
import { behaviourWith } from "./faulty.ts";

const judged = loadLedger().filter((requirement) => binds(requirement, "provider") && requirement.level !== "open");
const table = Object.entries(faults);

describe("the table of faults", () => {
  test("has at least 150, of which at least 40 are hard to see", () => {
    expect(table.length).toBeGreaterThanOrEqual(150);
    expect(table.filter(([, fault]) => fault.subtle).length).toBeGreaterThanOrEqual(40);
  });

  test("has no name twice", () => {
    expect(faultsByArea.flatMap((area) => Object.keys(area))).toEqual(table.map(([name]) => name));
  });

  test("breaks only what a provider must or should do", () => {
    const ids = new Set(judged.map(({ id }) => id));
    expect(
      table.filter(([, fault]) => !ids.has(fault.breaks)).map(([name, fault]) => `${name}: ${fault.breaks}`),
    ).toEqual([]);
  });

  test("breaks everything that a provider must or should do", () => {
    const broken = new Set(table.map(([, fault]) => fault.breaks));
    expect(judged.map(({ id }) => id).filter((id) => !broken.has(id))).toEqual([]);
  });

  test.each(table.map(([name]) => name))("can be planted: %s", (name) => {
    const platform = new Platform({ clock: "frozen", behaviour: behaviourWith(name) });
    expect(platform.world.people.fixtures.location_id).toBe(100);
    expect(behaviourWith(name)).not.toEqual(behaviourWith(undefined));
  });

  test("can be planted several at once", () => {
    const [first, second] = ["no token is denied", "the default is 20"];
    const { access, policy } = behaviourWith([first, second]);
    expect(access.unauthenticated).toBe(behaviourWith(first).access.unauthenticated);
    expect(policy.pageDefault).toBe(behaviourWith(second).policy.pageDefault);
  });

  test("refuses a name that is not in it", () => {
    expect(() => behaviourWith("gremlins")).toThrow('there is no fault "gremlins"');
  });
});
