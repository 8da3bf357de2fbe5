import { UsageError } from "../../base/errors.ts";
import { fieldsOf, parseJson } from "../../base/json.ts";
import { type Control, httpControl } from "../../harness/control/control.ts";
import { ControlRefusal } from "../../harness/control/control-calls.ts";
import { loadTargetProfile } from "../../harness/profiles/target-profile.ts";
import { createSession } from "../../harness/session.ts";
import type { Io } from "../io/io.ts";
import { isAddress } from "../options/is-address.ts";
import { runningSandboxes, type SandboxNote } from "./running-sandboxes.ts";

/** How a sandbox is named on the command line; without anything, the one that was started from this folder is meant. */
export interface SandboxChoice {
  control?: string;
  controlToken?: string;
  target?: string;
  json?: true;
}

/** A sandbox that is running somewhere: its control protocol, and what else is known of it. */
export interface ChosenSandbox extends Pick<SandboxNote, "urls" | "credentials" | "fixtures" | "ca_file"> {
  control: Control;
  /** The address of its control protocol, or the profile. */
  name: string;
  isFrozen: boolean;
}

/** Finds the sandbox that is meant, and sees that it answers. */
export async function chooseSandbox(choice: SandboxChoice, io: Io): Promise<ChosenSandbox> {
  const { control, ...known } = await find(choice, io);
  const { clock } = await control.describe();
  return { control, isFrozen: clock === "frozen", ...known };
}

async function find(
  { control: url, controlToken, target, json }: SandboxChoice,
  io: Io,
): Promise<Omit<ChosenSandbox, "isFrozen">> {
  if (target) {
    const profile = loadTargetProfile(target, io.env);
    const { control } = await createSession(profile, { redaction: io.redaction });
    if (!control) throw new UsageError(`--target: ${target} has no control protocol; give its url, or an adapter`);
    const { urls = {}, credentials = {}, fixtures = {}, tls } = profile;
    return { control, name: target, urls, credentials, fixtures, ...(tls?.ca_file ? { ca_file: tls.ca_file } : {}) };
  }
  if (url && !isAddress(url))
    throw new UsageError(
      `--control: ${url} is not an http or https address; give the one that \`assay sandbox\` prints`,
    );
  const notes = runningSandboxes(io);
  const note = url
    ? notes.find((each) => each.control.url === url.replace(/\/$/, ""))
    : await chosenOf(
        notes.filter(({ isDiscovered }) => isDiscovered),
        !json && io.stdin.isTTY === true && io.stdout.isTTY === true,
        io,
      );
  const token = controlToken ?? io.env.ASSAY_CONTROL_TOKEN ?? note?.control.token;
  io.redaction.learn({ control_token: token ?? "", ...note?.credentials });
  const { urls = {}, credentials = {}, fixtures = {}, ca_file } = note ?? {};
  const name = url ?? note?.control.url ?? "";
  const control = httpControl({ url: name, token });
  return { control, name, urls, credentials, fixtures, ...(ca_file ? { ca_file } : {}) };
}

/** The sandbox that was started from this folder; where there is none, or several, someone at the terminal chooses. */
async function chosenOf(notes: readonly SandboxNote[], isAtTerminal: boolean, io: Io): Promise<SandboxNote> {
  if (notes.length === 0)
    throw new UsageError("no sandbox is running; start one by `assay sandbox`, or give --control or --target");
  const own = notes.filter(({ folder }) => folder === process.cwd());
  const [first, ...others] = own;
  if (first && others.length === 0) return first;
  const choices = own.length > 0 ? own : notes;
  const doubt =
    own.length > 0 ? "several sandboxes were started from this folder" : "no sandbox was started from this folder";
  const chosen = isAtTerminal
    ? await (await import("../terminal/questions.ts")).askForSandbox(`${doubt}; which one?`, choices, io)
    : undefined;
  if (chosen) return chosen;
  const list = choices.map(({ control, folder }) => (own.length > 0 ? control.url : `${control.url} (from ${folder})`));
  throw new UsageError(`${doubt}; choose one by --control: ${list.join(", ")}`);
}

/** A refusal of a call that makes no sense is the caller's mistake. */
export function refusedAs(option: string, error: unknown): unknown {
  if (!(error instanceof ControlRefusal)) return error;
  const { error: said } = fieldsOf(parseJson(error.body ?? ""));
  return new UsageError(`${option}: ${typeof said === "string" ? said : error.message}`);
}
