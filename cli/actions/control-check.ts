import type { Paint } from "../../base/paint.ts";
import { counted } from "../../base/text/wording.ts";
import { inProfile } from "../../harness/profiles/profile-error.ts";
import { type CallReport, type ControlReport, checkControl } from "../../suites/control/check-control.ts";
import { exits } from "../io/exits.ts";
import { type Io, interruptible, jsonText } from "../io/io.ts";
import { openTargetProfile } from "../profiles/profiles.ts";

export interface ControlCheckOptions {
  target: string;
  json?: true;
}

/** The judgements that are lost without a capability. */
const losses: Record<string, string> = {
  reset: "proofs that change something have no world of their own",
  clock: "windows, cursor lifetimes, webhooks and rate limits are not judged to the second",
  seed: "filters and pages are not judged against collections whose content is known",
  links: "freezes, disablings and lifecycle events are not judged",
  hooks: "webhooks and lifecycle events are not judged",
  events: "webhooks are not judged",
  deliveries: "what the platform regards as delivered or failed is not judged",
};

const colours = { ok: "green", error: "red", missing: "yellow" } as const;

/** Checks a target's control protocol against docs/control.md, call by call. */
export async function controlCheck({ target, json }: ControlCheckOptions, io: Io): Promise<number> {
  try {
    return await interruptible(io, async ({ signal }) => {
      const report = await checkControl(openTargetProfile(target, io), { signal, redaction: io.redaction }).catch(
        (error: unknown) => {
          if (signal.aborted) return undefined;
          throw error;
        },
      );
      if (!report) return exits.interrupted;
      io.stdout.write(json ? jsonText(report) : summaryOf(report, io.paint));
      return report.calls.some(({ outcome }) => outcome === "error") ? exits.couldNotRun : exits.fine;
    });
  } catch (error) {
    throw inProfile(target, error);
  }
}

function summaryOf({ place, description, calls }: ControlReport, paint: Paint): string {
  const count = (outcome: CallReport["outcome"]) => calls.filter((call) => call.outcome === outcome).length;
  const clock = description.capabilities.includes("clock") ? `, clock ${description.clock}` : "";
  return [
    `${description.protocol} at ${place}${clock}`,
    "",
    ...calls.flatMap((call) => linesOf(call, paint)),
    "",
    `${counted(calls.length, "call")}: ${count("ok")} ok, ${count("error")} with errors, ${count("missing")} missing`,
    "",
  ].join("\n");
}

function linesOf({ call, capability, outcome, wrong, unseen }: CallReport, paint: Paint): string[] {
  const loss = outcome === "missing" && capability ? `: ${losses[capability] ?? "it is not offered"}` : "";
  const offered = capability ? paint.dim(` (${capability})`) : "";
  return [
    `${paint[colours[outcome]](outcome.padEnd(7))} ${call}${offered}${loss}`,
    ...wrong.map(({ found, mend }) => `           ${found}; ${mend}`),
    ...unseen.map((what) => paint.dim(`           not seen: ${what}`)),
  ];
}
