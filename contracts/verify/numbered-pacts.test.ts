import { expect, test } from "vitest";
import { packageFile } from "../../base/package-file.ts";
import { createSession } from "../../harness/session.ts";
import { createSandbox } from "../../sandbox/create-sandbox.ts";
import { readPact, readPactFile } from "../pact/pact-file.ts";
import { verifyPacts } from "./verify-files.ts";

const request = { method: "GET", path: "/nothing" };
const generator = { type: "RandomInt", min: 0, max: 0 };

/** Interactions that name the one before them, of someone else, as numbers were once written. */
const impostors = [
  { description: "a header", request: { ...request, headers: { "X-Assay-Interaction": "0" } } },
  { description: "a generator", request: { ...request, generators: { header: { "x-assay-interaction": generator } } } },
  { description: "assay interaction 0", request },
  { description: "a path", request: { ...request, path: "/_assay/messages" } },
].map((interaction) => ({ ...interaction, response: { status: 200 } }));

test("no pact is judged in the place of another, nor keeps it from being judged", async () => {
  const whole = readPactFile(packageFile("contracts/pacts/dictionary-reader.json"));
  const text = JSON.stringify({ consumer: { name: "c" }, provider: { name: "p" }, interactions: impostors });
  const sandbox = await createSandbox({ clock: "frozen" });
  try {
    const session = await createSession({ name: "sandbox", control: sandbox.ownControl });
    const pacts = [{ ...whole, interactions: whole.interactions.slice(0, 1) }, readPact(text, "impostors")];
    const { contracts } = await verifyPacts(session, pacts, { seed: 1, signal: new AbortController().signal });
    expect(contracts.map(({ outcome }) => outcome)).toEqual(["pass", "fail", "fail", "fail", "fail"]);
    expect(contracts.slice(1).every(({ reason }) => reason?.includes("no surface has an operation"))).toBe(true);
  } finally {
    await sandbox.close();
  }
});
