import { BaseSequencer, type TestSpecification } from "vitest/node";

/** What takes longest, in this order: begun last, it would run alone while the other workers have nothing left to do. */
const longest = [
  // npm test
  "cli/certify.test.ts",
  "cli/certify-person.test.ts",
  "suites/provider/provider.test.ts",
  "cli/run.test.ts",
  "cli/certify-hostile.test.ts",
  "cli/contracts-verify.test.ts",
  "cli/profile-check.test.ts",
  "suites/partner/certifier/prompter.test.ts",
  "cli/control-adapter.test.ts",
  "cli/impact.test.ts",
  "regression/diff/folders/compare-folders.test.ts",
  "cli/report.test.ts",
  "specs/export-schemas.test.ts",
  // npm run test:all
  "cli/certify-allowed.slow.test.ts",
  "cli/certify-readers.slow.test.ts",
  // These mostly wait.
  "cli/certify-weather.slow.test.ts",
  "cli/certify-hostile.slow.test.ts",
  "cli/certify-deployed.slow.test.ts",
  "library/mutants.slow.test.ts",
  "library/torture.slow.test.ts",
  "suites/provider/provider.slow.test.ts",
  "cli/node-versions.slow.test.ts",
  "cli/package.slow.test.ts",
  "cli/recipe.slow.test.ts",
  "cli/report.slow.test.ts",
  "cli/console-pages.slow.test.ts",
  "cli/pages.slow.test.ts",
  "console/kill.slow.test.ts",
  "cli/memory.slow.test.ts",
  "cli/death.slow.test.ts",
  "cli/ci.slow.test.ts",
];

/** Begins with the files that take longest; the others keep their order. */
export default class LongestFirst extends BaseSequencer {
  override sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const root = this.ctx.config.root;
    const placeOf = ({ moduleId }: TestSpecification): number => {
      const place = longest.indexOf(moduleId.slice(root.length + 1));
      return place < 0 ? longest.length : place;
    };
    return Promise.resolve(files.toSorted((a, b) => placeOf(a) - placeOf(b)));
  }
}
