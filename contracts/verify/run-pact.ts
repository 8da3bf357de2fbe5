import { fork } from "node:child_process";
import { devNull } from "node:os";
import type { VerifierOptions } from "@pact-foundation/pact-core";
import { HarnessError } from "../../base/errors.ts";
import { packageFile } from "../../base/package-file.ts";
import type { PactAnswer } from "./pact-process.ts";

/** One mismatch that Pact's verifier finds. */
export interface PactMismatch {
  type: string;
  path?: string;
  key?: string;
  expected?: unknown;
  actual?: unknown;
  mismatch: string;
}

export interface PactError {
  interaction: string;
  mismatch: { type: string; message?: string; mismatches?: PactMismatch[] };
}

/** The report of Pact's verifier, as far as it is used. */
export interface PactReport {
  result: boolean;
  interactionResults: { description: string; result: "OK" | "Error" }[];
  errors: PactError[];
  pendingErrors: PactError[];
}

/**
 * The environment of Pact's process: telemetry off, none of the user's settings for Pact, and no proxy between it and us. It talks to us alone,
 * without TLS, so it gets no certificates: to read the machine's again for each request would take three quarters of its time.
 */
function environment(): NodeJS.ProcessEnv {
  const own = Object.entries(process.env).filter(([name]) => !name.toUpperCase().startsWith("PACT_"));
  const direct = ["127.0.0.1", process.env.NO_PROXY ?? process.env.no_proxy].filter(Boolean).join(",");
  return {
    ...Object.fromEntries(own),
    PACT_DO_NOT_TRACK: "true",
    NO_PROXY: direct,
    no_proxy: direct,
    SSL_CERT_FILE: devNull,
    SSL_CERT_DIR: devNull,
  };
}

/** The time that one request of the verifier may take, in milliseconds; setting up a state keeps the target's pace. */
const patience = 120_000;

/** Runs Pact's verifier in a process of its own, whose output is discarded. */
export function runPact(options: VerifierOptions, signal: AbortSignal): Promise<PactReport> {
  return new Promise((done, fail) => {
    const child = fork(packageFile("dist/contracts/pact-process.js"), {
      env: environment(),
      execArgv: [],
      stdio: ["ignore", "ignore", "ignore", "ipc"],
      signal,
    });
    child.once("message", (answer: PactAnswer) => {
      if ("report" in answer) done(JSON.parse(answer.report) as PactReport);
      else fail(new HarnessError(`Pact could not run: ${answer.problem}`));
    });
    child.once("error", fail);
    child.once("exit", (code, killer) =>
      fail(new HarnessError(`Pact's verifier ended without a report (${killer ?? code})`)),
    );
    child.send({ logLevel: "error", timeout: patience, ...options });
  });
}

/** The files that Pact could not load, and why; Pact reports them in its messages only. */
export function unloadedIn({ errors }: PactReport): Map<string, string> {
  const found = errors.map(({ mismatch }) => /^Failed to load pact '(.+?)' - (.+)$/s.exec(mismatch.message ?? ""));
  return new Map(
    found.flatMap((match): [string, string][] => (match ? [[match[1] ?? "", `Pact cannot load it: ${match[2]}`]] : [])),
  );
}
