import { spawnSync } from "node:child_process";
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { packageFile } from "../base/package-file.ts";
import type { ImpactResults } from "../reports/versions/impact-results.ts";
import { writeContracts } from "./partner-contracts.ts";

// How long `assay impact` takes on the contracts of thousands of partners, and whether its memory grows with their number.
const folder = mkdtempSync(join(tmpdir(), "assay-bench-"));
const program = fileURLToPath(new URL("./impact-once.js", import.meta.url));
/** The most that it may take, in seconds, on two cores, and how much more memory ten times as many contracts may take: the findings are kept, and nothing else. */
const most = { seconds: 60, growth: 1.25 };

const fresh = join(folder, "specs");
cpSync(dirname(packageFile("specs/limits.yaml")), fresh, { recursive: true });
const document = join(fresh, "openapi/v1.yaml");
writeFileSync(document, readFileSync(document, "utf8").replace("  /v1/services/", "  /v2/services/"));

function measure(contracts: number, size: number) {
  const pacts = join(folder, String(contracts));
  const wrong = writeContracts(pacts, contracts, size);
  const users = readdirSync(pacts)
    .map((name) => readFileSync(join(pacts, name), "utf8").split('"path": "/v1/services/').length - 1)
    .reduce((sum, count) => sum + count, 0);
  const began = performance.now();
  const { stdout, stderr } = spawnSync(process.execPath, [program, fresh, pacts], {
    encoding: "utf8",
    maxBuffer: 2 ** 30,
  });
  const seconds = (performance.now() - began) / 1000;
  const { counts } = JSON.parse(stdout) as ImpactResults;
  const isRight =
    counts.interactions === contracts * size && counts.broken === users && counts.already_broken === wrong;
  console.log(
    `${contracts} contracts of ${size} interactions: ${seconds.toFixed(2)} s, at most ${stderr} MB, ${counts.broken} of ${users} broken expectations found${isRight ? "" : ": this is wrong"}`,
  );
  return { seconds, memory: Number(stderr), isRight };
}

const [some, many] = [measure(500, 20), measure(5000, 20)];
rmSync(folder, { recursive: true });
const growth = many.memory / some.memory;
const isFine = some.isRight && many.isRight && many.seconds < most.seconds && growth < most.growth;
console.log(
  `at most ${most.seconds} s, and ${most.growth} times the memory (${growth.toFixed(2)}): ${isFine ? "fine" : "not kept"}`,
);
process.exitCode = isFine ? 0 : 1;
