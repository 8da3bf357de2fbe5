import { fileURLToPath } from "node:url";
import type { Reporter } from "vitest/node";
import { binds, loadLedger } from "../specs/ledger.ts";
import type { Brief } from "../suites/brief.ts";

/** Has Vitest act the provider's proofs; what they see stands in the journal, and what became of each in a folder of Allure's results, if one is named. */
export async function act(
  brief: Brief,
  { progress, allure }: { progress: Reporter; allure?: string },
  interruption: AbortSignal,
): Promise<void> {
  const [{ createVitest }, { AllureReporter }] = await Promise.all([
    import("vitest/node"),
    import("./allure-reporter.ts"),
  ]);
  // A plan of somebody's other tests would leave out every proof.
  delete process.env.ALLURE_TESTPLAN_PATH;
  const suite = fileURLToPath(new URL("../suites/provider/provider.suite.js", import.meta.url));
  const root = fileURLToPath(new URL("../suites/provider/", import.meta.url));
  const handlers = process.listeners("SIGINT");
  const vitest = await createVitest("test", {
    config: false,
    root,
    include: [suite],
    exclude: [],
    watch: false,
    // What is built already needs no transforming, and one worker acts one proof after the other.
    server: { deps: { external: [/./] } },
    pool: "threads",
    isolate: false,
    fileParallelism: false,
    testTimeout: 0,
    hookTimeout: 60_000,
    teardownTimeout: 60_000,
    reporters: [progress, ...(allure ? [new AllureReporter(allure)] : [])],
    provide: { brief },
    tags: loadLedger()
      .filter((one) => binds(one, "provider"))
      .map(({ id, says }) => ({ name: id, description: says })),
    silent: true,
    passWithNoTests: true,
  });
  // Vitest would end the process at once; what was installed must be uninstalled first.
  for (const signal of ["SIGINT", "SIGTERM"] as const)
    for (const handler of process.listeners(signal)) if (!handlers.includes(handler)) process.off(signal, handler);
  const cancel = () => void vitest.cancelCurrentRun("keyboard-input");
  interruption.addEventListener("abort", cancel);
  try {
    await vitest.start();
  } finally {
    interruption.removeEventListener("abort", cancel);
    await vitest.close();
    // The verdict is ours to tell; Vitest sets the exit code of a test run.
    process.exitCode = undefined;
  }
}
