import { type Files, specificationFile } from "../files.ts";

/** The target of an entry of the outline: requirements, or the reason why it is only informative. */
export type OutlineEntry = string[] | { informative: string };

type PlaceKind = "rows" | "rules" | "sentences";

/** One heading of the specification, and the places under it. */
export type OutlineSection = { heading: string; informative?: string } & Partial<
  Record<PlaceKind, Record<string, OutlineEntry>>
>;

/** Everything that the specification names, by kind. */
export interface OutlineNames {
  operations: string[];
  events: string[];
  fields: Record<string, string[]>;
  parameters: Record<string, string[]>;
  headers: Record<string, string[]>;
  statuses: Record<string, string[]>;
  errors: string[];
  values: Record<string, (string | number)[]>;
  codes: string[];
  field_codes: string[];
  schemes: string[];
  scopes: string[];
  media_types: string[];
  states: string[];
  limits: Record<string, number>;
}

/** The specification's outline: its headings, rows, rules and sentences, and what it names. */
export interface Outline {
  counts: Record<"headings" | PlaceKind, number>;
  sections: OutlineSection[];
  names: OutlineNames;
}

export const loadOutline = (files?: Files): Outline => specificationFile("outline.yaml", files);

/** The kinds of places under a heading. */
export const placeKinds: readonly PlaceKind[] = ["rows", "rules", "sentences"];

/** Every place under every heading, by its source, such as `Limits > Cursor lifetime`. */
export const entriesOf = (outline: Outline): Map<string, OutlineEntry> =>
  new Map(
    outline.sections.flatMap((section) =>
      placeKinds.flatMap((kind) =>
        Object.entries(section[kind] ?? {}).map(([place, entry]): [string, OutlineEntry] => [
          `${section.heading} > ${place}`,
          entry,
        ]),
      ),
    ),
  );
