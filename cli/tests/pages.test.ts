import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { expect, onTestFinished, test } from "vitest";
import { exchange, finding, runOf } from "../../record/testing/runs.ts";
import { page as conformancePage } from "../../reports/page/page.ts";
import { browserFile, launch, noBrowser, openPage } from "../testing/browser.ts";

if (!browserFile) console.warn(noBrowser);

// Everything else that pages do in a browser is in pages.slow.test.ts.
test.skipIf(!browserFile)(
  "a page opened from disk shows its verdict, asks no one for anything, and complains of nothing",
  async () => {
    const file = join(mkdtempSync(join(tmpdir(), "assay-page-")), "index.html");
    writeFileSync(file, conformancePage(runOf(exchange("e-1"), finding("DICT-2", "e-1")), []));
    const browser = await launch();
    onTestFinished(() => browser.close());
    const { page, requests, complaints } = await openPage(browser, pathToFileURL(file).href);
    expect(await page.locator("h1").innerText()).toMatch(/^Not conformant\n\d+ of \d+ judged$/);
    expect({ requests, complaints }).toEqual({ requests: [], complaints: [] });
  },
);
