import { createRequire } from "node:module";
import { join } from "node:path";

// A process that loads a peer once, and runs it as often as it is asked: `newman` or `dredd`, installed in a folder, on a file.
const [, , peer = "", folder = "", file = "", origin = ""] = process.argv;
const require = createRequire(join(folder, "package.json"));

interface NewmanSummary {
  run: { failures: { error: { test?: string; message: string }; source?: { name?: string } }[] };
}
type Newman = { run(options: object, done: (error: Error | null, summary: NewmanSummary) => void): void };

const runNewman = (): Promise<string[]> =>
  new Promise((done, fail) =>
    (require("newman") as Newman).run({ collection: file, reporters: [], timeoutRequest: 10_000 }, (error, summary) =>
      error
        ? fail(error)
        : done(
            summary.run.failures.map(({ error: { test, message }, source }) => `${source?.name}: ${test ?? message}`),
          ),
    ),
  );

type DreddTest = { title: string; message?: string };
interface Dredd {
  run(done: (error: Error | null) => void): void;
  configuration: { emitter: NodeJS.EventEmitter };
}

const runDredd = (): Promise<string[]> =>
  new Promise((done) => {
    const Program = require("dredd") as new (options: object) => Dredd;
    const dredd = new Program({
      endpoint: origin,
      server: origin,
      path: [file],
      loglevel: "silent",
      options: { path: [file], loglevel: "silent", reporter: [], "hooks-worker-timeout": 5000 },
    });
    const failed: string[] = [];
    const note = ({ title }: DreddTest) => failed.push(title);
    dredd.configuration.emitter.on("test fail", note);
    dredd.configuration.emitter.on("test error", (_: Error, test: DreddTest) => note(test));
    dredd.run((error) => done(error ? [...failed, error.message] : failed));
  });

process.on("message", () => {
  void (peer === "dredd" ? runDredd() : runNewman()).then(
    (failed) => process.send?.({ failed }),
    (error: Error) => process.send?.({ failed: [error.message] }),
  );
});
