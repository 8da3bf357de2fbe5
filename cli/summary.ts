import { dirname, join, relative, resolve } from "node:path";
import colors from "picocolors";
import { verdictWords } from "../record/outcomes.ts";
import type { Outcome, Results } from "../record/results.ts";
import { loadInstallMachine } from "../specs/install-machine.ts";
import { areaTable } from "./area-table.ts";

const paints = { pass: colors.green, fail: colors.red, inconclusive: colors.yellow };

/** A path as a person would type it from here. */
export const near = (file: string): string =>
  relative("", file).startsWith("..") ? resolve(file) : relative("", file);

/** Where most requests went. */
function places(spent: Results["spent"] = {}): string {
  const most = Object.entries(spent)
    .slice(0, 3)
    .map(([operation, count]) => `${operation} ${count}`);
  const more = Object.keys(spent).length > most.length ? ", …" : "";
  return most.length > 0 ? ` (${most.join(", ")}${more})` : "";
}

/** How much of the install machine was seen. */
function machineLine(machine: Results["machine"]): string[] {
  if (!machine) return [];
  const [rows, pairs] = [machine.transitions, machine.pairs].map((taken) => Object.keys(taken).length);
  return [`install machine: ${rows} of ${loadInstallMachine().transitions.length} transitions, ${pairs} pairs of them`];
}

/** What a run found, for a person at a terminal. */
export function summary(results: Results, file: string, quiet: boolean, isTerminal = process.stdout.isTTY): string {
  const count = (outcome: Outcome) => results.requirements.filter((one) => one.outcome === outcome).length;
  const verdict = `${results.subject.name}: ${paints[results.verdict](verdictWords[results.kind][results.verdict])}`;
  if (quiet) return `${verdict}\n`;
  const broken = results.requirements
    .filter((one) => one.outcome === "fail" || one.outcome === "warn")
    .map(({ id, outcome, title, reason, evidence }) =>
      [
        `${(outcome === "fail" ? colors.red : colors.yellow)(`${outcome} ${id}`)}  ${title}`,
        `  ${reason}`,
        `  ${evidence[0]?.curl ?? ""}`,
        "",
      ].join("\n"),
    );
  const counts = `${count("pass")} passed, ${count("fail")} failed, ${count("warn")} warned, ${count("untestable")} untestable, ${count("not-applicable")} left open`;
  return [
    ...broken,
    ...(isTerminal ? areaTable(results.requirements) : []),
    verdict + (results.complete === false ? colors.yellow(" (interrupted)") : ""),
    `${results.requirements.length} requirements: ${counts}`,
    ...machineLine(results.machine),
    `${results.requests} requests${places(results.spent)}, seed ${results.seed}, ${results.specification.name} ${results.specification.version}`,
    `results: ${near(file)}`,
    `report: ${near(join(dirname(file), "index.html"))}`,
    "",
  ].join("\n");
}
