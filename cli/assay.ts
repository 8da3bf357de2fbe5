#!/usr/bin/env node
import { paintFor } from "../base/paint.ts";
import { main } from "./main.ts";

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
  onInterrupt(listener) {
    // Once: a second Ctrl-C ends the program whatever it is doing.
    process.once("SIGINT", listener).once("SIGTERM", listener);
    return () => process.off("SIGINT", listener).off("SIGTERM", listener);
  },
});
