import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { startServer } from "../../harness/testing/server.ts";
import { assayProcess } from "../testing/assay.ts";
import { mayRepeat } from "../testing/may-repeat.ts";
import { rowsOf } from "../testing/rows.ts";
import { profileFile, stubProfile } from "../testing/stub-provider.ts";

const folder = mkdtempSync(join(tmpdir(), "assay-memory-"));

/** Has a process print the most memory that it ever took, in kilobytes, when it ends. */
const reportPeak = join(folder, "tell-peak.mjs");
writeFileSync(reportPeak, 'process.on("exit", () => console.error("peak", process.resourceUsage().maxRSS));');

const record = { title: "x".repeat(60), iso_code: "LV", dates: [1, 2, 3] };

const bodies = {
  "a list of 58,000 records": () => Array.from({ length: 58_000 }, (_, id) => ({ id, ...record })),
  "an object of 500,000 fields": () =>
    Object.fromEntries(Array.from({ length: 500_000 }, (_, index) => [`k${index}`, 1])),
  "a list of 2,500,000 numbers": () => Array.from({ length: 2_500_000 }, () => 0),
};

test.each(rowsOf(Object.entries(bodies)))(
  "a run stays under 400 MB where every answer is %s",
  mayRepeat("a run stays under 400 MB where every answer is %s"),
  async (_, data) => {
    const body = JSON.stringify({ success: true, data: data(), meta: {} });
    const server = await startServer((response) =>
      response.writeHead(200, { "content-type": "application/json" }).end(body),
    );
    const target = profileFile(stubProfile(server.url));
    const out = mkdtempSync(join(folder, "out-"));
    const args = ["run", "--target", target, "--depth", "quick", "--only", "ENV,LOC,CLI,RES", "--out", out];
    const { code, stderr } = await assayProcess(args, { env: { NODE_OPTIONS: `--import=${reportPeak}` } });
    expect(code).toBe(1);
    expect(server.seen.length).toBeGreaterThan(5);
    expect(Number(/^peak (\d+)$/m.exec(stderr)?.[1]) / 1024).toBeLessThan(400);
  },
);
