import { specificationFile } from "./files.ts";

/** A level of a factor, as a request is made of it. */
export type Level = string | number;

/** A parameter that narrows a list: the datatype of its values, and the field that has them. */
export interface FactorParameter {
  type: string;
  field?: string;
}

/** The circumstances of requests for one operation. */
interface OperationFactors {
  /** The number of rows that its covering array has at most, in a standard run. */
  rows: number;
  factors: readonly string[];
  /** Factors that only requests without the right caller have. */
  beside?: readonly string[];
  /** Levels that differ from those that the factor has elsewhere. */
  levels?: Readonly<Record<string, readonly Level[]>>;
  /** The factor of wrong callers. */
  credential: string;
  /** The collection that it shows, where it can be seeded. */
  collection?: "clients" | "calls" | "activities" | "resources";
  parameters?: Readonly<Record<string, FactorParameter>>;
}

/** The factor table: how strong covering arrays are at each depth, the levels of each factor, and the factors of each operation. */
export interface FactorTable {
  depths: Readonly<
    Record<"quick" | "standard" | "deep", { strength: number; rows: number; ages: number; sizes: number }>
  >;
  levels: Readonly<Record<string, readonly Level[]>>;
  /** Levels that are not combined with others. */
  singly: readonly Level[];
  datatypes: Readonly<Record<string, readonly string[]>>;
  operations: Readonly<Record<string, OperationFactors>>;
  events: Readonly<Record<"records" | "endings", Pick<OperationFactors, "rows" | "factors">>>;
}

/** The circumstances in which a target is asked. */
export const loadFactors = (): FactorTable => specificationFile("factors.yaml");
