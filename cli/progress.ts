import type { Reporter, TestCase, TestModule } from "vitest/node";

/** One line at a terminal that tells how far a run is: requests, rate and time left. */
export class Progress implements Reporter {
  readonly #began = performance.now();
  readonly #isShown: boolean;
  #total = 0;
  #done = 0;
  #requests = 0;

  constructor(isShown = process.stderr.isTTY) {
    this.#isShown = isShown;
  }

  onTestModuleCollected(module: TestModule): void {
    this.#total += [...module.children.allTests()].length;
  }

  onTestCaseResult(test: TestCase): void {
    this.#done++;
    this.#requests = (test.meta() as { requests?: number }).requests ?? this.#requests;
    this.#show();
  }

  onTestRunEnd(): void {
    if (this.#isShown) process.stderr.write("\r\u001b[K");
  }

  #show(): void {
    if (!this.#isShown) return;
    const seconds = (performance.now() - this.#began) / 1000;
    const left = Math.ceil((seconds / this.#done) * (this.#total - this.#done));
    const rate = (this.#requests / seconds).toFixed(1);
    const line = `${this.#done} of ${this.#total} checks, ${this.#requests} requests, ${rate} a second, about ${left} s left`;
    // A line that is broken in two cannot be taken back.
    process.stderr.write(`\r\u001b[K${line.slice(0, (process.stderr.columns || 80) - 1)}`);
  }
}
