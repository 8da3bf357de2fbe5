#!/usr/bin/env node
import { UsageError } from "../base/errors.ts";
import { exits } from "./exits.ts";
import { program } from "./program.ts";

// Colours are for people; where nobody looks, a build's log for one, they would be noise.
if (!process.stdout.isTTY && !process.env.FORCE_COLOR) process.env.NO_COLOR = "1";

// A reader that has seen enough, such as head, is no error.
process.stdout.on("error", (error: NodeJS.ErrnoException) => {
  if (error.code === "EPIPE") process.exit(process.exitCode);
  throw error;
});

try {
  await program.parseAsync();
} catch (error) {
  const isCommander = error instanceof Error && "exitCode" in error && "code" in error;
  if (isCommander) process.exitCode = error.exitCode === 0 ? exits.fine : exits.couldNotRun;
  else if (error instanceof UsageError) {
    process.stderr.write(`assay: ${error.message}\n`);
    process.exitCode = exits.couldNotRun;
  } else {
    // Exit code 1 is a verdict, so a mistake of ours must not end with it.
    process.stderr.write(
      `assay: this should not have happened: ${error instanceof Error ? error.stack : String(error)}\n`,
    );
    process.exitCode = exits.couldNotRun;
  }
}
