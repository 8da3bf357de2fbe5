import { generateKeyPairSync } from "node:crypto";
import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { resultsFrom } from "../../record/from-journal.ts";
import type { Entry } from "../../record/journal.ts";
import { begin, end, exchange, finding } from "../../record/testing/runs.ts";
import { certificatePage } from "../../reports/certificate/certificate-page.ts";
import { issueCertificate } from "../../reports/certificate/issue-certificate.ts";
import { page as conformancePage } from "../../reports/page/page.ts";
import { createSandbox } from "../../sandbox/create-sandbox.ts";
import { behaviourWith } from "../../sandbox/faults/faulty.ts";
import { assay } from "../testing/assay.ts";
import { browserFile, launch, noBrowser, openPage, violationsIn } from "../testing/browser.ts";

const out = mkdtempSync(join(tmpdir(), "assay-pages-"));
const address = (name: string, hash = "") => `${pathToFileURL(join(out, name)).href}${hash}`;
let browser: Browser;

beforeAll(async () => {
  if (!browserFile) return;
  const sandbox = await createSandbox({ clock: "frozen", behaviour: behaviourWith("the window never closes") });
  const profile = join(out, "target.yaml");
  writeFileSync(profile, JSON.stringify({ name: "staging", control: sandbox.control }));
  const ran = await assay([
    "run",
    "--target",
    profile,
    "--out",
    out,
    "--only",
    "INST-1,INST-3,INST-4,INST-9,CUR-3,VOIP",
  ]);
  const reported = await assay(["report", out]);
  if (ran.code !== 1 || reported.code !== 1) throw new Error(ran.stderr + reported.stderr);
  await sandbox.close();
  writePartnerPages();
  browser = await launch();
});
afterAll(() => browser?.close());

/** The pages of a partner: what to fix, and a certificate. */
function writePartnerPages(): void {
  const entries: Entry[] = [
    begin({ judges: "partner", name: "acme" }),
    exchange("r-1"),
    finding("INST-32", "r-1"),
    finding("CALL-13", "r-1"),
    { kind: "observation", topic: "seconds spent", value: { "the owner connects": 1.2, "a webhook is slow": 9 } },
    end,
  ];
  const judged: Entry[] = [begin(), { kind: "judged", ids: ["MKT-1", "STAT-1", "AUTH-1"] }, end];
  writeFileSync(join(out, "areas.html"), conformancePage({ entries: judged, results: resultsFrom(judged) }, []));
  const results = resultsFrom(entries);
  writeFileSync(join(out, "partner.html"), conformancePage({ entries, results }, []));
  const passed = JSON.stringify({
    ...results,
    verdict: "pass",
    requirements: results.requirements.map((result) => ({ ...result, outcome: "pass" })),
  });
  const certified = { results: passed, profile: "", claims: ["install"], issued: new Date() };
  const { privateKey } = generateKeyPairSync("ed25519");
  writeFileSync(join(out, "certificate.html"), certificatePage(issueCertificate(certified, privateKey)));
}

if (!browserFile) console.warn(noBrowser);

