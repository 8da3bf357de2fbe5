import { ReporterRuntime } from "allure-js-commons/sdk/reporter";
import AllureVitestReporter from "allure-vitest/reporter";
import type { TestModule } from "vitest/node";
import { ResultsWriter } from "../reports/allure/writer.ts";

/** Allure's reporter for Vitest, with a writer that does not wait for the disk after each of its files. */
export class AllureReporter extends AllureVitestReporter {
  readonly #folder: string;

  constructor(folder: string) {
    super({ resultsDir: folder, reportMatchers: false });
    this.#folder = folder;
  }

  override onTestRunEnd(modules: readonly TestModule[]): void {
    Reflect.set(this, "allureReporterRuntime", new ReporterRuntime({ writer: new ResultsWriter(this.#folder) }));
    super.onTestRunEnd(modules);
  }
}
