import { existsSync, mkdtempSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { country, envelope } from "../../specs/schemas/samples.test-data.ts";
import { replacing } from "../folders/out-folder.ts";
import { assay } from "../testing/assay.ts";
import { answering, serve, stubProfile, stubTarget } from "../testing/stub-provider.ts";

const folder = () => mkdtempSync(join(tmpdir(), "assay-again-"));

/** A run of a provider that serves one country, or a broken one. */
async function ran(body: object = envelope([country]), only = "DICT-2"): Promise<string> {
  const out = join(folder(), "out");
  await assay(["run", "--target", await stubTarget(answering(body)), "--only", only, "--out", out]);
  return out;
}
const broken = envelope([{ ...country, title: 7 }]);

describe("recordings that are checked", () => {
  test("are not written over, and no others are left in their place", async () => {
    const out = await ran();
    const har = join(out, "exchanges.har");
    const before = readFileSync(har, "utf8");
    expect(await assay(["check", har, "--out", out])).toMatchObject({
      code: 2,
      stderr: expect.stringMatching(/^assay: --out: .* is the folder of .*exchanges\.har, whose run it would replace/),
    });
    expect(readFileSync(har, "utf8")).toBe(before);
    const other = folder();
    writeFileSync(join(other, "certificate.json"), "of an application");
    expect((await assay(["check", har, "--out", other])).code).toBe(0);
    expect(readdirSync(other)).toEqual(expect.arrayContaining(["results.json", "index.html"]));
    expect(readdirSync(other)).not.toEqual(expect.arrayContaining(["exchanges.har"]));
    expect(existsSync(join(other, "certificate.json"))).toBe(false);
  });
});

describe("a run that is repeated", () => {
  test("finds its profile from its own folder, and refuses one that leads elsewhere by now", async () => {
    const home = folder();
    const [target, out] = [join(home, "target.yaml"), join(home, "out")];
    writeFileSync(target, JSON.stringify(stubProfile(await serve(answering(broken)))));
    expect((await assay(["run", "--target", target, "--only", "DICT", "--out", out])).code).toBe(1);
    expect(await assay(["replay", out])).toMatchObject({ code: 1, stdout: expect.stringContaining("still failing") });
    const moved = await serve(answering(envelope([country])));
    writeFileSync(target, JSON.stringify(stubProfile(moved)));
    expect(await assay(["replay", out])).toMatchObject({
      code: 2,
      stderr: expect.stringMatching(/base_url is at .* now, and was at .* in that run; .*--target\n$/),
    });
    expect((await assay(["replay", out, "--target", target])).code).toBe(0);
  });
});

describe("a run into the folder of one that another suite judged", () => {
  const otherSuite = (out: string, change: (requirement: Record<string, unknown>) => object) => {
    const file = join(out, "results.json");
    const results = JSON.parse(readFileSync(file, "utf8")) as {
      suite: object;
      requirements: Record<string, unknown>[];
    };
    const suite = { ...results.suite, digest: `sha256:${"1".repeat(64)}` };
    writeFileSync(file, JSON.stringify({ ...results, suite, requirements: results.requirements.map(change) }));
  };
  const again = async (out: string, body: object) =>
    (await assay(["run", "--target", await stubTarget(answering(body)), "--only", "DICT-1", "--out", out])).stdout;

  test("says that a stricter suite changed the outcome, where the earlier journal shows the failure too", async () => {
    const out = await ran(broken, "DICT-1");
    otherSuite(out, (each) => (each.id === "DICT-1" ? { ...each, outcome: "pass", evidence: [] } : each));
    expect(await again(out, broken)).toMatch(
      /judged again: the suite's changes are DICT-1\n[^]*1 requirement newly failing/,
    );
  });

  test("says that the target changed, where the earlier journal shows no failure", async () => {
    const out = await ran(undefined, "DICT-1");
    otherSuite(out, (each) => each);
    expect(await again(out, broken)).toMatch(/judged again: no change is the suite's\n[^]*1 requirement newly failing/);
  });
});

describe("a report", () => {
  test("of a folder by two names is refused", async () => {
    const out = await ran();
    const link = join(folder(), "link");
    symlinkSync(out, link);
    expect((await assay(["report", out, link, "--out", folder()])).stderr).toMatch(/a folder is named twice/);
    expect((await assay(["report", out, await ran(), "--out", link])).stderr).toMatch(/one of the runs to join/);
  });

  test("of which a part is missing is no pass", async () => {
    const out = join(folder(), "out");
    const target = await stubTarget(answering(envelope([country])));
    await assay(["run", "--target", target, "--only", "DICT-2", "--shard", "1/1", "--out", out]);
    expect((await assay(["report", out])).code).toBe(0);
    const journal = join(out, "journal.jsonl");
    writeFileSync(
      journal,
      readFileSync(journal, "utf8").replace('"shard":{"part":1,"of":1}', '"shard":{"part":1,"of":2}'),
    );
    expect(await assay(["report", out])).toMatchObject({ code: 3, stderr: expect.stringContaining("missing (2/2)") });
  });
});

describe("a certificate", () => {
  const certified = () => {
    const out = folder();
    writeFileSync(join(out, "certificate.json"), "genuine");
    writeFileSync(join(out, "results.json"), "of that certification");
    return out;
  };

  test("is kept where the next certification is interrupted", async () => {
    const [out, interruption] = [certified(), new AbortController()];
    await replacing(out, interruption.signal, () => {
      writeFileSync(join(out, "results.json"), "so far");
      interruption.abort();
    });
    expect(readFileSync(join(out, "earlier", "certificate.json"), "utf8")).toBe("genuine");
    expect([existsSync(join(out, "certificate.json")), readFileSync(join(out, "results.json"), "utf8")]).toEqual([
      false,
      "so far",
    ]);
  });

  test("is gone once the next certification came to its end", async () => {
    const out = certified();
    await replacing(out, new AbortController().signal, () => undefined);
    expect(readdirSync(out)).toEqual([]);
  });
});