describe.skipIf(!browserFile)("opened from disk", () => {
  const shown = (page: Page) => page.locator("details.r[data-o]:not([hidden])").count();

  test.each([
    ["index.html", "staging"],
    ["allure.html", "staging"],
    ["partner.html", "acme"],
    ["certificate.html", "acme"],
  ])("%s asks no one for anything, and complains of nothing", async (name, text) => {
    const { page, requests, complaints } = await openPage(browser, address(name));
    await page.getByText(text).first().waitFor();
    await page.waitForLoadState("networkidle");
    expect({ requests, complaints }).toEqual({ requests: [], complaints: [] });
  });

  test("the verdict stands at the top, and the page leads to Allure's", async () => {
    const { page } = await openPage(browser, address("index.html"));
    expect(await page.locator("h1").innerText()).toMatch(/^Not conformant\n\d+ of \d+ judged$/);
    await page.getByRole("link", { name: "Allure report" }).click();
    await page.getByText("staging").first().waitFor();
    expect(page.url()).toBe(address("allure.html"));
  });

  test("a deep link opens its requirement, with what was seen, expected, asked and answered", async () => {
    const { page } = await openPage(browser, address("index.html", "#INST-4"));
    await page.locator("#INST-4 li.broken summary").first().click();
    const text = await page.locator("#INST-4 > div").innerText();
    expect(text).toContain('a link that is "active"');
    expect(text).toContain('a link that is "pending"');
    expect(text).toContain("curl -sS -i");
    expect(text).toContain("Authorization: Bearer $PARTNER_TOKEN");
    expect(text).toContain('"status": "active"');
    await page.locator("#INST-4 > div").waitFor();
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
    expect(await page.locator("details.area:has(#CUR-3) > summary").isVisible()).toBe(false);
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
    await page.locator("#INST-4 > div").waitFor();
  });

  test.each([
    ["index.html", "light", 1280],
    ["index.html", "dark", 1280],
    ["index.html", "light", 390],
    ["partner.html", "light", 390],
    ["partner.html", "dark", 1280],
    ["certificate.html", "light", 390],
  ] as const)("axe finds nothing serious in %s: %s, %i wide", async (name, colorScheme, width) => {
    const viewport = { width, height: 900 };
    const { page } = await openPage(browser, address(name, "#INST-4"), { colorScheme, viewport });
    expect(await violationsIn(page, ["serious", "critical"])).toEqual([]);
    const overflow = await page.evaluate("document.documentElement.scrollWidth - innerWidth");
    expect(overflow).toBeLessThanOrEqual(0);
  });

  test.each([1280, 390])(
    "how it came to a failure is readable, and wide parts say that they scroll, %i wide",
    async (width) => {
      const { page } = await openPage(browser, address("index.html", "#INST-4"), { viewport: { width, height: 900 } });
      const isNarrow = width < 600;
      expect(await page.locator("#INST-4 .sequence .lanes").isVisible()).toBe(!isNarrow);
      const heights = await page
        .locator("#INST-4 .sequence li")
        .evaluateAll((found) => found.map((step) => step.getBoundingClientRect().height));
      expect(heights.length).toBeGreaterThan(3);
      // Three lines at most: the text of a step has the width that there is, and not that of a word.
      expect(Math.max(...heights)).toBeLessThan(90);
      const hint = `getComputedStyle(document.querySelector("#machine ~ .figure"), "::before").content`;
      expect(await page.evaluate(hint)).toBe(isNarrow ? '"scroll sideways →"' : "none");
      const room = `(() => {
      const text = document.querySelector("#INST-4 .curl pre");
      const [shown, style] = [text.getBoundingClientRect(), getComputedStyle(text)];
      const button = document.querySelector("#INST-4 .curl button").getBoundingClientRect();
      return Math.max(
        button.left - (shown.right - parseFloat(style.paddingRight)),
        shown.top + parseFloat(style.paddingTop) - button.bottom,
      );
    })()`;
      expect(await page.evaluate(room)).toBeGreaterThanOrEqual(0);
    },
  );

  test.each([1280, 390])("the heading of an area begins beside its mark, %i wide", async (width) => {
    const { page } = await openPage(browser, address("areas.html"), { viewport: { width, height: 900 } });
    const drops = await page.locator("details.area > summary").evaluateAll((found) =>
      found.map((summary) => {
        const heading = summary.querySelector("h3")?.getClientRects()[0]?.top ?? Number.POSITIVE_INFINITY;
        return heading - summary.getBoundingClientRect().top;
      }),
    );
    expect(drops.length).toBeGreaterThan(10);
    expect(Math.max(...drops)).toBeLessThan(20);
  });

  test.each([1280, 390])("a certificate breaks no option of its command, %i wide", async (width) => {
    const { page } = await openPage(browser, address("certificate.html"), { viewport: { width, height: 900 } });
    expect(await page.locator("code span", { hasText: "--key" }).evaluate((span) => span.getClientRects().length)).toBe(
      1,
    );
    // A revision that is named as the specification is has no row of its own.
    const specification = await page.locator("tr", { hasText: /^\s*Specification/ }).innerText();
    for (const row of await page.locator("tr", { hasText: /^\s*Revision/ }).allInnerTexts())
      expect(specification).not.toContain(row.replace("Revision", "").trim());
  });

  test("on paper it is dark on light, without controls, and what failed lies open", async () => {
    const { page } = await openPage(browser, address("index.html"), { colorScheme: "dark" });
    await page.emulateMedia({ media: "print" });
    await page.evaluate("dispatchEvent(new Event('beforeprint'))");
    const [ink, paper] = await page.evaluate<string[]>(
      "[getComputedStyle(document.body).color, getComputedStyle(document.body).backgroundColor]",
    );
    expect([ink, paper]).toEqual(["rgb(35, 38, 43)", "rgb(255, 255, 255)"]);
    expect(await page.locator("form.filters").isVisible()).toBe(false);
    await page.locator("#INST-4 > div").waitFor();
  });

  test("a requirement is reached and opened by keyboard alone", async () => {
    const { page } = await openPage(browser, address("index.html"));
    await page.keyboard.press("Tab");
    await page.keyboard.press("Enter");
    await page.waitForURL(/#requirements/);
    await page.locator("#INST-3 > summary").focus();
    await page.keyboard.press("Enter");
    await page.locator("#INST-3 > div").waitFor();
    expect(await page.locator("#INST-3").getAttribute("open")).toBe("");
  });
});
