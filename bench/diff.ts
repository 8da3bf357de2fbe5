import { execFile } from "node:child_process";
import { mkdtempSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { stringify } from "yaml";
import { largeDocument, operations, recordSchema } from "./large-document.ts";

// How long `assay diff` takes, as users start it, on documents far larger than ours.
const folder = mkdtempSync(join(tmpdir(), "assay-bench-"));
const program = fileURLToPath(new URL("./diff-once.js", import.meta.url));

/** Components that refer to each other in rings; in the new version every tenth has changed. */
const web = (version: number): Record<string, object> =>
  Object.fromEntries(
    Array.from({ length: 300 }, (_, index) => [
      `Node${index}`,
      {
        type: "object",
        properties: {
          name: { type: "string", maxLength: 50 + (index % 10 === 0 ? version : 0) },
          next: { $ref: `#/components/schemas/Node${(index + 1) % 300}` },
          other: { oneOf: [7, 13].map((step) => ({ $ref: `#/components/schemas/Node${(index * step) % 300}` })) },
        },
      },
    ]),
  );

async function measure(
  name: string,
  of: (version: number) => object,
  print: (document: object) => string,
): Promise<void> {
  const files = [1, 2].map((version) => join(folder, `${version}.${name}`));
  files.forEach((file, index) => writeFileSync(file, print(of(index + 1))));
  const megabytes = statSync(files[0] ?? "").size / 1e6;
  const { counts, cpu, wall } = await once(files);
  console.log(
    `${name.padEnd(14)} ${megabytes.toFixed(1)} MB, ${operations} operations: ${cpu.toFixed(2)} s of CPU (at most 5), ${wall.toFixed(2)} s in all, ${counts.breaking} breaking`,
  );
}

/** One comparison in a process of its own, as the program does it. */
const once = (files: string[]): Promise<{ counts: Record<string, number>; cpu: number; wall: number }> =>
  new Promise((done) => {
    const started = performance.now();
    execFile(process.execPath, [program, ...files], { maxBuffer: 1e9 }, (error, stdout) => {
      if (error) throw error;
      done({
        ...(JSON.parse(stdout) as { counts: Record<string, number>; cpu: number }),
        wall: (performance.now() - started) / 1000,
      });
    });
  });

const yaml = (document: object) => stringify(document, { aliasDuplicateObjects: false });
await measure("records.yaml", (version) => largeDocument(version, (number) => recordSchema(number, version)), yaml);
await measure(
  "records.json",
  (version) => largeDocument(version, (number) => recordSchema(number, version)),
  (document) => JSON.stringify(document, null, 2),
);
await measure(
  "web.json",
  (version) => largeDocument(version, (number) => ({ $ref: `#/components/schemas/Node${number % 300}` }), web(version)),
  (document) => JSON.stringify(document),
);
/** Components of fifty fields in one ring; in the new version every tenth field has changed, and every operation reaches all of them. */
const ring = (version: number): Record<string, object> =>
  Object.fromEntries(
    Array.from({ length: 300 }, (_, index) => {
      const fields = Array.from({ length: 50 }, (_unused, field) => [
        `field_${field}`,
        {
          type: "string",
          maxLength: 100 + (field % 10 === 0 ? version : 0),
          description: `Field ${field} of ring ${index}, described at some length.`,
        },
      ]);
      const next = { $ref: `#/components/schemas/Node${(index + 1) % 300}` };
      return [`Node${index}`, { type: "object", properties: { ...Object.fromEntries(fields), next } }];
    }),
  );
await measure(
  "ring.json",
  (version) =>
    largeDocument(version, (number) => ({ $ref: `#/components/schemas/Node${number % 300}` }), ring(version)),
  (document) => JSON.stringify(document, null, 1),
);
rmSync(folder, { recursive: true });
