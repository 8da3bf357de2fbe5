import { expect, test } from "vitest";
import { startServer } from "../harness/testing/server.ts";
import type { Entry } from "../record/journal.ts";
import { certify } from "./certify.ts";

test("certify answers results of a partner, also for an application that never starts", async () => {
  const entries: Entry[] = [];
  const results = await certify(
    { name: "gone", claims: ["webhooks"], start: { command: "exit 7" }, webhook_url: "http://127.0.0.1:9/hooks" },
    { onEntry: (entry) => entries.push(entry) },
  );
  expect(results).toMatchObject({ kind: "partner", verdict: "fail", subject: { name: "gone" } });
  const idsOf = (wanted: string) =>
    results.requirements.filter(({ outcome }) => outcome === wanted).map(({ id }) => id);
  expect(idsOf("fail")).toEqual(["HOOK-16"]);
  expect(idsOf("untestable")).toEqual(["HOOK-17", "HOOK-18", "HOOK-19", "HOOK-20", "HOOK-21", "HOOK-22", "HOOK-25"]);
  expect(entries.at(-1)).toMatchObject({ kind: "end", complete: true });
});

test("a profile with an unknown claim is refused with its key", async () => {
  await expect(certify({ name: "odd", claims: ["flying" as "calls"] })).rejects.toThrow(/profile: claims/);
});

test.each(["exit 1", "sleep 1; exit 1"])(
  "an application is not to blame that ends (%s) because something else answers at its address",
  async (command) => {
    const { url } = await startServer((response) => response.end());
    const certified = certify({
      name: "second",
      claims: ["webhooks"],
      start: { command, ready: `${url}/health` },
      webhook_url: `${url}/hooks`,
    });
    await expect(certified).rejects.toThrow(
      `start.command: it ended with exit code 1, and ${url}/health was answered before it ran: stop what runs there`,
    );
  },
);
