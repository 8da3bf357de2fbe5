import { mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createSandbox } from "../sandbox/create-sandbox.ts";
import { behaviourWith } from "../sandbox/faults/faulty.ts";
import { assay } from "./testing/assay.ts";
import { browserFile, launch, noBrowser, openPage } from "./testing/browser.ts";

const out = mkdtempSync(join(tmpdir(), "assay-pages-"));
const address = (name: string, hash = "") => `${pathToFileURL(join(out, name)).href}${hash}`;
const axe = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
let browser: Browser;

beforeAll(async () => {
  if (!browserFile) return;
  const sandbox = await createSandbox({ clock: "frozen", behaviour: behaviourWith("the window never closes") });
  const profile = join(out, "target.yaml");
  writeFileSync(profile, JSON.stringify({ name: "staging", control: sandbox.control }));
  const ran = await assay(["run", "--target", profile, "--out", out, "--only", "INST-1,INST-3,INST-4"]);
  const reported = await assay(["report", out]);
  if (ran.code !== 1 || reported.code !== 0) throw new Error(ran.stderr + reported.stderr);
  await sandbox.close();
  browser = await launch();
}, 180_000);
afterAll(() => browser?.close());

if (!browserFile) console.warn(noBrowser);

describe.skipIf(!browserFile)("opened from disk", () => {
  const seriousFindings = async (page: Page): Promise<string[]> => {
    await page.evaluate(axe);
    const findings = (await page.evaluate("axe.run()")) as {
      violations: { id: string; impact: string; nodes: { html: string }[] }[];
    };
    return findings.violations
      .filter(({ impact }) => impact === "serious" || impact === "critical")
      .map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`);
  };
  const shown = (page: Page) => page.locator("details.r[data-o]:visible").count();

  test.each(["index.html", "allure.html"])("%s asks nobody for anything, and complains of nothing", async (name) => {
    const { page, requests, complaints } = await openPage(browser, address(name));
    await page.getByText("staging").first().waitFor();
    await page.waitForLoadState("networkidle");
    expect({ requests, complaints }).toEqual({ requests: [], complaints: [] });
  });

  test("the verdict stands at the top, and the page leads to Allure's", async () => {
    const { page } = await openPage(browser, address("index.html"));
    expect(await page.locator("h1").innerText()).toBe("Not conformant");
    await page.getByRole("link", { name: "Allure report" }).click();
    await page.getByText("staging").first().waitFor();
    expect(page.url()).toBe(address("allure.html"));
  });

  test("a deep link opens its requirement, with what was seen, expected, asked and answered", async () => {
    const { page } = await openPage(browser, address("index.html", "#INST-4"));
    const text = await page.locator("#INST-4 > div").innerText();
    expect(text).toContain('a link that is "active"');
    expect(text).toContain('a link that is "pending"');
    expect(text).toContain("curl -sS -i");
    expect(text).toContain("Authorization: Bearer $PARTNER_TOKEN");
    expect(text).toContain('"status": "active"');
    expect(await page.locator("#INST-4 > div").isVisible()).toBe(true);
    expect(await page.locator("#INST-3 > div").isVisible()).toBe(false);
  });

  test("filters leave what was asked for, and a deep link shows what they hide", async () => {
    const { page } = await openPage(browser, address("index.html"));
    const all = await shown(page);
    await page.getByRole("checkbox", { name: "left open" }).uncheck();
    await page.getByRole("checkbox", { name: "untestable" }).uncheck();
    const judged = await shown(page);
    expect(judged).toBeLessThan(all);
    await page.getByRole("checkbox", { name: "passed" }).uncheck();
    expect(await page.locator("details.r[data-o]:visible code").first().innerText()).toBe("INST-4");
    await page.getByRole("checkbox", { name: "passed" }).check();
    await page.getByRole("searchbox").fill("makes the link active");
    expect(await page.locator("details.r[data-o]:visible").evaluateAll((found) => found.map(({ id }) => id))).toContain(
      "INST-3",
    );
    expect(await shown(page)).toBeLessThan(judged);
    await page.evaluate("location.hash = '#CUR-3'");
    await page.locator("#CUR-3 > div").waitFor();
    expect(await page.locator("#shown").innerText()).toBe(`${all} of ${all} shown`);
  });

  test("the diagram shows the planted violation, and what was taken and what was not", async () => {
    const { page } = await openPage(browser, address("index.html"));
    const fates = await page
      .locator("#machine ~ .figure [data-row]")
      .evaluateAll((rows) => rows.map((row) => `${row.getAttribute("data-row")} ${row.getAttribute("class")}`));
    expect(fates).toContain("confirm-late violated");
    expect(fates).toContain("connect taken");
    expect(fates).toContain("out-of-freezed untaken isopen");
    await page.locator('[data-row="confirm-late"]').click();
    expect(await page.locator("#INST-4 > div").isVisible()).toBe(true);
  });

  test.each([
    ["light", 1280],
    ["dark", 1280],
    ["light", 390],
  ] as const)("axe finds nothing serious: %s, %i wide", async (colorScheme, width) => {
    const viewport = { width, height: 900 };
    const { page } = await openPage(browser, address("index.html", "#INST-4"), { colorScheme, viewport });
    expect(await seriousFindings(page)).toEqual([]);
    const overflow = await page.evaluate("document.documentElement.scrollWidth - innerWidth");
    expect(overflow).toBeLessThanOrEqual(0);
  });

  test("a requirement is reached and opened by keyboard alone", async () => {
    const { page } = await openPage(browser, address("index.html"));
    await page.keyboard.press("Tab");
    await page.keyboard.press("Enter");
    expect(page.url()).toContain("#requirements");
    await page.locator("#INST-4 > summary").focus();
    await page.keyboard.press("Enter");
    expect(await page.locator("#INST-4 > div").isVisible()).toBe(true);
  });
});
