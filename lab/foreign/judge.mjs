// Judges the two foreign providers: each conforming choice must not be blamed, each fault should be found.
//   node lab/foreign/judge.mjs [--provider NAME] [--only choices|faults] [--live] [--seed N] [--every N] [--name NAME…] [--json FILE]
import { fork } from "node:child_process";
import { writeFileSync } from "node:fs";
import { availableParallelism } from "node:os";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { areasOf } from "./areas.mjs";

const { values: options } = parseArgs({
  options: {
    provider: { type: "string", multiple: true, default: ["bazaar", "meridian"] },
    only: { type: "string", multiple: true, default: ["choices", "faults"] },
    live: { type: "boolean", default: false },
    seed: { type: "string", default: "42" },
    every: { type: "string", default: "1" },
    name: { type: "string", multiple: true },
    json: { type: "string" },
  },
});

const providerOf = (name) => import(`./${name}/provider.mjs`);

/** Everything that can be switched on in the providers; the first of each provider is nothing at all. */
async function cases() {
  const all = [];
  for (const provider of options.provider) {
    if (!options.name) all.push({ provider, kind: "choices", name: undefined });
    for (const kind of options.only) {
      const table = (await import(`./${provider}/${kind}.mjs`))[kind.toUpperCase()];
      const wanted = table.filter(({ name, live }, index) =>
        options.name
          ? options.name.includes(name)
          : index % Number(options.every) === 0 && !(options.live && live === false),
      );
      all.push(
        ...wanted.map(({ name, breaks, why, heading }) => ({ provider, kind, name, text: breaks ?? why, heading })),
      );
    }
  }
  return all;
}

/** Judges one case, and says which musts failed. */
async function judgeCase({ provider, kind, name, text = "", heading = "" }) {
  const { judgeTarget } = await import("../../build/library/judge.js");
  const { startProvider } = await providerOf(provider);
  const started = await startProvider({
    [kind]: name === undefined ? [] : [name],
    clock: "frozen",
    control: !options.live,
  });
  const { urls, credentials, fixtures, control, time } = started;
  const profile = options.live
    ? { name: provider, urls, credentials, fixtures, allow: { mutations: true } }
    : { name: provider, control };
  try {
    // The outcome of a live run depends on the order of its proofs, since its requests are few.
    const first = options.live ? [] : areasOf(`${name} ${heading} ${text}`);
    const search = kind === "faults" ? { stopAtFirstFailure: true, first } : {};
    // A live provider's time passes as the suite waits, so that no one sleeps.
    const { results } = await judgeTarget(profile, { seed: Number(options.seed), ...search, time });
    const failed = results.requirements.filter(({ outcome }) => outcome === "fail");
    return { requests: results.requests, failed: failed.map(({ id, reason }) => `${id}: ${reason}`) };
  } catch (error) {
    return { requests: 0, failed: [], error: String(error?.message ?? error) };
  } finally {
    await started.close();
  }
}

if (process.send) {
  const answer = async (given) => process.send({ ...given, ...(await judgeCase(given)) });
  process.on("message", (given) => void answer(given));
} else {
  const waiting = await cases();
  const done = [];
  const lane = () =>
    new Promise((ended) => {
      const child = fork(fileURLToPath(import.meta.url), process.argv.slice(2));
      const next = () => {
        const given = waiting.shift();
        if (given) child.send(given);
        else {
          child.kill();
          ended();
        }
      };
      child.on("message", (result) => {
        done.push(result);
        if (options.json) writeFileSync(options.json, JSON.stringify(done, null, 2));
        next();
      });
      next();
    });
  await Promise.all(Array.from({ length: availableParallelism() }, lane));
  report(done);
}

function report(done) {
  for (const provider of options.provider) {
    const own = done.filter((result) => result.provider === provider);
    const choices = own.filter(({ kind }) => kind === "choices");
    const faults = own.filter(({ kind }) => kind === "faults");
    const blamed = choices.filter(({ failed, error }) => failed.length > 0 || error);
    const survivors = faults.filter(({ failed }) => failed.length === 0);
    for (const { name = "as it is", failed, error } of blamed)
      console.log(`blamed    ${provider}  ${name}\n    ${error ?? failed.join("\n    ")}`);
    for (const { name, text, error } of survivors)
      console.log(`survives  ${provider}  ${name}  (${text})${error ? `  ${error}` : ""}`);
    console.log(
      `${provider}: ${choices.length - blamed.length} of ${choices.length} conforming ways are not blamed; ${faults.length - survivors.length} of ${faults.length} faults are found`,
    );
  }
  process.exitCode = done.some(({ kind, failed }) => kind === "choices" && failed.length > 0) ? 1 : 0;
}
