import { UsageError } from "../base/errors.ts";
import { fieldsOf, parseJson } from "../base/json.ts";
import { type Control, httpControl } from "../harness/control.ts";
import { ControlRefusal } from "../harness/control-calls.ts";
import { createSession } from "../harness/session.ts";
import { loadTargetProfile } from "../harness/target-profile.ts";
import type { Io } from "./io.ts";
import { isAddress } from "./is-address.ts";
import { runningSandboxes, type SandboxNote } from "./running-sandboxes.ts";

/** How a sandbox is named on the command line; without anything, the one that runs on this machine is meant. */
export interface SandboxChoice {
  control?: string;
  controlToken?: string;
  target?: string;
}

/** A sandbox that is running somewhere: its control protocol, and what else is known of it. */
export interface ChosenSandbox extends Pick<SandboxNote, "urls" | "credentials" | "fixtures" | "ca_file"> {
  control: Control;
  isFrozen: boolean;
}

/** Finds the sandbox that is meant, and sees that it answers. */
export async function chooseSandbox(choice: SandboxChoice, io: Io): Promise<ChosenSandbox> {
  const { control, ...known } = await find(choice, io);
  const { clock } = await control.describe();
  return { control, isFrozen: clock === "frozen", ...known };
}

async function find(
  { control: url, controlToken, target }: SandboxChoice,
  io: Io,
): Promise<Omit<ChosenSandbox, "isFrozen">> {
  if (target) {
    const profile = loadTargetProfile(target, io.env);
    const { control } = await createSession(profile, { redaction: io.redaction });
    if (!control) throw new UsageError(`--target: ${target} has no control protocol; give its url, or an adapter`);
    const { urls = {}, credentials = {}, fixtures = {}, tls } = profile;
    return { control, urls, credentials, fixtures, ...(tls?.ca_file ? { ca_file: tls.ca_file } : {}) };
  }
  if (url && !isAddress(url))
    throw new UsageError(
      `--control: ${url} is not an http or https address; give the one that \`assay sandbox\` prints`,
    );
  const notes = runningSandboxes(io);
  const note = url ? notes.find((each) => each.control.url === url.replace(/\/$/, "")) : onlyOf(notes);
  const token = controlToken ?? io.env.ASSAY_CONTROL_TOKEN ?? note?.control.token;
  io.redaction.learn({ control_token: token ?? "", ...note?.credentials });
  const { urls = {}, credentials = {}, fixtures = {}, ca_file } = note ?? {};
  const control = httpControl({ url: url ?? note?.control.url ?? "", token });
  return { control, urls, credentials, fixtures, ...(ca_file ? { ca_file } : {}) };
}

function onlyOf(notes: readonly SandboxNote[]): SandboxNote {
  const [first, ...others] = notes;
  if (!first)
    throw new UsageError("no sandbox is running; start one by `assay sandbox`, or give --control or --target");
  if (others.length > 0)
    throw new UsageError(
      `several sandboxes are running; choose one by --control: ${notes.map(({ control }) => control.url).join(", ")}`,
    );
  return first;
}

/** What a sandbox says to a call that makes no sense is a mistake of the caller's. */
export function refusedAs(option: string, error: unknown): unknown {
  if (!(error instanceof ControlRefusal)) return error;
  const { error: said } = fieldsOf(parseJson(error.body ?? ""));
  return new UsageError(`${option}: ${typeof said === "string" ? said : error.message}`);
}
