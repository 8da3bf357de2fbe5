import { expect, test } from "vitest";
import { Places } from "./places.ts";

test("no more act at once than there are places, in their order, and one that fails leaves its place", async () => {
  const places = new Places(2);
  const begun: string[] = [];
  const ends = new Map<string, () => void>();
  const act = (name: string) =>
    places.take(async () => {
      begun.push(name);
      await new Promise<void>((end) => ends.set(name, end));
      if (name === "a") throw new Error("it fails");
    });
  const all = Promise.allSettled(["a", "b", "c", "d"].map(act));
  const shown: string[] = [];
  for (const name of ["a", "b", "c", "d"]) {
    shown.push(begun.join(" "));
    ends.get(name)?.();
    await new Promise(setImmediate);
  }
  expect(shown).toEqual(["a b", "a b c", "a b c d", "a b c d"]);
  expect((await all).map(({ status }) => status)).toEqual(["rejected", "fulfilled", "fulfilled", "fulfilled"]);
});
