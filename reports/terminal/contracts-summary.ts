import { shortPath } from "../../base/files/short-path.ts";
import type { Paint } from "../../base/paint.ts";
import { printable } from "../../base/text/printable.ts";
import { counted } from "../../base/text/wording.ts";
import type { ContractResult } from "../../record/contract-result.ts";
import { contractWords } from "../../record/outcomes.ts";
import type { Verdict } from "../../record/results.ts";
import { isChecked } from "../../record/verdict.ts";
import { verdictColours } from "./colours.ts";

const outcomeColours = {
  fail: "red",
  warn: "yellow",
  untestable: "dim",
  pass: "green",
} as const satisfies Record<ContractResult["outcome"], keyof Paint>;

/** The results of contracts at a provider, for a person at a terminal. */
export function contractsSummary(
  subject: string,
  contracts: readonly ContractResult[],
  { verdict, report }: { verdict: Verdict; report: string },
  paint: Paint,
): string {
  return [
    ...contractBreaches(contracts, paint),
    `${printable(subject)}: ${paint[verdictColours[verdict]](contractWords[verdict])}`,
    ...contractCounts(contracts),
    `report: ${shortPath(report)}`,
    "",
  ].join("\n");
}

/** The number of interactions that hold at the provider, and how many are compatible with the specification. */
export function contractCounts(contracts: readonly ContractResult[]): string[] {
  const checked = contracts.filter(isChecked);
  const verified = contracts.filter((contract) => !isChecked(contract));
  return [
    ...(verified.length > 0 ? [verifiedCounts(verified)] : []),
    ...(checked.length > 0 ? [`against the specification, ${checkedCounts(checked)}`] : []),
  ];
}

function verifiedCounts(contracts: readonly ContractResult[]): string {
  const count = counter(contracts);
  const counts = [
    agreeing(count("pass"), "hold"),
    agreeing(count("fail"), "fail"),
    `${count("warn")} pending`,
    `${count("untestable")} untestable`,
  ];
  return `${extent(contracts)}: ${counts.join(", ")}`;
}

function checkedCounts(contracts: readonly ContractResult[]): string {
  const count = counter(contracts);
  const counts = `${count("pass")} compatible, ${count("warn")} with warnings, ${count("fail")} not compatible`;
  return `${extent(contracts)}: ${counts}`;
}

/** The remark on a pact without interactions. */
export const emptyPact = "it has no interactions, so nothing of it was checked";

/** The results of contracts that were checked against the specification, for a person at a terminal; a pact without interactions has none. */
export function checkSummary(
  contracts: readonly ContractResult[],
  { verdict, emptyConsumers }: { verdict: Verdict; emptyConsumers: readonly string[] },
  paint: Paint,
): string {
  const conclusion =
    contracts.length === 0
      ? paint[outcomeColours.warn]("nothing was checked")
      : paint[verdictColours[verdict]](
          verdict === "pass" ? "all contracts are compatible" : "some contracts are not compatible",
        );
  return [
    ...contractBreaches(contracts, paint),
    ...emptyConsumers.map((consumer) => `${paint[outcomeColours.warn]("warn")} ${printable(consumer)}: ${emptyPact}\n`),
    `the specification: ${conclusion}`,
    checkedCounts(contracts),
    "",
  ].join("\n");
}

const counter = (contracts: readonly ContractResult[]) => (outcome: ContractResult["outcome"]) =>
  contracts.filter((contract) => contract.outcome === outcome).length;

const extent = (contracts: readonly ContractResult[]): string =>
  `${counted(contracts.length, "interaction")} of ${counted(new Set(contracts.map(({ consumer }) => consumer)).size, "consumer")}`;

/** A few lines for each interaction that does not pass. */
export const contractBreaches = (contracts: readonly ContractResult[], paint: Paint): string[] =>
  contracts
    .filter(({ outcome }) => outcome !== "pass")
    .map(({ outcome, consumer, interaction, states, reason, requirements, mismatches, evidence }) => {
      const given = states.length > 0 ? `, given ${states.join(" and ")}` : "";
      const ids = requirements.length > 0 ? paint.dim(`  ${requirements.join(" ")}`) : "";
      const isDetailed = mismatches.length > 1 || mismatches.some(({ requirement }) => requirement);
      const details = isDetailed ? mismatches.map(mismatchLine) : [`  ${printable(reason ?? "")}`];
      return [
        `${paint[outcomeColours[outcome]](outcome)} ${printable(`${consumer}: ${interaction}${given}`)}${ids}`,
        ...details,
        ...(outcome === "fail" && evidence[0]?.curl ? [`  ${printable(evidence[0].curl)}`] : []),
        "",
      ].join("\n");
    });

/** One mismatch: its place, what it is, and its requirement. */
function mismatchLine({ part, place, message, requirement, warning }: ContractResult["mismatches"][number]): string {
  const notes = [warning ? "warning" : "", requirement ?? ""].filter(Boolean).join(", ");
  return printable(`  ${part}${place ? ` ${place}` : ""}: ${message}${notes ? ` (${notes})` : ""}`);
}

/** A count with its verb. */
const agreeing = (count: number, verb: string): string => `${count} ${verb}${count === 1 ? "s" : ""}`;
