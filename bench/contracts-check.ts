import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { packageFile } from "../base/package-file.ts";
import type { Results } from "../record/results.ts";
import { writeContracts } from "./partner-contracts.ts";

// How long `assay contracts check` takes, as users start it, on the contracts of many partners, and on one of many interactions.
const folder = mkdtempSync(join(tmpdir(), "assay-bench-"));
const program = packageFile("dist/cli/assay.js");
/** The most that the first may take, in seconds, on two cores. */
const most = 20;

function measure(contracts: number, size: number): number {
  const pacts = join(folder, `${contracts}-by-${size}`);
  const wrong = writeContracts(pacts, contracts, size);
  const out = join(pacts, "..", `out-${contracts}`);
  const began = performance.now();
  const { status } = spawnSync(process.execPath, [program, "contracts", "check", "--pact", pacts, "--out", out], {
    stdio: ["ignore", "ignore", "inherit"],
  });
  const seconds = (performance.now() - began) / 1000;
  const { contracts: results = [] } = JSON.parse(readFileSync(join(out, "results.json"), "utf8")) as Results;
  const found = results.filter(({ outcome }) => outcome === "fail").length;
  const isRight = status === 1 && results.length === contracts * size && found === wrong;
  console.log(
    `${contracts} contracts of ${size} interactions: ${seconds.toFixed(2)} s, ${found} of ${wrong} wrong ones found${isRight ? "" : ": this is wrong"}`,
  );
  return isRight ? seconds : Number.POSITIVE_INFINITY;
}

const many = measure(2000, 20);
const large = measure(1, 5000);
rmSync(folder, { recursive: true });
const isFine = many < most && large < most;
console.log(`at most ${most} s: ${isFine ? "fine" : "too slow"}`);
process.exitCode = isFine ? 0 : 1;
