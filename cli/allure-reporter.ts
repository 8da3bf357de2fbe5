import { ReporterRuntime } from "allure-js-commons/sdk/reporter";
import AllureVitestReporter from "allure-vitest/reporter";
import type { Vitest } from "vitest/node";
import { ResultsWriter } from "../reports/allure/writer.ts";

/** Allure's reporter for Vitest, with a writer that does not wait for the disk after each of its files. */
export class AllureReporter extends AllureVitestReporter {
  readonly #folder: string;

  constructor(folder: string) {
    super({ resultsDir: folder, reportMatchers: false });
    this.#folder = folder;
  }

  override onInit(vitest: Vitest): void {
    super.onInit(vitest);
    Reflect.set(this, "allureReporterRuntime", new ReporterRuntime({ writer: new ResultsWriter(this.#folder) }));
  }
}
