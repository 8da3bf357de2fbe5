import colors from "picocolors";
import { UsageError } from "../../base/errors.ts";
import { nearest } from "../../base/nearest.ts";
import { faults } from "../../sandbox/faults/faults.ts";
import { loadLedger, type Requirement } from "../../specs/ledger.ts";
import { claimOf } from "../../suites/partner/claims.ts";
import { requestRequirements } from "../../suites/partner/judging/judge-requests.ts";
import { scenarios } from "../../suites/partner/scenarios/phases.ts";
import { providerProofs } from "../../suites/provider/proofs.ts";
import { exits } from "../exits.ts";

const meanings: Record<Requirement["level"], string> = {
  must: "a subject that breaks it does not conform",
  should: "a subject that breaks it is warned",
  open: "the specification leaves it open, so it is never judged; what is seen is an observation",
};

/** What a need asks of a target or its profile, in words. */
function wish(need: string): string {
  if (need === "mutations" || need === "bursts") return `allow.${need}: true`;
  if (need === "fresh") return "control.reset";
  if (need === "installed") return "an active link, or what it takes to install one";
  return need.startsWith("no ") ? `a target without ${need.slice(3)}` : need;
}

/** Prints one requirement: what it says, where it comes from, what proves it, and what would make it pass. */
export function explain(id: string): number {
  const ledger = loadLedger();
  const requirement = ledger.find((one) => one.id === id.toUpperCase());
  if (!requirement) {
    const [near] = nearest(
      id.toUpperCase(),
      ledger.map((one) => one.id),
    );
    throw new UsageError(`${id} is no requirement${near ? `; did you mean ${near}?` : ""}; \`assay spec\` lists them`);
  }
  const { level, binds, says, sources, reading } = requirement;
  const proofs = providerProofs.filter(({ ids }) => ids.includes(requirement.id));
  const known = Object.entries(faults).filter(([, fault]) => fault.breaks === requirement.id);
  const lines = [
    `${colors.bold(requirement.id)}  ${says}`,
    "",
    `level     ${level}: ${meanings[level]}`,
    `binds     ${binds === "both" ? "provider and partner" : binds}`,
    ...sources.map((source, index) => `${index === 0 ? "source    " : "          "}${source}`),
    ...(reading === undefined ? [] : [`reading   ${reading}`]),
    "",
    ...(binds === "partner" ? howCertified(requirement) : howProved(level, proofs)),
    ...(known.length > 0 ? ["", "Known faults that it finds:", ...known.map(([name]) => `  ${name}`)] : []),
    ...(level === "open"
      ? []
      : ["", `Again: npx assay ${binds === "partner" ? "certify --partner FILE" : `run --only ${requirement.id}`}`]),
    "",
  ];
  process.stdout.write(lines.join("\n"));
  return exits.fine;
}

function howProved(level: Requirement["level"], proofs: typeof providerProofs): string[] {
  if (level === "open") return [];
  if (proofs.length === 0)
    return [
      "It passes when it holds of every exchange of a run, and of recorded traffic (`assay check`), that shows it.",
    ];
  return [
    "It passes when these hold, as far as the target has what they need:",
    ...proofs.flatMap(({ title, needs }) => [
      `  ${title}`,
      colors.dim(`    needs ${needs.map(wish).join(", ") || "nothing"}`),
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
