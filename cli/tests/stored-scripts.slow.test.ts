import { generateKeyPairSync } from "node:crypto";
import { mkdirSync, mkdtempSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { resultsFrom } from "../../record/from-journal.ts";
import type { Entry } from "../../record/journal.ts";
import { begin, end, exchange, finding } from "../../record/testing/runs.ts";
import { certificatePage } from "../../reports/certificate/certificate-page.ts";
import { issueCertificate } from "../../reports/certificate/issue-certificate.ts";
import { statementOf } from "../../reports/certificate/statement.ts";
import { writeReports } from "../../reports/write-reports.ts";
import { createSandbox } from "../../sandbox/create-sandbox.ts";
import { browserFile, launch, noBrowser, openPage } from "../testing/browser.ts";

const out = mkdtempSync(join(tmpdir(), "assay-scripts-"));

/** Runs, if it is not escaped, in texts, attributes, scripts, styles and addresses. */
const payload =
  `"'><img src=x onerror="window.caught=1"><script>window.caught=2</script></script><svg onload=window.caught=3>` +
  `<a href="javascript:window.caught=4">x</a></style></title></textarea>{{constructor.constructor('window.caught=5')()}}-->`;

/** A run in which everything that a subject or a profile can say is hostile. */
function hostileEntries(kind: "provider" | "partner"): Entry[] {
  const shown = exchange("e-1");
  return [
    begin({ name: payload, target: payload, ...(kind === "partner" ? { judges: "partner" as const } : {}) }),
    { kind: "target", name: payload, urls: { base_url: `http://h/${payload}` } },
    { kind: "proof", title: payload, ids: ["DICT-2"] },
    {
      ...shown,
      request: {
        method: payload,
        url: `http://h/${payload}?a=${payload}`,
        headers: [[payload, payload]],
        body: payload,
      },
      response: { status: 200, headers: { [payload]: payload }, body: JSON.stringify({ [payload]: payload }) },
      scenario: payload,
    } as Entry,
    { kind: "arrival", id: "w-1", method: payload, path: payload, body: payload },
    {
      ...finding("DICT-2", "e-1"),
      pointer: payload,
      found: payload,
      expected: payload,
      where: payload,
      curl: payload,
      scenario: payload,
    } as Entry,
    { ...finding("INST-32", "e-1"), found: payload, expected: payload, where: payload } as Entry,
    { kind: "untestable", title: payload, ids: ["DICT-3"], why: payload, applies: true, lacks: [payload] },
    { kind: "observation", topic: payload, value: { [payload]: [payload] } },
    { kind: "trouble", what: payload },
    { kind: "step", at: "2026-01-01T00:00:00Z", text: payload, scenario: payload, claim: "install" },
    end,
  ];
}

let browser: Browser;
beforeAll(async () => {
  if (!browserFile) return;
  for (const kind of ["provider", "partner"] as const) {
    const folder = join(out, kind);
    const entries = hostileEntries(kind);
    mkdirSync(folder);
    await writeReports(folder, { entries, results: resultsFrom(entries) }, { allure: true });
  }
  const results = resultsFrom(hostileEntries("partner"));
  const requirements = results.requirements.map((result) => ({ ...result, outcome: "pass" }));
  const passed = JSON.stringify({ ...results, verdict: "pass", requirements });
  const certified = { results: passed, profile: payload, claims: ["install"], version: payload, issued: new Date() };
  const envelope = issueCertificate(certified, generateKeyPairSync("ed25519").privateKey);
  // The page is made of whatever an envelope says, genuine or not.
  const statement = statementOf(envelope);
  const hostile = { ...statement, predicate: { ...statement.predicate, claims: [payload] } };
  const forged = { ...envelope, payload: Buffer.from(JSON.stringify(hostile)).toString("base64") };
  writeFileSync(join(out, "certificate.html"), certificatePage(forged));
  browser = await launch();
});
afterAll(() => browser?.close());

if (!browserFile) console.warn(noBrowser);

describe.skipIf(!browserFile)("in a browser", () => {
  test.each([
    "provider/index.html",
    "partner/index.html",
    "provider/allure.html",
    "partner/allure.html",
    "certificate.html",
    "provider/badge.svg",
    "partner/badge.svg",
  ])("nothing that a subject wrote runs in %s", async (name) => {
    const { page, requests } = await openPage(browser, pathToFileURL(join(out, name)).href);
    await page.waitForLoadState("networkidle");
    // Closed parts are opened, and links within the page are followed.
    await page.evaluate(`for (const box of document.querySelectorAll("details")) box.open = true`);
    for (const link of await page.locator("a[href^='javascript:']").all()) await link.click();
    expect(await page.evaluate("window.caught")).toBeUndefined();
    expect(requests).toEqual([]);
    // A badge names no one.
    const isGiven = await page.evaluate("document.documentElement.textContent.includes('window.caught')");
    expect(isGiven).toBe(!name.endsWith(".svg"));
  });

  test("a web page of another's cannot drive the sandbox's control protocol, even if it knows the token", async () => {
    const sandbox = await createSandbox({ clock: "frozen" });
    const site = createServer((_, response) =>
      response.writeHead(200, { "content-type": "text/html" }).end("<h1>hi</h1>"),
    );
    await new Promise<void>((listening) => site.listen(0, "127.0.0.1", listening));
    onTestFinished(async () => {
      site.close();
      await sandbox.close();
    });
    const { page } = await openPage(browser, `http://127.0.0.1:${(site.address() as AddressInfo).port}/`);
    const { url, token } = sandbox.control;
    const clock = async () =>
      ((await (await fetch(url, { headers: { authorization: `Bearer ${token}` } })).json()) as { now: string }).now;
    const before = await clock();
    const attempt = (mode: string) =>
      page.evaluate(
        `fetch("${url}/clock/advance", { method: "POST", mode: "${mode}", headers: { authorization: "Bearer ${token}", "content-type": "application/json" }, body: '{"seconds":60}' }).then((answer) => answer.type, () => "refused")`,
      );
    expect(await attempt("cors")).toBe("refused");
    expect(await attempt("no-cors")).toMatch(/opaque|refused/);
    expect(await clock()).toBe(before);
  });
});
