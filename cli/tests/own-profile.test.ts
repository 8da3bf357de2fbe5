import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { country, envelope } from "../../specs/schemas/samples.test-data.ts";
import { assayProcess } from "../testing/assay.ts";
import { answering, serve, stubProfile } from "../testing/stub-provider.ts";

/** Makes a folder with these files. */
function folderWith(files: Readonly<Record<string, object>>): string {
  const folder = mkdtempSync(join(tmpdir(), "assay-own-"));
  for (const [name, content] of Object.entries(files)) writeFileSync(join(folder, name), JSON.stringify(content));
  return folder;
}

const target = async () => stubProfile(await serve(answering(envelope([country]))), "staging");
const partner = { name: "acme", claims: ["webhooks"] };

/** Runs a command in a folder; returns its exit code, the first line of its output, and its errors. */
async function inFolder(files: Readonly<Record<string, object>>, ...args: string[]) {
  const { code, stdout, stderr } = await assayProcess(args, { cwd: folderWith(files) });
  return { code, first: stdout.split("\n", 1)[0], stdout, stderr };
}

describe("in a folder with an assay.yaml", () => {
  test("run judges its target, and says so first", async () => {
    const files = { "assay.yaml": await target() };
    const ran = await inFolder(files, "run");
    expect(ran.first).toMatch(/^assay\.yaml: judging staging at http:\/\/127\.0\.0\.1:\d+\/api\/v1$/);
    expect(ran.stdout).toMatch(/^staging: no violations found, \d+ of \d+ requirements judged$/m);
    const json = await inFolder(files, "run", "--json", "--only", "DICT-1");
    expect(JSON.parse(json.stdout)).toMatchObject({ subject: { name: "staging" } });
    expect(json.stderr).toMatch(/^assay: assay\.yaml: judging staging /);
  });

  test("run judges the embedded sandbox where --sandbox asks for it", async () => {
    const { first, stdout, code } = await inFolder(
      { "assay.yaml": await target() },
      "run",
      "--sandbox",
      "--only",
      "DICT-1",
    );
    expect([code, first]).toEqual([0, "judging the embedded sandbox"]);
    expect(stdout).toMatch(/^embedded sandbox: conformant in the selected requirements, 1 of 1 judged$/m);
  });

  test("certify judges the application of a partner profile, whichever of the two files has it", async () => {
    for (const [files, name] of [
      [{ "assay.yaml": partner }, "assay.yaml"],
      [{ "assay.yaml": await target(), "assay-partner.yaml": partner }, "assay-partner.yaml"],
    ] as const) {
      const { code, first } = await inFolder(files, "certify");
      expect([code, first]).toEqual([3, `${name}: judging acme`]);
    }
  });

  test("a profile of the other kind is refused in one line", async () => {
    expect(await inFolder({ "assay.yaml": partner }, "run")).toMatchObject({
      code: 2,
      stderr: expect.stringMatching(
        /^assay: assay\.yaml: this is the profile of an application, .* --target FILE, .* --sandbox\n$/,
      ),
    });
    expect(await inFolder({ "assay.yaml": await target() }, "certify")).toMatchObject({
      code: 2,
      stderr: expect.stringMatching(/^assay: assay\.yaml: this is the profile of a target, .* --partner FILE, .*\n$/),
    });
  });

  test("doctor examines it, whatever its kind", async () => {
    const ofTarget = await inFolder({ "assay.yaml": await target() }, "doctor");
    expect(ofTarget.first).toBe("assay.yaml: examining the profile of a target");
    expect(ofTarget.stdout).toMatch(/credentials\.partner_token/);
    const ofPartner = await inFolder({ "assay.yaml": partner }, "doctor");
    expect(ofPartner.first).toBe("assay.yaml: examining the profile of an application");
  });

  test("diff compares with its overlays, unless --no-overlays leaves them out", async () => {
    const version = (parameters: object[]) => ({
      openapi: "3.1.0",
      info: { title: "x", version: "1.0.0" },
      paths: { "/x": { get: { operationId: "x", parameters, responses: { 200: { description: "x" } } } } },
    });
    const parameter = { name: "a", in: "query", required: true, schema: { type: "string" } };
    const files = {
      "old.yaml": version([]),
      "new.yaml": version([parameter]),
      "own.overlay.yaml": {
        overlay: "1.0.0",
        info: { title: "x", version: "1" },
        actions: [{ target: "$.paths['/x'].get.parameters", remove: true }],
      },
      "assay.yaml": { ...(await target()), overlays: ["./own.overlay.yaml"] },
    };
    const overlaid = await inFolder(files, "diff", "old.yaml", "new.yaml");
    expect([overlaid.code, overlaid.first]).toEqual([0, "assay.yaml: comparing with its overlays ./own.overlay.yaml"]);
    const plain = await inFolder(files, "diff", "old.yaml", "new.yaml", "--no-overlays");
    expect([plain.code, plain.first]).not.toContain(overlaid.first);
    expect(plain.code).toBe(1);
  });
});

test("without an assay.yaml, run says that it judges the embedded sandbox, and certify asks for a profile", async () => {
  expect((await inFolder({}, "run", "--only", "DICT-1")).first).toBe(
    "judging the embedded sandbox; there is no assay.yaml here",
  );
  expect(await inFolder({}, "certify")).toMatchObject({
    code: 2,
    stderr:
      "assay: --partner: there is no assay.yaml; name an application's profile with --partner FILE, or write one with npx assay init partner\n",
  });
});
