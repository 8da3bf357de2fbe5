import type { Reporter, TestModule } from "vitest/node";

/** How much is printed of what failed at first: its message, with what was expected and found. */
const maxOfError = 2000;

/** What failed at first, indented. */
function firstOf([error]: readonly { message: string; diff?: string }[] = []): string {
  if (!error) return "";
  const text = `${error.message}\n${error.diff ?? ""}`.trim().slice(0, maxOfError);
  return `${text.replace(/^/gm, "    ")}\n`;
}

/** Closes a test run with the plain line that any reader of logs understands, below what passed only when it was tried again. */
export default class ClosingLine implements Reporter {
  onTestRunEnd(modules: readonly TestModule[], unhandled: readonly unknown[]): void {
    const count = { passed: 0, failed: unhandled.length, skipped: 0 };
    const again: string[] = [];
    for (const module of modules) {
      for (const test of module.children.allTests()) {
        const { state, errors } = test.result();
        if (state !== "pending") count[state]++;
        if (test.diagnostic()?.flaky)
          again.push(`passed only when tried again: ${module.relativeModuleId} > ${test.name}\n${firstOf(errors)}`);
      }
      count.failed += module.errors().length;
    }
    // The summary that Vitest prints last comes after this; waiting a turn puts this line below it.
    setImmediate(() =>
      process.stdout.write(
        `\n${again.join("")}${count.passed} passed, ${count.failed} failed${count.skipped > 0 ? `, ${count.skipped} skipped` : ""}\n`,
      ),
    );
  }
}
