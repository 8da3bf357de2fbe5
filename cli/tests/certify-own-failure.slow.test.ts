import { mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { certify } from "../testing/certifying.ts";

/** An application that fails in front of the owner whenever the platform refuses its callback. */
const application = `
import { createServer } from "node:http";
const { APP_URL, APPLICATION_ID, PARTNER_TOKEN, PORT } = process.env;
const confirm = (salon_id) =>
  fetch(APP_URL + "/marketplace/partner/callback", {
    method: "POST",
    headers: { accept: "application/vnd.api.v2+json", "content-type": "application/json", authorization: "Bearer " + PARTNER_TOKEN },
    body: JSON.stringify({ salon_id, application_id: Number(APPLICATION_ID) }),
  });
createServer(async (request, response) => {
  let text = "";
  for await (const piece of request) text += piece;
  if (request.url !== "/connect") return response.end();
  const { status } = await confirm(JSON.parse(text).salon_id).catch(() => ({ status: "without an answer" }));
  response.writeHead(status === 201 ? 200 : 500).end(status === 201 ? "" : "callback " + status);
}).listen(Number(PORT), "127.0.0.1");
`;

test("an application's own 500 after the platform refused its callback is said once, and blames no requirement", async () => {
  const file = join(mkdtempSync(join(tmpdir(), "assay-own-")), "app.mjs");
  writeFileSync(file, application);
  const { code, stdout, results, out } = await certify(`node "${file}"`, ["install", "lifecycle"], {
    lifecycle_webhook_url: undefined,
  });
  const trouble =
    /POST http:\/\/127\.0\.0\.1:\d+\/connect answered 500: "callback (\d{3})", after the platform had answered its callback \1; to repeat it: curl -sS -i -X POST .*\/connect'$/;
  expect(results.troubles).toEqual([expect.stringMatching(trouble)]);
  expect(results.requirements.filter(({ outcome }) => outcome === "fail")).toEqual([]);
  expect(results.requirements.find(({ id }) => id === "INST-29")).toMatchObject({
    outcome: "untestable",
    reason: expect.stringMatching(/connect answered 500: "callback 40[134]", after/) as string,
  });
  expect(code).toBe(3);
  // Once as such, and once for each requirement that was not judged because of it.
  expect(stdout.match(/^trouble {2}POST /gm)).toHaveLength(1);
  expect(stdout).toMatch(/^ {2}install {4}.*; untestable: INST-29/m);
  expect(stdout).toMatch(/^ {2}lifecycle {2}not tried; untestable: LIFE-5, /m);
  const untestable =
    (stdout.match(/^untestable [A-Z]+-\d+(?: \(and [^)]*\))?/gm) ?? []).join().match(/[A-Z]+-\d+/g) ?? [];
  expect(stdout).toContain(` ${untestable.length} untestable,`);
  // Headers that every client sends say nothing of the request.
  expect(stdout).not.toMatch(/user-agent|accept-encoding|sec-fetch/i);
  const page = readFileSync(join(out, "index.html"), "utf8");
  expect(page).toMatch(/class="notice"><strong>Trouble\.<\/strong> POST http/);
  expect(readFileSync(join(out, "summary.md"), "utf8")).toContain("**Trouble:** POST");
});
