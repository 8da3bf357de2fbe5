import { areaOf } from "../../../specs/ledger/areas.ts";
import { loadOperations } from "../../../specs/operations.ts";
import type { ApiReply } from "../../api/call/replies.ts";
import type { BehaviourChange } from "../changes/fault.ts";
import { reply } from "../changes/replies.ts";

/** Hears that a fault changed something that would have been right. */
export type OnShown = () => void;

export type DerivedKind =
  | "field"
  | "value"
  | "enum"
  | "status"
  | "header"
  | "transition"
  | "bound"
  | "authority"
  | "event";

/** A fault that follows from the specification's documents instead of being written by hand. */
export interface DerivedFault {
  /** The place in the documents, and what is wrong there: "listCountries /data/*\/iso_code is null". */
  name: string;
  kind: DerivedKind;
  /** The mistake, without the place: "is null". */
  wrong: string;
  /** The requirement that the document names for the place. */
  breaks: string;
  /** The requirements of the same place: those that stand above it in the document. */
  above: readonly string[];
  /** The paths of the operations that it shows in. */
  paths?: readonly string[];
  /** The operation, event, transition or figure that it is planted in. */
  place: string;
  /** The operation and what becomes of each of its responses, where nothing else is wrong. */
  answer?: AnswerChange;
  /** The change; `onShown` is called whenever it changes what would have been right. */
  change: (onShown: OnShown) => BehaviourChange;
}

/** Changes an operation's answers; an answer that stays right is returned as it is. */
export interface AnswerChange {
  operation: string;
  reshape: (answer: ApiReply) => ApiReply;
}

const pathOf = (operation: string): string => loadOperations().find(({ id }) => id === operation)?.path ?? "";

/** A fault that shows in the responses of one operation alone. */
export const answerFault = (fault: Omit<DerivedFault, "change" | "answer">, answer: AnswerChange): DerivedFault => ({
  ...fault,
  paths: [pathOf(answer.operation)],
  answer,
  change: (onShown) =>
    reply(answer.operation, () => (right) => {
      const changed = answer.reshape(right);
      if (changed !== right) onShown();
      return changed;
    }),
});

/** A requirement that failed, and the path of the operation that showed it, where one did. */
export interface Failure {
  requirement: string;
  path?: string;
}

/** True if what failed is of the place where a fault is: its requirement, one of the same area, one that stands above it, or one that the same operation shows. */
export const isOfPlace = ({ breaks, above, paths = [] }: DerivedFault, { requirement, path }: Failure): boolean =>
  areaOf(requirement) === areaOf(breaks) || above.includes(requirement) || (path !== undefined && paths.includes(path));
