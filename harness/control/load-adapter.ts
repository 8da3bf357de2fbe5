import { pathToFileURL } from "node:url";
import { shortPath } from "../../base/files/short-path.ts";
import { readForeignJson } from "../../base/foreign-json.ts";
import { printable } from "../../base/text/printable.ts";
import { describeValue } from "../../base/text/sentences.ts";
import { profileError } from "../profiles/profile-error.ts";
import { type Patience, usualPatience } from "../time/patience.ts";
import type { ControlAdapter } from "./control-adapter.ts";
import {
  type CallFields,
  type ControlCallName,
  ControlFailure,
  type ControlPort,
  ControlRefusal,
} from "./control-calls.ts";

type FunctionName = Exclude<keyof ControlAdapter, "clock">;

/** The capability that each function of an adapter offers. */
const capabilities: Record<Exclude<FunctionName, "now">, string> = {
  reset: "reset",
  advance: "clock",
  seed: "seed",
  link: "links",
  hooks: "hooks",
  emit: "events",
  deliveries: "deliveries",
};

const capabilityFunctions = Object.keys(capabilities) as (keyof typeof capabilities)[];
const functionNames: readonly FunctionName[] = [...capabilityFunctions, "now"];

/** The function that answers each call, where its name differs, and what it is given besides. */
const routes: Partial<Record<ControlCallName, { name: FunctionName; fields: CallFields }>> = {
  freeze: { name: "link", fields: { action: "freeze" } },
  disable: { name: "link", fields: { action: "disable" } },
  applications: { name: "hooks", fields: {} },
};

const routeOf = (call: ControlCallName) => routes[call] ?? { name: call as FunctionName, fields: {} };

/** The calls of an adapter whose names do not say it. */
const labels: Partial<Record<ControlCallName, string>> = {
  describe: "the exports",
  freeze: "link, to freeze",
  disable: "link, to disable",
  applications: "hooks, of an application",
  hooks: "hooks, of a Location",
};

/** The number of characters that are reported of what an adapter throws. */
const longest = 300;

/** Loads the module that a profile names under `control.adapter`. */
export async function loadAdapter(file: string, patience: Patience = usualPatience): Promise<ControlPort> {
  const name = shortPath(file);
  const adapter = await importAdapter(file, patience);
  const offered = capabilityFunctions.filter((each) => adapter[each] !== undefined);
  if (offered.length === 0)
    throw profileError(
      "control.adapter",
      `${name} exports none of ${capabilityFunctions.join(", ")}; export those that it can do`,
    );
  const calls = new AdapterCalls(adapter, name, patience);
  return {
    key: "control.adapter",
    place: name,
    labelOf: (call) => labels[call] ?? call,
    nameOf: (call) => (call === "describe" ? name : calls.nameOf(routeOf(call).name)),
    async call(call, given = {}) {
      const { name: wanted, fields } = routeOf(call);
      if (call !== "describe") return calls.make(wanted, { ...given, ...fields });
      const protocol = { protocol: "assay-control/1", capabilities: offered.map((each) => capabilities[each]) };
      return adapter.advance
        ? { ...protocol, clock: adapter.clock ?? "frozen", now: await timeOf(adapter, calls) }
        : protocol;
    },
  };
}

/** The time on the target's clock. An adapter that cannot read it moves it on by a second, which shows it too. */
async function timeOf(adapter: ControlAdapter, calls: AdapterCalls): Promise<unknown> {
  try {
    return adapter.now
      ? await calls.make("now", {})
      : ((await calls.make("advance", { seconds: 1 })) as { now?: unknown } | null)?.now;
  } catch (error) {
    throw profileError("control.adapter", `${(error as Error).message}; fix it, since the time is unknown without it`);
  }
}

/** Calls the functions of an adapter: what they throw is reported in their own words, and none is waited for without end. */
class AdapterCalls {
  readonly #adapter: ControlAdapter;
  readonly #file: string;
  readonly #patience: Patience;
  /** Functions that once gave no answer in time: waiting again would make a run endless. */
  readonly #silent = new Set<FunctionName>();

  constructor(adapter: ControlAdapter, file: string, patience: Patience) {
    this.#adapter = adapter;
    this.#file = file;
    this.#patience = patience;
  }

  nameOf(name: FunctionName): string {
    return `${name} of ${this.#file}`;
  }

  async make(name: FunctionName, fields: CallFields): Promise<unknown> {
    const silence = new ControlFailure(`${this.nameOf(name)} gives no answer in time`);
    if (this.#silent.has(name)) throw silence;
    const signal = this.#patience();
    const work = this.#adapter[name] as (fields: CallFields, call: { signal: AbortSignal }) => unknown;
    try {
      return this.#asJson(name, await inTime(signal, async () => work(structuredClone(fields), { signal })));
    } catch (error) {
      if (error instanceof ControlFailure) throw error;
      if (!signal.aborted) throw new ControlRefusal(`${this.nameOf(name)} throws: ${wordsOf(error)}`);
      this.#silent.add(name);
      throw silence;
    }
  }

  /** The result of a function as it would come over HTTP: dates are texts, and undefined fields are left out. */
  #asJson(name: FunctionName, answer: unknown): unknown {
    if (answer === undefined) return {};
    try {
      return readForeignJson(JSON.stringify(answer) ?? "null");
    } catch (error) {
      throw new ControlFailure(`${this.nameOf(name)} answers what is no JSON: ${wordsOf(error)}`);
    }
  }
}

async function importAdapter(file: string, patience: Patience): Promise<ControlAdapter> {
  const signal = patience();
  const module = await inTime(signal, () => import(pathToFileURL(file).href) as Promise<Record<string, unknown>>).catch(
    (error: unknown) => {
      const why = signal.aborted ? "it does not end in time" : wordsOf(error);
      throw profileError("control.adapter", `${shortPath(file)} cannot be loaded: ${why}`);
    },
  );
  // CommonJS exports are the default of their module.
  const exported = { ...(module.default as object | undefined), ...module };
  for (const name of functionNames) {
    const found = exported[name as keyof typeof exported];
    if (found !== undefined && typeof found !== "function")
      throw profileError(
        "control.adapter",
        `${shortPath(file)} exports ${name} as ${describeValue(found)}; expected a function`,
      );
  }
  return exported;
}

/** Waits for some work, but not beyond a signal; what is no longer waited for may still fail, which is no one's concern then. */
async function inTime<T>(signal: AbortSignal, work: () => Promise<T>): Promise<T> {
  const done = work();
  done.catch(() => undefined);
  let stop = () => {};
  const aborted = new Promise<never>((_, fail) => {
    stop = () => fail(signal.reason as Error);
    signal.addEventListener("abort", stop);
  });
  // The timer of a signal lets a process end that waits for nothing else.
  const waiting = setInterval(() => undefined, 60_000);
  return Promise.race([done, aborted]).finally(() => {
    clearInterval(waiting);
    signal.removeEventListener("abort", stop);
  });
}

/** The words of anything thrown: an error's message, or else the value as text. */
function wordsOf(thrown: unknown): string {
  const words = thrown instanceof Error && thrown.message ? thrown.message : describeThrown(thrown);
  const line = printable(words.trim().split("\n", 1)[0] ?? "");
  return line.length > longest ? `${line.slice(0, longest)}…` : line;
}

const describeThrown = (thrown: unknown): string => {
  if (typeof thrown === "string") return thrown;
  return thrown instanceof Error ? thrown.name : describeValue(thrown);
};
