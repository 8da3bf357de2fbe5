import { BaseSequencer, type TestSpecification } from "vitest/node";

/** What takes longest, in this order: begun last, it would run alone while the other workers have nothing left to do. */
const longest = [
  // npm test
  "cli/certify.test.ts",
  "cli/certify-person.test.ts",
  "suites/tests/provider.test.ts",
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
  // npm run test:all: these mostly wait; the first two certify one application several times in a row.
  "cli/certify-again.slow.test.ts",
  "console/again.slow.test.ts",
  "cli/certify-allowed.slow.test.ts",
  // Begun early, what takes long ends with the others.
  "cli/package.slow.test.ts",
  "library/mutants.slow.test.ts",
  "library/foreign-providers.slow.test.ts",
  "library/live.slow.test.ts",
  "cli/certify-hostile.slow.test.ts",
  "cli/certify-weather.slow.test.ts",
  "suites/tests/provider.slow.test.ts",
  "library/torture.slow.test.ts",
  "cli/memory.slow.test.ts",
  "cli/control-adapter.slow.test.ts",
  "library/hostile-providers.slow.test.ts",
  "cli/death.slow.test.ts",
  "cli/ci.slow.test.ts",
  "cli/recipe.slow.test.ts",
  "cli/report.slow.test.ts",
  "library/repro.slow.test.ts",
  "regression/baseline/open-places.slow.test.ts",
  "cli/attacks.slow.test.ts",
  "cli/smoke.slow.test.ts",
  "cli/console-pages.slow.test.ts",
  "console/kill.slow.test.ts",
  "console/routes/walk.slow.test.ts",
  "suites/tests/garbage.slow.test.ts",
  "console/isolation.slow.test.ts",
  "console/races.slow.test.ts",
  "cli/node-versions.slow.test.ts",
  "cli/pages.slow.test.ts",
  "console/attacks.slow.test.ts",
  "console/certificates.slow.test.ts",
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
