import type { DocumentPlace } from "./place.ts";

/** An OpenAPI document that can be compared, with whatever it refers to. */
export interface OpenDocument {
  root: DocumentPlace;
  /** OpenAPI 3.0: nullable, exclusive bounds as booleans, and nothing counts beside a reference. */
  isLegacy: boolean;
  /** The place that a reference at a place names. */
  target(place: DocumentPlace, reference: string): DocumentPlace;
  /** The place itself, or what its references lead to in the end. */
  follow(place: DocumentPlace): DocumentPlace;
}

/** A document whose references can be followed, before it is known to be comparable. */
export type References = Omit<OpenDocument, "isLegacy">;
