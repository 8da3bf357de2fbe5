#!/usr/bin/env node
import { laterOptimisation } from "../base/later-optimisation.ts";
import { isAtLeast, minNode } from "../base/min-node.ts";
import { couldNotRun, interrupted, takeInterrupts } from "./io/interrupts.ts";

// Older ones fail somewhere later, and no one could say why.
if (!isAtLeast(process.versions.node, minNode)) {
  process.stderr.write(`assay: Node ${process.versions.node} is too old; install Node ${minNode} or newer\n`);
  process.exit(couldNotRun);
}

// Before anything else is loaded, which takes a while.
const onInterrupt = takeInterrupts();
const { stdin, stdout, stderr, env } = process;
const args = process.argv.slice(2);
const [command = "", ...rest] = args;
/** True if all that is asked for is a text, which is reported at once. */
const isText = /^(-.*|help|spec|explain|)$/.test(command) || rest.some((word) => /^(-h|--help)$/.test(word));

// A failure to print must not end a run, whose record is still to be written; but the exit code must show it.
let unprinted: NodeJS.ErrnoException | undefined;
stdout.on("error", (error: NodeJS.ErrnoException) => {
  // A reader that has seen enough of a text, such as head, is not an error.
  if (error.code !== "EPIPE" || !isText) unprinted ??= error;
});
stderr.on("error", () => undefined);

const code = await runProgram();
await new Promise<void>((printed) => stdout.write("", () => printed()));
if (unprinted)
  stderr.write(`assay: standard output cannot be written to (${unprinted.code}); give it somewhere to go\n`);
process.exitCode = unprinted ? couldNotRun : code;

// Whatever is still awaited at an interruption is given up.
if (code === interrupted) process.exit();

async function runProgram(): Promise<number> {
  if (!isText) for (const flag of laterOptimisation) (await import("node:v8")).setFlagsFromString(flag);
  const { paintFor, describeSystemFailure, main } = await import("./program/start.ts");
  if (Object.keys(env).some((name) => /^https?_proxy$/i.test(name)))
    (await import("../harness/http/proxies.ts")).useProxies();

  // Exit code 1 is a verdict, and Node's own for whatever no one caught.
  const giveUp = (error: unknown): never => {
    const what =
      describeSystemFailure(error) ??
      `this should not have happened: ${error instanceof Error ? error.stack : String(error)}`;
    stderr.write(`assay: ${what}\n`);
    process.exit(couldNotRun);
  };
  process.on("uncaughtException", giveUp).on("unhandledRejection", giveUp);
  return main(args, { stdin, stdout, stderr, env, paint: paintFor(stdout, env), onInterrupt });
}
