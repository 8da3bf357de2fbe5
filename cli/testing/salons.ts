import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { onTestFinished } from "vitest";
import { packageFile } from "../../base/package-file.ts";

interface StartedPlatform {
  main: string;
  app: string;
  admin: string;
  close: () => void;
}

const folder = dirname(packageFile("examples/control-adapter/adapter.mjs"));

/** Starts the platform of examples/control-adapter for one test, and answers a profile of it whose adapter has some more text. */
export async function startSalons(more = ""): Promise<string> {
  const { start } = (await import(join(folder, "provider/main.mjs"))) as {
    start: (options: { key: string }) => Promise<StartedPlatform>;
  };
  const { main, app, admin, close } = await start({ key: "operator" });
  onTestFinished(close);
  const addresses = { SALON_API: main, SALON_APP: app, SALON_ADMIN: admin };
  const scratch = mkdtempSync(join(tmpdir(), "assay-salons-"));
  // The adapter reads its addresses when it is loaded, so each test has a copy of its own.
  const text = `Object.assign(process.env, ${JSON.stringify(addresses)});\nconst own = await import(${JSON.stringify(`${folder}/adapter.mjs?${scratch}`)});\nexport default { ...own };\n${more}`;
  writeFileSync(join(scratch, "adapter.mjs"), text);
  writeFileSync(join(scratch, "target.yaml"), "name: salons\ncontrol: { adapter: ./adapter.mjs }\n");
  return join(scratch, "target.yaml");
}
