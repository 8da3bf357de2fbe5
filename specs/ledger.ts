import { type Files, specificationFile, specificationFiles } from "./files.ts";
import { areaOf } from "./ledger/areas.ts";
import { type Oracle, oracleOf } from "./ledger/oracles.ts";
import { figuresIn, spell } from "./limits.ts";

/** How strictly a requirement is judged; specs/README.md says how a level is chosen. */
export type Level = "must" | "should" | "open";

/** Whom a requirement binds. */
type Party = "provider" | "partner" | "both";

/** One statement that can be checked against a provider or a partner, or a place that is left open. */
export interface Requirement {
  id: string;
  area: string;
  level: Level;
  binds: Party;
  says: string;
  /** The figures that `says` names. */
  figures: string[];
  sources: string[];
  /** Decides whether it holds; left out where the fields that cite it say so, and in the open and partners' ones. */
  oracle?: Oracle;
  /** The numbers of the readings on which it leans. */
  readings: number[];
  /** The variants that its sentence enumerates, each axis as a list or by the name of its source; `cellsOf` derives its cells. */
  cells?: Readonly<Record<string, readonly string[] | string>>;
  /** Explains that it does not hold once, on a target whose clock no one can move: elapsed time, or the network where nothing arrived. */
  accident?: "time" | "network";
  /** Present where it is judged and shown, and no part of a verdict until a revision promotes it. */
  status?: "trial";
  /** The cells of which alone that is so. */
  trial?: readonly string[];
}

type LedgerRow = Omit<Requirement, "id" | "area" | "figures" | "oracle" | "readings" | "sources"> & {
  oracle?: unknown;
  reading?: number | number[];
  sources: Record<string, string[]>;
};

const loaded = new WeakMap<Files, readonly Requirement[]>();

/** Every requirement, in the order of files and rows. */
export function loadLedger(files: Files = specificationFiles()): readonly Requirement[] {
  const ledger = loaded.get(files) ?? readLedger(files);
  loaded.set(files, ledger);
  return ledger;
}

function readLedger(files: Files): Requirement[] {
  return Object.keys(files)
    .filter((path) => path.startsWith("requirements/"))
    .flatMap((path) => Object.entries(specificationFile<Record<string, LedgerRow>>(path, files)))
    .map(([id, { oracle, reading = [], ...row }]) => ({
      ...row,
      id,
      area: areaOf(id),
      says: spell(row.says, files),
      figures: figuresIn(row.says, files),
      readings: [reading].flat(),
      ...ownOracle(oracle, figuresIn(row.says, files)),
      sources: Object.entries(row.sources).flatMap(([heading, places]) =>
        places.map((place) => `${heading} > ${place}`),
      ),
    }));
}

/** True if a subject that breaks a requirement does not conform. */
export const isScored = ({ level, status }: Pick<Requirement, "level" | "status">): boolean =>
  level === "must" && status !== "trial";

/** A requirement that names figures is judged by their interval. */
function ownOracle(written: unknown, figures: readonly string[]): Pick<Requirement, "oracle"> {
  const oracle = oracleOf(written) ?? (figures.length > 0 ? { interval: figures.join(", ") } : undefined);
  return oracle ? { oracle } : {};
}

/** True if a requirement appears in the results of a provider or a partner. */
export const binds = (requirement: Requirement, kind: "provider" | "partner"): boolean =>
  requirement.binds === kind || requirement.binds === "both";
