import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { packageFile } from "../base/package-file.ts";
import type { TargetProfile } from "../harness/profiles/target-profile.ts";
import type { Sandbox, SandboxOptions } from "../sandbox/create-sandbox.ts";

/** How a sandbox is started whose receivers of webhooks are in this process: they answer at once, or not at all. */
export const receivingHere = { clock: "frozen", courtesy: 20 } as const satisfies SandboxOptions;

/** The name of a sandbox of this process in results. */
export const embeddedName = "embedded sandbox";

/** The profile of a sandbox that runs in this process. */
export const embedded = (
  { ownControl: control, ca }: Pick<Sandbox, "ownControl" | "ca">,
  name = embeddedName,
): TargetProfile => ({
  name,
  control,
  ...(ca ? { tls: { ca_file: authorityFile(ca) } } : {}),
  overlays: [packageFile("examples/sandbox-payloads.overlay.yaml")],
});

/** Writes the authority of a sandbox that speaks TLS to a file, as profiles name it. */
export function authorityFile(ca: string): string {
  const file = join(mkdtempSync(join(tmpdir(), "assay-")), "ca.pem");
  writeFileSync(file, ca);
  return file;
}
