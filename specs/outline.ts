import { type Files, specificationFile } from "./files.ts";

/** What an entry of the outline leads to: requirements, or the reason why it is only informative. */
export type Entry = string[] | { informative: string };

type Kind = "rows" | "rules" | "sentences";

/** One heading of the specification, with what stands under it. */
export type Section = { heading: string; informative?: string } & Partial<Record<Kind, Record<string, Entry>>>;

/** Everything that the specification names, by kind. */
export interface Names {
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
  counts: Record<"headings" | Kind, number>;
  sections: Section[];
  names: Names;
}

export const loadOutline = (files?: Files): Outline => specificationFile("outline.yaml", files);

/** The kinds of places under a heading. */
export const kinds: readonly Kind[] = ["rows", "rules", "sentences"];

/** Every place under every heading, by its source, such as `Limits > Cursor lifetime`. */
export const entries = (outline: Outline): Map<string, Entry> =>
  new Map(
    outline.sections.flatMap((section) =>
      kinds.flatMap((kind) =>
        Object.entries(section[kind] ?? {}).map(([place, entry]): [string, Entry] => [
          `${section.heading} > ${place}`,
          entry,
        ]),
      ),
    ),
  );
