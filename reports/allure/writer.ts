import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { TestResult } from "allure-js-commons";
import { FileSystemWriter } from "allure-js-commons/sdk/reporter";

/** Writes Allure's files into an empty folder, without waiting for the disk after each: the journal is what must not get lost. */
export class ResultsWriter extends FileSystemWriter {
  readonly #folder: string;

  constructor(folder: string) {
    super({ resultsDir: folder });
    this.#folder = folder;
    rmSync(folder, { recursive: true, force: true });
    mkdirSync(folder);
  }

  override writeResult(result: TestResult): void {
    this.writeText(`${result.uuid}-result.json`, JSON.stringify(result));
  }

  writeText(name: string, content: string): void {
    writeFileSync(join(this.#folder, name), content);
  }
}
