import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { load } from "js-yaml";
import { parse, stringify } from "yaml";
import { largeDocument, recordSchema } from "./large-document.ts";

// Why base/files/read-document.ts reads with js-yaml, and everything else with yaml, which keeps the lines of what it reads: how much more CPU
// and memory yaml takes for a document as large as `assay diff` must be able to read. Each reads in a process of its own.
const readers = { "js-yaml": (text: string) => load(text), yaml: (text: string) => parse(text) as unknown };
type Reader = keyof typeof readers;

/** The number of times that the CPU makes a second library worth its place. */
const enough = 2;

interface Cost {
  seconds: number;
  megabytes: number;
}

function costOf(reader: Reader, file: string): Cost {
  const { stdout } = spawnSync(process.execPath, [fileURLToPath(import.meta.url), reader, file], { encoding: "utf8" });
  return JSON.parse(stdout) as Cost;
}

function readOnce(reader: Reader, file: string): Cost {
  const text = readFileSync(file, "utf8");
  const before = process.cpuUsage();
  readers[reader](text);
  const { user, system } = process.cpuUsage(before);
  return { seconds: (user + system) / 1e6, megabytes: process.resourceUsage().maxRSS / 1024 };
}

function compareReaders(): boolean {
  const folder = mkdtempSync(join(tmpdir(), "assay-bench-"));
  const file = join(folder, "large.yaml");
  const document = largeDocument(1, (number) => recordSchema(number, 1));
  const text = stringify(document, { aliasDuplicateObjects: false });
  writeFileSync(file, text);
  const [small, large] = [costOf("js-yaml", file), costOf("yaml", file)];
  rmSync(folder, { recursive: true });
  for (const [reader, { seconds, megabytes }] of Object.entries({ "js-yaml": small, yaml: large }))
    console.log(`${reader.padEnd(8)} ${seconds.toFixed(2)} s of CPU, at most ${megabytes.toFixed(0)} MB`);
  const [cpu, memory] = [large.seconds / small.seconds, large.megabytes / small.megabytes];
  console.log(
    `${(text.length / 1e6).toFixed(1)} MB: yaml takes ${cpu.toFixed(1)} times the CPU and ${memory.toFixed(1)} times the memory of js-yaml; a second library is worth it from ${enough} times the CPU`,
  );
  return cpu >= enough;
}

const [reader, file] = process.argv.slice(2);
if (reader && file) process.stdout.write(JSON.stringify(readOnce(reader as Reader, file)));
else process.exitCode = compareReaders() ? 0 : 1;
