import { join } from "node:path";
import { UsageError } from "../../base/errors.ts";
import { realPath } from "../../base/files/real-path.ts";
import { textOrNothing } from "../../base/files/text-or-nothing.ts";
import { counted } from "../../base/text/wording.ts";
import { depths } from "../../record/depth.ts";
import type { RequirementResult, Results } from "../../record/results.ts";
import { readJudged } from "../../record/run-folder.ts";
import { listings } from "../options/listings.ts";

/** The arguments of a tool, by name. */
export type ToolInput = Readonly<Record<string, unknown>>;

/** Where a server of tools works. */
interface Workplace {
  target: string | undefined;
  out: string;
  /** Runs a command of the program; returns what it printed to standard output. What an agent says stands behind `--`, so that it is no option. */
  command(args: readonly string[]): Promise<string>;
}

/** A tool that an agent may use. */
export interface AgentTool {
  title: string;
  description: string;
  /** True if it sends requests to the target. */
  isActive: boolean;
  inputSchema: { type: "object"; additionalProperties: false; properties: Record<string, object>; required?: string[] };
  use(input: ToolInput, place: Workplace): Promise<unknown>;
}

/** The number of failures that an answer lists; the others are read one by one. */
const maxShown = 40;

const idList = {
  type: "array",
  items: { type: "string", minLength: 1 },
  minItems: 1,
  description: "Requirements by id, such as INST-4, or by area, such as CUR.",
};
const text = (description: string) => ({ type: "string", minLength: 1, description });

/** Every tool, by name. */
export const agentTools: Readonly<Record<string, AgentTool>> = {
  run: {
    title: "Judge the provider",
    description:
      "Judges the provider by the specification, writes the record and its reports, and answers the verdict and what failed, in the order in which to fix it. Name requirements to judge only those, which takes seconds.",
    isActive: true,
    inputSchema: {
      type: "object",
      additionalProperties: false,
      properties: {
        only: idList,
        depth: { enum: [...depths], description: "How thoroughly; standard if left out." },
        seed: { type: "integer", minimum: 0, description: "Seed of everything that is generated; 42 if left out." },
      },
    },
    async use({ only, depth, seed }, place) {
      await place.command([
        "run",
        "--out",
        place.out,
        "--quiet",
        ...(place.target ? ["--target", place.target] : []),
        ...(only ? [`--only=${(only as string[]).join(",")}`] : []),
        ...(depth ? ["--depth", String(depth)] : []),
        ...(seed === undefined ? [] : ["--seed", String(seed)]),
      ]);
      return overview(resultsIn(place.out), place.out);
    },
  },
  replay: {
    title: "Repeat what failed",
    description:
      "Repeats only what failed in the last run, three times, and says of each failure whether it is fixed, still failing, flaky or not reproducible. Use it after a change to the provider.",
    isActive: true,
    inputSchema: { type: "object", additionalProperties: false, properties: { ids: idList } },
    async use({ ids }, place) {
      const from = place.target ? ["--target", place.target] : [];
      const printed = await place.command(["replay", ...from, "--json", "--", place.out, ...((ids ?? []) as string[])]);
      return JSON.parse(printed) as unknown;
    },
  },
  explain: {
    title: "Explain a requirement",
    description: "Shows what a requirement says, where it comes from, what proves it and what that needs.",
    isActive: false,
    inputSchema: {
      type: "object",
      additionalProperties: false,
      properties: { id: text("Id of the requirement, such as INST-4.") },
      required: ["id"],
    },
    use: async ({ id }, place) => ({ explanation: await place.command(["explain", "--", String(id)]) }),
  },
  read_results: {
    title: "Read results",
    description:
      "Reads the results of an earlier run: without an id the verdict and what failed; with an id the whole requirement, with the steps that led to the failure, the evidence, the fix, and a script in sh and curl that shows it.",
    isActive: false,
    inputSchema: {
      type: "object",
      additionalProperties: false,
      properties: { id: text("Id of a requirement, such as INST-4."), folder: text("Folder of another run (--out).") },
    },
    async use({ id, folder }, place) {
      const from = folder === undefined ? place.out : String(folder);
      const results = resultsIn(from);
      return id === undefined ? overview(results, from) : requirementIn(results, String(id), from);
    },
  },
  list: {
    title: "List what there is",
    description:
      "Lists requirements, proofs, known faults of the sandbox, claims of partners, or provider states of contracts.",
    isActive: false,
    inputSchema: {
      type: "object",
      additionalProperties: false,
      properties: { what: { enum: [...listings] }, text: text("Only those that contain this.") },
      required: ["what"],
    },
    async use({ what, text: wanted }, place) {
      const args = ["list", "--json", "--", String(what), ...(wanted === undefined ? [] : [String(wanted)])];
      return { [String(what)]: JSON.parse(await place.command(args)) as unknown };
    },
  },
};

function resultsIn(folder: string): Results {
  const results = readJudged(folder);
  if (results) return results;
  throw new UsageError(`${folder}: there are no results; use the tool run first, or name a folder that a run wrote`);
}

/** The beginning of an agent's work: the verdict, the counts, and the order of fixes. */
function overview(results: Results, folder: string): object {
  const { verdict, judged, requirements, troubles = [], unlock = [] } = results;
  const failed = requirements.filter(({ outcome }) => outcome === "fail" || outcome === "warn");
  const ordered = failed.toSorted((a, b) => Number(a.outcome === "warn") - Number(b.outcome === "warn"));
  return {
    verdict,
    ...(results.complete === false ? { complete: false } : {}),
    ...(judged ? { judged } : {}),
    failed: ordered
      .slice(0, maxShown)
      .map(({ id, title, outcome, reason, mend }) => ({ id, title, outcome, reason, mend })),
    ...(ordered.length > maxShown ? { notShown: `${counted(ordered.length - maxShown, "failure")} more` } : {}),
    ...(troubles.length > 0 ? { troubles } : {}),
    ...(unlock.length > 0 ? { judgeMore: unlock.slice(0, 5) } : {}),
    folder,
  };
}

function requirementIn({ requirements }: Results, id: string, folder: string): object {
  const found = requirements.find((requirement) => requirement.id === id.toUpperCase());
  if (!found) throw new UsageError(`${folder}: these results have no requirement ${id}; the tool list names them`);
  return { ...found, ...scriptOf(found, folder) };
}

function scriptOf({ repro }: RequirementResult, folder: string): { script?: string } {
  if (!repro) return {};
  // A folder that someone hands over may lead elsewhere.
  const file = join(folder, repro);
  const script = realPath(file) === join(realPath(folder), repro) ? textOrNothing(file) : "";
  return script ? { script } : {};
}
