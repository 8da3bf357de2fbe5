import type { Reporter, TestModule } from "vitest/node";
import { repeatable } from "./may-repeat.ts";

/** How much is printed of what failed at first: its message, with what was expected and found. */
const maxOfError = 2000;

/** The first failure, indented. */
function firstOf([error]: readonly { message: string; diff?: string }[] = []): string {
  if (!error) return "";
  const text = `${error.message}\n${error.diff ?? ""}`.trim().slice(0, maxOfError);
  return `${text.replace(/^/gm, "    ")}\n`;
}

/** The line for a test that may be tried again: its title as it is listed, and the reason. */
function permissionOf(name: string): string {
  const found = Object.entries(repeatable).find(([title]) =>
    title.split("%s").every((part, index) => (index === 0 ? name.startsWith(part) : name.includes(part))),
  );
  return found ? `may be tried again: ${found[0]} (${found[1]})\n` : `tried again without a reason: ${name}\n`;
}

/** Closes a test run with the plain line that any reader of logs understands, below what passed only when it was tried again. */
export default class ClosingLine implements Reporter {
  onTestRunEnd(modules: readonly TestModule[], unhandled: readonly unknown[]): void {
    const count = { passed: 0, failed: unhandled.length, skipped: 0 };
    const again: string[] = [];
    const allowed = new Set<string>();
    for (const module of modules) {
      for (const test of module.children.allTests()) {
        const { state, errors } = test.result();
        if (state !== "pending") count[state]++;
        if (test.options.retry) allowed.add(permissionOf(test.name));
        if (test.diagnostic()?.flaky)
          again.push(`passed only when tried again: ${module.relativeModuleId} > ${test.name}\n${firstOf(errors)}`);
      }
      count.failed += module.errors().length;
    }
    // The summary that Vitest prints last comes after this; waiting a turn puts this line below it.
    setImmediate(() =>
      process.stdout.write(
        `\n${[...allowed].join("")}${again.join("")}${count.passed} passed, ${count.failed} failed${count.skipped > 0 ? `, ${count.skipped} skipped` : ""}\n`,
      ),
    );
  }
}
