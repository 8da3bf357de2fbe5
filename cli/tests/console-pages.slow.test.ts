import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { startTestApplication, type TestApplication } from "../../console/testing/partner-app.ts";
import { type TestConsole, testConsole } from "../../console/testing/served.ts";
import { password } from "../../console/testing/visitor.ts";
import { browserFile, launch, noBrowser, violationsIn } from "../testing/browser.ts";

if (!browserFile) console.warn(noBrowser);

/** The sides of a screen, in pixels. */
const [wide, narrow, height] = [1440, 390, 900];
/** A folder for pictures of the pages, where they are wanted for the documentation. */
const pictures = process.env.CONSOLE_PICTURES;

describe.skipIf(!browserFile)("in a browser", () => {
  let browser: Browser;
  let served: TestConsole;
  let application: TestApplication;

  beforeAll(async () => {
    [browser, served] = await Promise.all([launch(), testConsole({ isLeftAlone: true })]);
  });
  afterAll(async () => {
    application?.close();
    await browser?.close();
    await served?.close();
  });

  /** A page of someone's own, and everything that it complains of or asks of others. */
  const open = async (): Promise<{ page: Page; complaints: string[] }> => {
    // Axe is put into the page by the test, which the page's own policy would forbid.
    const context = await browser.newContext({ viewport: { width: narrow, height }, bypassCSP: true });
    onTestFinished(() => context.close());
    const page = await context.newPage();
    const complaints: string[] = [];
    page.on("console", (message) => {
      if (message.type() === "error") complaints.push(message.text());
    });
    // Grave acts are confirmed once more.
    page.on("dialog", (dialog) => void dialog.accept());
    page.on("pageerror", ({ message }) => complaints.push(message));
    page.on("request", (request) => {
      if (!request.url().startsWith(served.url) && !request.url().startsWith("data:")) complaints.push(request.url());
    });
    return { page, complaints };
  };

  /** Each page, width and scheme of colours that was looked at. */
  const looked = new Set<string>();

  /** Looks at a page as axe does, and at whether it fits, on a wide screen and on a narrow one, in dark colours and in light ones; the last are left. */
  const look = async (page: Page, name: string, schemes: readonly ("dark" | "light")[] = ["dark", "light"]) => {
    for (const width of [wide, narrow]) {
      await page.setViewportSize({ width, height });
      for (const colorScheme of schemes) {
        await page.emulateMedia({ colorScheme });
        const combination = `${name}, ${width} pixels wide, ${colorScheme}`;
        expect(await violationsIn(page), combination).toEqual([]);
        looked.add(combination);
      }
      expect(await page.evaluate("document.documentElement.scrollWidth - innerWidth"), name).toBeLessThanOrEqual(0);
      if (pictures)
        await page.screenshot({
          path: `${pictures}/console-${name.replace(/\W/g, "-")}-${width}.png`,
          fullPage: false,
        });
    }
  };

  /** Presses Tab until something is reached, as people do who use no mouse. */
  const reach = async (page: Page, selector: string): Promise<void> => {
    for (let count = 0; count < 80; count++) {
      if (await page.evaluate(`document.activeElement?.matches(${JSON.stringify(selector)}) ?? false`)) return;
      await page.keyboard.press("Tab");
    }
    throw new Error(`${selector} is not reached by Tab`);
  };

  const fill = async (page: Page, selector: string, text: string): Promise<void> => {
    await reach(page, selector);
    await page.keyboard.type(text);
  };

  test("first operator, invitation, profile, certificate and revocation by keyboard alone, without a finding of axe", async () => {
    const operator = await open();
    // The first operator joins by the link that was printed.
    await operator.page.goto(served.operatorLink ?? "");
    await look(operator.page, "first-operator");
    await fill(operator.page, "#f-email", "operator@market.example");
    await fill(operator.page, "#f-password", password);
    await operator.page.keyboard.press("Enter");
    await operator.page.waitForURL("**/partners");
    await fill(operator.page, "#f-name", "Acme");
    await operator.page.keyboard.press("Enter");
    const link = await operator.page.locator("#link").innerText();
    await look(operator.page, "invitation");

    const partner = await open();
    const { page } = partner;
    await page.goto(link);
    await look(page, "join");
    await fill(page, "#f-email", `ada@acme.example`);
    await fill(page, "#f-password", password);
    await page.keyboard.press("Enter");
    await page.waitForURL(`**/partners/acme`);
    await look(page, "new-partner");

    await reach(page, 'form[action$="/credentials"] button');
    await page.keyboard.press("Enter");
    await page.getByRole("heading", { name: "New tokens" }).waitFor();
    const rows = await page.evaluate<string[][]>(
      "[...document.querySelectorAll('tbody tr')].map((row) => [...row.cells].map((cell) => cell.innerText.trim()))",
    );
    await look(page, "credentials");
    const shown = Object.fromEntries(rows.map(([variable, value]) => [variable, value]));
    application = await startTestApplication(shown as Record<string, string>);
    onTestFinished(() => application.close());
    await page.goto(`${served.url}/partners/acme/profile`);
    await fill(page, "#f-webhook_url", "nowhere");
    await page.locator(".wrong[data-for=webhook_url]").first().getByText("expected an http or https address").waitFor();
    await look(page, "profile");
    await reach(page, "#f-yaml");
    await page.keyboard.press("Control+A");
    await page.keyboard.insertText(JSON.stringify(application.profile(["calls"])));
    await reach(page, "form:has(#f-yaml) button");
    await page.keyboard.press("Enter");
    await page.waitForURL(`**/partners/acme`);
    await reach(page, 'form[action$="/connection"] button');
    await page.keyboard.press("Enter");
    await page.getByRole("heading", { name: "Everything can be reached" }).waitFor();
    await look(page, "connection");
    await page.goBack();
    await reach(page, 'form[action$="/runs"] button');
    await page.keyboard.press("Enter");
    await page.getByText("→ 200").first().waitFor();
    // The page changes as soon as the run is over.
    await look(page, "running", ["light"]);
    await page.getByRole("heading", { name: "Passed" }).waitFor();
    await look(page, "run");
    await page.goto(`${served.url}/partners/acme`);
    await page.getByRole("heading", { name: "Certificate" }).waitFor();
    await look(page, "partner");

    await operator.page.goto(`${served.url}/partners`);
    await look(operator.page, "partners");
    await operator.page.goto(`${served.url}/partners/acme`);
    await fill(operator.page, "#f-reason", "it was sold");
    await reach(operator.page, 'form[action$="/revocation"] button');
    await operator.page.keyboard.press("Enter");
    await operator.page.locator("header .s-revoked").waitFor();
    await operator.page.goto(`${served.url}/partners/acme`);
    await look(operator.page, "partner-of-operator");
    await operator.page.goto(`${served.url}/settings`);
    await reach(operator.page, 'form[action$="/directory"] button');
    await operator.page.keyboard.press("Enter");
    await operator.page.getByText("Everybody may see").waitFor();
    for (const path of [
      "runs",
      "trends",
      "messages",
      "requirements/INST-3",
      "partners/acme/runs",
      "partners/acme/notes",
      "partners/acme/messages",
      "partners?state=archived",
      "directory",
      "providers",
      "revisions",
      "events",
      "audit",
      "contests",
      "partners/acme/contests",
      "flips",
      "workers",
      "settings",
      "tokens",
      "account",
    ]) {
      await operator.page.goto(`${served.url}/${path}`);
      await look(operator.page, path);
    }
    await page.goto(`${served.url}/partners/acme/certificate`);
    await page.getByText("it was sold").first().waitFor();
    await look(page, "certificate");
    expect([...operator.complaints, ...partner.complaints]).toEqual([]);
  });

  test("what a person has to do is shown with the time that is left and a button, and anyone who watches sees who did it", async () => {
    const { page } = await open();
    await page.goto(`${served.url}/sign-in`);
    await look(page, "sign-in");
    await fill(page, "#f-email", "operator@market.example");
    await fill(page, "#f-password", password);
    await page.keyboard.press("Enter");
    await page.waitForURL("**/partners");
    await fill(page, "#f-name", "By hand");
    await page.keyboard.press("Enter");
    await page.locator("#link").waitFor();
    await page.goto(`${served.url}/partners/by-hand/profile`);
    await reach(page, "#f-yaml");
    await page.keyboard.press("Control+A");
    await page.keyboard.insertText(
      JSON.stringify({ name: "by hand", claims: ["install"], lifecycle_webhook_url: `${served.url}/healthz` }),
    );
    await reach(page, "form:has(#f-yaml) button");
    await page.keyboard.press("Enter");
    await page.waitForURL("**/partners/by-hand");
    await reach(page, 'form[action$="/runs"] button');
    await page.keyboard.press("Enter");
    await page.getByText("Now: connect application 200 at Location").waitFor();
    expect(await page.getByRole("timer").innerText()).toMatch(/^[45]:\d\d left$/);
    await look(page, "task");
    await reach(page, ".tasks button");
    await page.keyboard.press("Enter");
    await page.getByText("operator@market.example says that it is done").waitFor();
    await reach(page, 'form[action$="/end"] button');
    await page.keyboard.press("Enter");
    await page.getByRole("heading", { name: "Not measured" }).waitFor();
  });

  test("what was looked at are at least 118 pages, widths and schemes of colours", () => {
    console.log(`${looked.size} combinations without a finding of axe`);
    expect(looked.size).toBeGreaterThanOrEqual(118);
  });
});
