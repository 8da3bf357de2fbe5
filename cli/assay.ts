#!/usr/bin/env node
import { takeInterrupts } from "./interrupts.ts";

// Before anything else is loaded, which takes a while.
const onInterrupt = takeInterrupts();
const [{ paintFor }, { main }, { exits }] = await Promise.all([
  import("../base/paint.ts"),
  import("./main.ts"),
  import("./exits.ts"),
]);
const { stdin, stdout, stderr, env } = process;

// A reader that has seen enough, such as head, is not an error.
stdout.on("error", (error: NodeJS.ErrnoException) => {
  if (error.code === "EPIPE") process.exit(process.exitCode);
  throw error;
});

process.exitCode = await main(process.argv.slice(2), {
  stdin,
  stdout,
  stderr,
  env,
  paint: paintFor(stdout, env),
  onInterrupt,
});

// What was being waited for when an interruption came is not waited for.
if (process.exitCode === exits.interrupted) stdout.write("", () => process.exit());
