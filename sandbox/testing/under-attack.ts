import { afterAll } from "vitest";
import { startLinked, stateOf, targetsOf } from "./targets.ts";

/** A sandbox for a test file to attack, with its state before, and every error that escapes meanwhile. */
export async function underAttack() {
  const escaped: unknown[] = [];
  const note = (error: unknown) => void escaped.push(error);
  process.on("unhandledRejection", note).on("uncaughtException", note);
  const sandbox = await startLinked();
  afterAll(async () => {
    await sandbox.close();
    process.off("unhandledRejection", note).off("uncaughtException", note);
  });
  return { sandbox, targets: targetsOf(sandbox), before: stateOf(sandbox), escaped };
}
