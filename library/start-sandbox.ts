import { UsageError } from "../base/errors.ts";
import { nearest } from "../base/text/nearest.ts";
import { specified } from "../sandbox/api/specified.ts";
import { createSandbox, type SandboxOptions } from "../sandbox/create-sandbox.ts";
import { faults } from "../sandbox/faults/faults.ts";
import { behaviourWith } from "../sandbox/faults/faulty.ts";

/** How a sandbox is started. */
export interface StartSandboxOptions {
  /** Frozen: moved by the control protocol alone. */
  clock?: "frozen" | "running";
  /** Names of known faults to plant; `assay mutants --list` lists them. */
  faults?: readonly string[];
  /** Seed of its data. */
  seed?: number;
  /** Ports N to N + 3; any free ones if left out. */
  portBase?: number;
}

/** A sandbox that is running. */
export interface RunningSandbox {
  urls: Record<"base_url" | "api_root" | "app_url" | "v3_base_url", string>;
  /** Address and token of the control protocol. */
  control: { url: string; token: string };
  credentials: Readonly<Record<string, string>>;
  fixtures: Readonly<Record<string, number | number[]>>;
  close(): Promise<void>;
}

/** Starts a complete platform on loopback: it obeys the specification, but for the faults that are planted. */
export async function startSandbox({
  faults: names = [],
  clock = "frozen",
  ...options
}: StartSandboxOptions = {}): Promise<RunningSandbox> {
  const sandbox = await createSandbox({ ...options, clock, behaviour: faulty(names) });
  const { urls, control, platform } = sandbox;
  const { credentials, fixtures } = platform.world.people;
  return {
    urls,
    control,
    credentials: { ...credentials },
    fixtures: { ...fixtures },
    close: () => sandbox.close(),
  };
}

/** The behaviour of the sandbox with faults planted, one upon the other. */
export function faulty(names: readonly string[]): NonNullable<SandboxOptions["behaviour"]> {
  for (const name of names) checkFault(name);
  return names.reduce((behaviour, name) => behaviourWith(name, behaviour), specified());
}

/** Checks that a fault is known; the option is where it was named. */
export function checkFault(name: string, option?: string): void {
  if (Object.hasOwn(faults, name)) return;
  const [near] = nearest(name, Object.keys(faults));
  throw new UsageError(
    `${option ? `${option}: ` : ""}there is no fault "${name}"; ${near ? `did you mean "${near}"?` : "`assay mutants --list` lists them"}`,
  );
}
