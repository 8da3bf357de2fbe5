import { isRecord } from "../../base/json.ts";
import { below, type Place } from "../../base/place.ts";

/** What keywords of a schema come down to: those that fall away, and the schemas that hold in their place. */
export interface Shortcut {
  gone: string[];
  instead: Place[];
}

const nowhere: Shortcut = { gone: [], instead: [] };

/** Whether a schema takes anything, as one that is not there does. */
const isOpen = (node: unknown): boolean =>
  node === undefined || node === true || (isRecord(node) && Object.keys(node).length === 0);

/** Finds conditions that are settled or ask for nothing, and what is forbidden to be forbidden. */
export function shortcutOf(place: Place): Shortcut {
  const { not, if: condition } = place.node as Record<string, unknown>;
  if (not === undefined && condition === undefined) return nowhere;
  const [one, other] = [notNot(place, not), conditional(place, condition)];
  return { gone: [...one.gone, ...other.gone], instead: [...one.instead, ...other.instead] };
}

function notNot(place: Place, not: unknown): Shortcut {
  if (!isRecord(not) || Object.keys(not).join() !== "not") return nowhere;
  const inner = below(below(place, "not") as Place, "not");
  return { gone: ["not"], instead: inner ? [inner] : [] };
}

function conditional(place: Place, condition: unknown): Shortcut {
  if (condition === undefined) return nowhere;
  const [then, otherwise] = [below(place, "then"), below(place, "else")];
  const gone = ["if", "then", "else"];
  if (isOpen(then?.node) && isOpen(otherwise?.node)) return { gone, instead: [] };
  if (isOpen(condition)) return { gone, instead: then ? [then] : [] };
  return condition === false ? { gone, instead: otherwise ? [otherwise] : [] } : nowhere;
}
