import { scoredCells } from "../cells.ts";
import { digestOf } from "../digest.ts";
import type { Files } from "../files.ts";
import { binds, isScored, loadLedger, type Requirement } from "../ledger.ts";
import { loadLimits } from "../limits.ts";
import { loadOperations, type Operation } from "../operations.ts";
import { anyApplication, claimCovering } from "./claims.ts";

/** The demands of a requirement besides its sentence, in data: the figures that it names, and the forms that a request must have by it. */
interface Demand {
  figures?: Record<string, string>;
  /** A digest of the schemas that carry the requirement. */
  forms?: string;
  /** The cells that it needs to pass, where it has several. */
  cells?: string[];
}

/** The demands of each requirement of a claim, by its id. */
export type Demands = Record<string, Demand>;

/**
 * The must requirements that bind a partner, by claim. How a requirement is worded is no part of it, so that a typo can be fixed; a requirement that comes
 * to demand something else gets another id.
 */
export function partnerDemands(files?: Files): Record<string, Demands> {
  const demands: Record<string, Demands> = {};
  for (const requirement of loadLedger(files)) {
    if (!isScored(requirement) || !binds(requirement, "partner")) continue;
    const claim = claimCovering(requirement.id, files) ?? anyApplication;
    demands[claim] = { ...demands[claim], [requirement.id]: demandOf(requirement, files) };
  }
  return demands;
}

/** The demands of the must requirements that bind a provider: the figures that they name, and the cells that they need. */
export function providerDemands(files?: Files): Demands {
  const bound = loadLedger(files).filter((requirement) => isScored(requirement) && binds(requirement, "provider"));
  return Object.fromEntries(bound.map((requirement) => [requirement.id, providerDemandOf(requirement, files)]));
}

function providerDemandOf(requirement: Requirement, files?: Files): Demand {
  const { figures } = demandOf(requirement, files);
  const cells = scoredCells(requirement).filter(Boolean);
  return { ...(figures ? { figures } : {}), ...(cells.length > 0 ? { cells: [...cells] } : {}) };
}

function demandOf({ id, figures: names }: Requirement, files?: Files): Demand {
  const limits = loadLimits(files);
  const figures = names.map((name): [string, string] => [name, `${limits[name]?.value} ${limits[name]?.unit}`]);
  const forms = loadOperations(files).flatMap((operation) => formsIn(operation, id));
  return {
    ...(figures.length > 0 ? { figures: Object.fromEntries(figures) } : {}),
    // That a further operation takes the same form asks for nothing new.
    ...(forms.length > 0 ? { forms: digestOf([...new Set(forms.map(digestOf))].toSorted()) } : {}),
  };
}

/** The parts of an operation's request that carry a requirement. */
function formsIn({ parameters, body }: Operation, id: string): unknown[] {
  const carried = parameters.filter(({ requirement }) => requirement === id);
  return [
    ...carried.map(({ name, in: place, required, schema }) => ({
      name,
      place,
      required,
      schema: withoutProse(schema),
    })),
    ...schemasOf(body?.schema, id).map(withoutProse),
  ];
}

function schemasOf(node: unknown, id: string): unknown[] {
  if (typeof node !== "object" || node === null) return [];
  if ("x-requirement" in node && node["x-requirement"] === id) return [node];
  return Object.values(node).flatMap((inner) => schemasOf(inner, id));
}

/** Keywords that explain and ask for nothing. */
const prose = new Set(["description", "title", "summary", "example", "examples", "x-is"]);

/** A schema without what only explains it; a property may be called like a keyword, so properties are gone through by name. */
function withoutProse(node: unknown): unknown {
  if (Array.isArray(node)) return node.map(withoutProse);
  if (typeof node !== "object" || node === null) return node;
  return Object.fromEntries(
    Object.entries(node)
      .filter(([key]) => !prose.has(key))
      .map(([key, inner]) => [key, key === "properties" ? eachWithoutProse(inner) : withoutProse(inner)]),
  );
}

const eachWithoutProse = (properties: unknown): unknown =>
  Object.fromEntries(Object.entries(properties as object).map(([name, schema]) => [name, withoutProse(schema)]));
