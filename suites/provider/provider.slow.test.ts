import { expect, test } from "vitest";
import { specified } from "../../sandbox/api/specified.ts";
import { judge } from "../testing/judging.ts";
import { otherProviders } from "../testing/other-choices.ts";

/** Every second, in the deepest run that tests have time for; `npm run foreign` judges many more. */
const tried = Object.entries(otherProviders).filter((_, index) => index % 2 === 0);

test.each(tried)("does not blame %s", async (_, change) => {
  const { entries } = await judge({ behaviour: change()(specified()) });
  expect(entries.filter((entry) => entry.kind === "finding")).toEqual([]);
});

test("takes every row of the install machine that a provider can be led to", async () => {
  const { entries } = await judge({ only: ["INST-4"], depth: "deep" });
  const taken = new Set(entries.flatMap((entry) => (entry.kind === "transition" ? [entry.id] : [])));
  expect([...taken].toSorted()).toEqual([
    "callback-when-freezed",
    "confirm",
    "confirm-late",
    "confirm-unasked",
    "confirm-unauthenticated",
    "connect",
    "disable",
    "fast-install",
    "freeze",
    "install-draft",
    "lapse",
    "reconnect",
    "refuse-blocked",
    "refuse-right",
    "refuse-unauthenticated",
    "repeat-callback",
    "repeat-grant",
    "uninstall",
    "wrong-host",
  ]);
});
