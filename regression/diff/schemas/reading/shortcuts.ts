import { isRecord } from "../../../../base/json.ts";
import { below, type DocumentPlace } from "../../documents/place.ts";

/** A simpler form of a schema's keywords: those that fall away, and the schemas that hold in their place. */
export interface Shortcut {
  gone: string[];
  instead: DocumentPlace[];
}

const noShortcut: Shortcut = { gone: [], instead: [] };

/** True if a schema takes anything, as one that is not there does. */
const isOpen = (node: unknown): boolean =>
  node === undefined || node === true || (isRecord(node) && Object.keys(node).length === 0);

/** Finds conditions that are settled or ask for nothing, and a `not` inside a `not`. */
export function shortcutOf(place: DocumentPlace): Shortcut {
  const { not, if: condition } = place.node as Record<string, unknown>;
  if (not === undefined && condition === undefined) return noShortcut;
  const shortcuts = [doubleNot(place, not), settledCondition(place, condition)];
  return {
    gone: shortcuts.flatMap(({ gone }) => gone),
    instead: shortcuts.flatMap(({ instead }) => instead),
  };
}

function doubleNot(place: DocumentPlace, not: unknown): Shortcut {
  if (!isRecord(not) || Object.keys(not).join() !== "not") return noShortcut;
  const inner = below(below(place, "not") as DocumentPlace, "not");
  return { gone: ["not"], instead: inner ? [inner] : [] };
}

function settledCondition(place: DocumentPlace, condition: unknown): Shortcut {
  if (condition === undefined) return noShortcut;
  const [then, otherwise] = [below(place, "then"), below(place, "else")];
  const gone = ["if", "then", "else"];
  if (isOpen(then?.node) && isOpen(otherwise?.node)) return { gone, instead: [] };
  if (isOpen(condition)) return { gone, instead: then ? [then] : [] };
  return condition === false ? { gone, instead: otherwise ? [otherwise] : [] } : noShortcut;
}
