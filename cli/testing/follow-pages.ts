import { join } from "node:path";
import { expect, test } from "vitest";
import { packageFile } from "../../base/package-file.ts";
import { followPage, rewritePage, withoutChance } from "./journeys.ts";

/** Tests that what some pages show is what their commands print, in their order; WRITE_DOCS=true writes the pages anew. */
export function testPages(pages: readonly string[]): void {
  test.concurrent.each(pages)("%s shows what its commands print", async (page) => {
    const file = join(packageFile("package.json"), "..", page);
    const followed = await followPage(file);
    expect(followed.length).toBeGreaterThan(0);
    if (process.env.WRITE_DOCS) return rewritePage(file, followed);
    for (const { shown, printed } of followed)
      expect(withoutChance(printed), `$ ${shown.line}`).toBe(withoutChance(shown.output));
  });
}
