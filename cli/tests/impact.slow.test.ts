import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import type { ImpactResults } from "../../reports/versions/impact-results.ts";
import { assay } from "../testing/assay.ts";
import { createImpactFixture } from "../testing/impacts.ts";

const { root, folder, changed, held } = createImpactFixture();
const impact = (...args: string[]) => assay(["impact", ...args]);

describe("assay impact", () => {
  test("finds nothing where nothing changed, in a folder and in each bundled document", async () => {
    const outcomes = await Promise.all(
      ["v1", "callback", "v3", "webhooks"].map(async (surface) => {
        const file = join(folder, `${surface}.yaml`);
        writeFileSync(file, (await assay(["spec", "--surface", surface])).stdout);
        const { broken, unused, counts } = await held(file);
        return [broken, unused, counts.already_broken];
      }),
    );
    expect(outcomes).toEqual(Array.from({ length: 4 }, () => [[], [], 0]));
    expect((await held(join(root, "specs"))).broken).toEqual([]);
  });

  test("reports the same of many contracts, which threads read, as of each", async () => {
    const pacts = join(folder, "many");
    mkdirSync(pacts);
    const text = readFileSync(join(root, "contracts/pacts/service-reader.json"), "utf8");
    for (let number = 0; number < 210; number++)
      writeFileSync(join(pacts, `${number}.json`), text.replaceAll("service-reader", `partner-${number}`));
    writeFileSync(join(pacts, "torn.json"), text.slice(0, 100));
    const fresh = changed("openapi/v1.yaml", ["  /v1/services/{location_id}", "  /v9/services/{location_id}"]);
    const { code, stdout } = await impact("--against", fresh, "--pacts", pacts, "--json");
    const results = JSON.parse(stdout) as ImpactResults;
    expect(code).toBe(1);
    expect(results.counts).toMatchObject({ pacts: 210, broken: 420, broken_partners: 210, unread: 1 });
    expect(results.unread[0]).toContain("torn.json: it is cut off after 100 characters");
    expect(new Set(results.broken.map(({ partner }) => partner)).size).toBe(210);
    const order = results.broken.map(({ partner }) => partner);
    expect(order).toEqual(order.toSorted());
  });
});
