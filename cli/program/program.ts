import type { Command } from "commander";
import { baseline } from "../commands/baseline.ts";
import { canIDeploy } from "../commands/can-i-deploy.ts";
import { certificates } from "../commands/certificates.ts";
import { certify } from "../commands/certify.ts";
import { check } from "../commands/check.ts";
import { completeWords } from "../commands/complete-words.ts";
import { completion } from "../commands/completion.ts";
import { contracts } from "../commands/contracts.ts";
import { control } from "../commands/control.ts";
import { deliveries } from "../commands/deliveries.ts";
import { diff } from "../commands/diff.ts";
import { doctor } from "../commands/doctor.ts";
import { explain } from "../commands/explain.ts";
import { impact } from "../commands/impact.ts";
import { init } from "../commands/init.ts";
import { keys } from "../commands/keys.ts";
import { list } from "../commands/list.ts";
import { matrix } from "../commands/matrix.ts";
import { mcp } from "../commands/mcp.ts";
import { mutants } from "../commands/mutants.ts";
import { prune } from "../commands/prune.ts";
import { replay } from "../commands/replay.ts";
import { report } from "../commands/report.ts";
import { run } from "../commands/run.ts";
import { sandbox } from "../commands/sandbox.ts";
import { serve, work } from "../commands/serve.ts";
import { spec } from "../commands/spec.ts";
import { trigger } from "../commands/trigger.ts";
import { verify } from "../commands/verify.ts";
import type { AddCommand, Does, Program } from "../io/action.ts";
import { describeMissing } from "../options/argument-hints.ts";
import { withExamples } from "../options/examples.ts";

/** Every command, in the order and by the headings of the help. */
const groups: Readonly<Record<string, readonly AddCommand[]>> = {
  "Begin:": [init, doctor, list, explain, completion],
  "Judge a provider:": [run, report, replay, check, baseline, control, mutants, mcp],
  "Certify an application:": [certify, verify, certificates, keys],
  "Develop against a platform:": [sandbox, trigger, deliveries],
  "Change the API:": [spec, diff, impact, matrix, canIDeploy],
  "Rely on it by contract:": [contracts],
  "Serve the console:": [serve, work, prune],
};

/** Adds every command to the program. */
export function addCommands(program: Command, does: Does, runProgram: Program): void {
  for (const [heading, adders] of Object.entries(groups))
    for (const add of adders) add(program, { does, runProgram }).helpGroup(heading);
  completeWords(program, { does, runProgram });
  // Groups of commands inherit what is set before they are added, and their own help belongs under no heading.
  withExamples(
    program,
    ["run", "judge the embedded sandbox, to see what a verdict looks like"],
    ["init", "write a profile of your provider, or of your application"],
    ["doctor --target assay.yaml", "can it be judged?"],
    ["run --target assay.yaml", "judge your provider"],
  )
    .commandsGroup("Begin:")
    .helpCommand(true);
  for (const { command } of leavesOf(program)) describeMissing(command);
}

/** The commands that do something, with their whole names. */
export const leavesOf = (command: Command, above: readonly string[] = []): { command: Command; path: string }[] =>
  command.commands.flatMap((inner) => {
    const names = [...above, inner.name()];
    return inner.commands.length > 0 ? leavesOf(inner, names) : [{ command: inner, path: names.join(" ") }];
  });
