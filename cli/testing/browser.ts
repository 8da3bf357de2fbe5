import { existsSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { type Browser, chromium, type Page } from "playwright-core";
import { onTestFinished } from "vitest";

const places = [
  process.env.CHROMIUM,
  "/usr/bin/chromium",
  "/usr/bin/chromium-browser",
  "/usr/bin/google-chrome",
  "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
];

/** The browser of this machine; undefined where there is none. */
export const browserFile: string | undefined = places.find((place) => place && existsSync(place));

const axe = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

/** Something that axe, which knows what keeps people from using a page, found in one. */
interface Violation {
  id: string;
  impact: string;
  nodes: { html: string }[];
}

/** The violations that axe finds in a page, of some impacts. */
export async function violationsIn(page: Page, impacts?: readonly string[]): Promise<string[]> {
  if (!(await page.evaluate("'axe' in globalThis"))) await page.evaluate(axe);
  const found = await page.evaluate<{ violations: Violation[] }>("axe.run({ resultTypes: ['violations'] })");
  return found.violations
    .filter(({ impact }) => impacts?.includes(impact) ?? true)
    .map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`);
}

/** Reported by tests that need a browser where there is none. */
export const noBrowser =
  "no browser was found: install Debian's chromium, or name one in CHROMIUM; what pages look like is not tested";

/** Starts the browser, with nothing in it that talks to anybody. */
export const launch = (): Promise<Browser> =>
  chromium.launch({
    executablePath: browserFile ?? "",
    args: [
      "--no-sandbox",
      "--disable-gpu",
      "--disable-background-networking",
      "--disable-component-update",
      "--disable-sync",
      "--no-first-run",
    ],
  });

/** A page that was opened from disk, and everything it asked for or complained of. */
export interface Opened {
  page: Page;
  requests: string[];
  complaints: string[];
}

/** Opens a page until the test is over, and writes down what it asks for beyond itself and what is in it. */
export async function openPage(
  browser: Browser,
  url: string,
  options: Parameters<Browser["newContext"]>[0] = {},
): Promise<Opened> {
  const context = await browser.newContext(options);
  context.setDefaultTimeout(120_000);
  onTestFinished(() => context.close());
  const page = await context.newPage();
  const requests: string[] = [];
  const complaints: string[] = [];
  const self = url.replace(/#.*$/, "");
  page.on("request", (request) => {
    if (!/^(data|blob):/.test(request.url()) && request.url().replace(/#.*$/, "") !== self)
      requests.push(request.url());
  });
  page.on("console", (message) => {
    if (message.type() === "error" || message.type() === "warning") complaints.push(message.text());
  });
  page.on("pageerror", (error) => complaints.push(error.message));
  await page.goto(url);
  return { page, requests, complaints };
}
