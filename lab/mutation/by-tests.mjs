// Looks for mistakes by quick tests, which load the compiled code with the mistake in it in place of the source.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { createVitest } from "vitest/node";
import { builtOf, root } from "./built.mjs";

/** The time that the tests of an area may take, in milliseconds: a mistake may make a loop that never ends. */
const longest = 60_000;

/** Ends the processes that run tests; Vitest starts others for the next mistake. */
function endWorkers() {
  const children = readFileSync(`/proc/${process.pid}/task/${process.pid}/children`, "utf8").split(" ").filter(Boolean);
  for (const child of children) process.kill(Number(child), "SIGKILL");
}

const isRed = ({ testModules, unhandledErrors }) =>
  unhandledErrors.length > 0 || testModules.some((module) => !module.ok());

const nameOfFailure = (module) =>
  [...(module?.children.allTests("failed") ?? [])].map((test) => test.name)[0] ?? module?.errors()[0]?.message;

/** Opens the tests of an area. Without any mistake, the compiled code must pass, or every mistake would count as found. */
export async function openTests({ tests }, sources) {
  /** The compiled code that is planted, by the path of its source. */
  let planted = new Map(sources.map((file) => [join(root, file), readFileSync(builtOf(file), "utf8")]));
  const plant = {
    name: "plant",
    enforce: "pre",
    load: (id) => planted.get(id.split("?")[0])?.replace(/(from |import\()"(\.[^"]*)\.js"/g, '$1"$2.ts"'),
  };
  const settings = {
    root,
    config: false,
    watch: false,
    bail: 1,
    maxWorkers: 1,
    isolate: false,
    reporters: [{}],
    include: ["**/*.test.ts"],
    exclude: ["**/*.slow.test.ts", "node_modules", "build", "dist"],
    testTimeout: 20_000,
  };
  const vitest = await createVitest("test", settings, { plugins: [plant] });
  const specifications = await vitest.globTestSpecifications(tests);
  const { testModules, ...sound } = await vitest.runTestSpecifications(specifications);
  if (isRed({ testModules, ...sound })) {
    const broken = testModules.find((module) => !module.ok());
    throw new Error(`tests fail without any mistake: ${broken?.moduleId}: ${nameOfFailure(broken)}`);
  }
  return {
    async isFound({ file, code }) {
      planted = new Map([[join(root, file), code]]);
      for (const source of sources) vitest.invalidateFile(join(root, source));
      const watchdog = setTimeout(endWorkers, longest);
      const isFound = isRed(await vitest.runTestSpecifications(specifications));
      clearTimeout(watchdog);
      return isFound;
    },
    close: () => vitest.close(),
  };
}
