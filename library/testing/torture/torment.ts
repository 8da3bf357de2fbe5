import type { Entry } from "../../../record/journal.ts";
import type { RunRecord } from "../../../record/run-folder.ts";
import type { Sandbox } from "../../../sandbox/create-sandbox.ts";
import { judgeTarget } from "../../judge.ts";
import { liveSandbox } from "../../live-sandbox.ts";
import type { AskedWait } from "./asked-waits.ts";
import type { ControlTorture } from "./control-misbehaviours.ts";
import { type Misbehaviour, startTorture } from "./torture-server.ts";

/** Small bounds, so that no one has to wait for them. */
export const bounds = { answer_s: 0.25, body_mb: 1, silences: 4 };

/** The outcome of a run with a target that does harm. */
export interface Tormented extends RunRecord {
  /** The findings by requirement, and the reasons why the run did not judge. */
  found: Record<string, string[]>;
  said: string;
}

/** Judges a sandbox whose list of countries is answered by a misbehaviour; its list of cities is right. */
export async function torment(
  sandbox: Sandbox,
  misbehave: Misbehaviour,
  { path = "/countries", mayBeLate = true } = {},
): Promise<Tormented> {
  const server = await startTorture({ upstream: sandbox.urls.base_url, path, after: 1, misbehave });
  try {
    const record = await judgeTarget(
      {
        name: "tormented",
        control: sandbox.control,
        urls: { base_url: sandbox.urls.base_url.replace(/^https?:\/\/[^/]+/, server.url) },
        // A target that is never late gets all the time that a busy machine takes.
        bounds: mayBeLate ? bounds : { ...bounds, answer_s: 20 },
      },
      { only: ["DICT-1", "DICT-4"], first: ["DICT-4"], depth: "quick" },
    );
    return { ...record, ...entriesSaying(record.entries) };
  } finally {
    await server.close();
  }
}

/** Judges a sandbox as a live system that asks for waits. */
export async function keepWaiting(sandbox: Sandbox, { does, surface }: AskedWait): Promise<Tormented> {
  // A clock that stands still counts the requests of earlier runs too; a new world has credentials of its own.
  await liveSandbox(sandbox).control.reset(1);
  const { profile } = liveSandbox(sandbox);
  const [name, path, only] =
    surface === "v3"
      ? (["v3_base_url", "/resources", ["RES-1", "CUR-4"]] as const)
      : (["base_url", "/countries", ["DICT-1"]] as const);
  const upstream = sandbox.urls[name];
  const server = await startTorture({ upstream, path, after: 1, misbehave: does });
  try {
    const record = await judgeTarget(
      {
        ...profile,
        urls: { ...profile.urls, [name]: upstream.replace(/^https?:\/\/[^/]+/, server.url) },
        bounds: { ...bounds, wait_s: 1 },
      },
      { only: [...only, "DICT-4"], depth: "quick" },
    );
    return { ...record, ...entriesSaying(record.entries) };
  } finally {
    await server.close();
  }
}

/** Judges a sandbox whose control protocol does harm. */
export async function tormentControl(sandbox: Sandbox, { at, after = 0, does }: ControlTorture): Promise<Tormented> {
  const server = await startTorture({ upstream: sandbox.control.url, path: at, after, misbehave: does });
  try {
    const url = sandbox.control.url.replace(/^https?:\/\/[^/]+/, server.url);
    const record = await judgeTarget(
      { name: "tormented", control: { url, token: sandbox.control.token }, bounds },
      { only: ["DICT-1", "DICT-4", "CALL-6", "INST-3"], first: ["DICT-4"], depth: "quick" },
    );
    return { ...record, ...entriesSaying(record.entries) };
  } finally {
    await server.close();
  }
}

/** The findings and complaints in the entries of a run. */
export function entriesSaying(entries: readonly Entry[]): Pick<Tormented, "found" | "said"> {
  const found: Record<string, string[]> = {};
  const said = entries.flatMap((entry) => {
    if (entry.kind === "finding") (found[entry.requirement] ??= []).push(`found ${entry.found}`);
    if (entry.kind === "finding") return [`found ${entry.found}`];
    if (entry.kind === "untestable") return [entry.why];
    return entry.kind === "trouble" ? [entry.what] : [];
  });
  return { found, said: said.join("\n") };
}
