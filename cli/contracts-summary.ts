import colors from "picocolors";
import type { ContractResult, Verdict } from "../reports/results.ts";

const words = { pass: "all contracts hold", fail: "some contracts fail", inconclusive: "nothing could be verified" };
const paints = { pass: colors.green, fail: colors.red, inconclusive: colors.yellow };
const marks = { fail: colors.red, warn: colors.yellow, untestable: colors.dim, pass: colors.green };

/** What became of contracts, for a person at a terminal. */
export function contractsSummary(subject: string, contracts: readonly ContractResult[], verdict: Verdict): string {
  const count = (outcome: ContractResult["outcome"]) => contracts.filter((one) => one.outcome === outcome).length;
  const lines = contracts
    .filter(({ outcome }) => outcome !== "pass")
    .map(({ outcome, consumer, interaction, states, reason, requirements, mismatches, evidence }) => {
      const given = states.length > 0 ? `, given ${states.join(" and ")}` : "";
      const ids = requirements.length > 0 ? colors.dim(`  ${requirements.join(" ")}`) : "";
      const details =
        mismatches.length > 1
          ? mismatches.map(({ part, place, message }) => `  ${part} ${place}: ${message}`)
          : [`  ${reason}`];
      return [
        `${marks[outcome](outcome)} ${consumer}: ${interaction}${given}${ids}`,
        ...details,
        ...(outcome === "fail" && evidence[0]?.curl ? [`  ${evidence[0].curl}`] : []),
        "",
      ].join("\n");
    });
  const consumers = counted(new Set(contracts.map(({ consumer }) => consumer)).size, "consumer");
  const counts = `${count("pass")} hold, ${count("fail")} fail, ${count("warn")} pending, ${count("untestable")} untestable`;
  return [
    ...lines,
    `${subject}: ${paints[verdict](words[verdict])}`,
    `${counted(contracts.length, "interaction")} of ${consumers}: ${counts}`,
    "",
  ].join("\n");
}

const counted = (count: number, noun: string): string => `${count} ${noun}${count === 1 ? "" : "s"}`;
