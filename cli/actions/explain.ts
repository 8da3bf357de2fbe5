import { UsageError } from "../../base/errors.ts";
import type { Paint } from "../../base/paint.ts";
import { faults } from "../../sandbox/faults/faults.ts";
import { cellsOf } from "../../specs/cells.ts";
import { describeOracle } from "../../specs/ledger/oracles.ts";
import { loadReadings } from "../../specs/ledger/readings.ts";
import { requirementHint } from "../../specs/ledger/requirement-hint.ts";
import { loadLedger, type Requirement } from "../../specs/ledger.ts";
import { oracleRows } from "../../specs/schemas/field-rows.ts";
import { unseen } from "../../suites/observations/unseen.ts";
import { claimOf } from "../../suites/partner/claims.ts";
import { requestRequirements } from "../../suites/partner/judging/judge-requests.ts";
import { scenarios } from "../../suites/partner/scenarios/phases.ts";
import { chooseProofs, isHeldEverywhere, proofsNaming } from "../../suites/schedule/choose.ts";
import { supplyOf } from "../../suites/schedule/run/needs.ts";
import type { Need } from "../../suites/schedule/run/proof.ts";
import { exits } from "../io/exits.ts";
import type { Io } from "../io/io.ts";

const meanings: Record<Requirement["level"], string> = {
  must: "a subject that breaks it does not conform",
  should: "a subject that breaks it is warned",
  open: "the specification leaves it open, so it is never judged; what is seen is an observation",
};

const onTrial = "on trial: judged and shown, and no part of the verdict until a revision promotes it";

/** A need in words: the part of a target or its profile that meets it. */
function request(need: Need): string {
  if (need === "fresh") return "control.reset";
  if (need === "installed") return "an active link, or what it takes to install one";
  return need.startsWith("no ") ? `a target without ${need.slice(3)}` : supplyOf(need);
}

/** Prints one requirement: what it says, where it comes from, what proves it, and what would make it pass. */
export function explain(id: string, _: unknown, io: Io): number {
  const area = loadLedger().filter((requirement) => requirement.area === id.toUpperCase());
  io.stdout.write(area.length > 0 ? areaText(area) : explanation(requirementNamed(id), io.paint));
  return exits.fine;
}

/** The requirements of an area, a line each. */
const areaText = (area: readonly Requirement[]): string =>
  [
    ...area.map(({ id, level, says }) => `${id.padEnd(10)}${level.padEnd(8)}${says}`),
    "",
    `npx assay explain ${area[0]?.id} explains one; npx assay run --only ${area[0]?.area} judges them.`,
    "",
  ].join("\n");

function requirementNamed(name: string): Requirement {
  const ledger = loadLedger();
  const found = ledger.find(({ id }) => id === name.toUpperCase());
  if (found) return found;
  const ids = ledger.map(({ id }) => id);
  throw new UsageError(`no requirement is called ${name}; ${requirementHint(name, ids)}`);
}

const accidents: Readonly<Record<NonNullable<Requirement["accident"]>, string>> = {
  time: "elapsed time may explain a failure of a target whose clock no one controls: it is repeated, and flaky where it then holds",
  network:
    "the network may explain that nothing arrives, unless the target's clock is controlled: it is repeated, and flaky where it then holds",
};

function explanation(requirement: Requirement, paint: Paint): string {
  const { id, level, status, trial = [], binds, says, sources, readings } = requirement;
  const known = Object.entries(faults).filter(([, fault]) => fault.breaks === id);
  const command = binds === "partner" ? "certify --partner FILE" : `run --only ${id}`;
  return [
    `${paint.bold(id)}  ${says}`,
    "",
    `level     ${level}: ${meanings[level]}`,
    ...(status === "trial" ? [`status    ${onTrial}`] : []),
    ...(trial.length > 0 ? [`on trial  ${trial.join("; ")}: ${onTrial}`] : []),
    `binds     ${binds === "both" ? "provider and partner" : binds}`,
    ...sources.map((source, index) => `${index === 0 ? "source    " : "          "}${source}`),
    ...readings.flatMap((number) => [
      `reading   specs/readings.md#${number}`,
      ...(loadReadings().get(number) ?? "").split("\n").map((line) => `          ${line}`),
    ]),
    ...oraclesOf(requirement).map((line, index) => `${index === 0 ? "oracle    " : "          "}${line}`),
    ...(requirement.accident ? [`accident  ${accidents[requirement.accident]}`] : []),
    ...(cellsOf(requirement).length > 1 ? [`cells     ${cellsOf(requirement).join("; ")}`] : []),
    "",
    ...(binds === "partner" ? howCertified(requirement) : howProved(requirement, paint)),
    ...(known.length > 0 ? ["", "Known faults that it finds:", ...known.map(([name]) => `  ${name}`)] : []),
    ...(level === "open" ? [] : ["", `To judge it: npx assay ${command}`]),
    "",
  ].join("\n");
}

/** The oracles that decide whether a requirement holds: its own, or those of the fields that show it. */
function oraclesOf({ id, oracle }: Requirement): string[] {
  if (oracle) return [describeOracle(oracle)];
  const rows = oracleRows().filter(({ requirements: [own] }) => own === id);
  const names = new Map<string, Set<string>>();
  for (const row of rows) {
    const words = describeOracle(row.oracle);
    names.set(words, (names.get(words) ?? new Set()).add(row.name.replace(/^.*[ /](?=.)/, "")));
  }
  return [...names].map(([words, fields]) => `${words} (${[...fields].join(", ")})`);
}

function howProved({ id, level }: Requirement, paint: Paint): string[] {
  if (level === "open") return id in unseen ? [`Nothing of it can be observed: ${unseen[id]}.`] : [];
  const everywhere =
    "It passes when every exchange that shows it keeps to it, in a run or in recorded traffic (`assay check`).";
  if (isHeldEverywhere(id)) return [everywhere, "Any request may show it, so all proofs are run."];
  const named = proofsNaming(id);
  return [
    named.length > 0 ? "It passes when these proofs hold, as far as the target has what they need:" : everywhere,
    ...(named.length > 0 ? [] : ["These proofs send what shows it:"]),
    ...chooseProofs({ only: [id] }).flatMap(({ title, needs }) => [
      `  ${title}`,
      paint.dim(`    needs ${needs.map(request).join(", ") || "nothing"}`),
    ]),
  ];
}

/** How a partner's application is judged. */
function howCertified({ id, level }: Requirement): string[] {
  if (level === "open") return [];
  const claim = claimOf(id);
  const who = claim ? `an application that claims ${claim}` : "every application";
  const titles = scenarios.filter(({ judges }) => judges.includes(id)).map(({ title }) => `  ${title}`);
  return [
    `\`assay certify\` judges it of ${who}.`,
    ...(titles.length > 0 ? ["It is judged in these scenarios:", ...titles] : []),
    ...(requestRequirements().has(id) ? ["It is judged by every request that the application sends."] : []),
  ];
}
