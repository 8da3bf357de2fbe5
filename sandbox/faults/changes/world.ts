import type { Cursor, CursorRefusal } from "../../world/cursors.ts";
import type { CollectionItem } from "../../world/data/collections.ts";
import type { Filter, Filters } from "../../world/filters.ts";
import type { Policy } from "../../world/policy.ts";
import type { guards, MachineRow } from "../../world/transitions.ts";
import type { BehaviourChange } from "./fault.ts";

/** Replaces numbers: by fixed ones, or by ones that follow from the right ones. */
export const policy =
  (change: Partial<Policy> | ((right: Policy) => Partial<Policy>)): BehaviourChange =>
  () =>
  (behaviour) => {
    const numbers = typeof change === "function" ? change(behaviour.policy) : change;
    return { ...behaviour, policy: { ...behaviour.policy, ...numbers } };
  };

/** Replaces part of a row of the install machine. */
export const row =
  (id: string, patch: Partial<MachineRow>): BehaviourChange =>
  () =>
  (behaviour) => ({
    ...behaviour,
    transitions: behaviour.transitions.map((right) => (right.id === id ? { ...right, ...patch } : right)),
  });

/** Puts a row before all others. */
export const firstRow =
  (added: MachineRow): BehaviourChange =>
  () =>
  (behaviour) => ({ ...behaviour, transitions: [added, ...behaviour.transitions] });

/** Replaces a guard of the install machine. */
export const guard =
  (name: keyof typeof guards, holds: (typeof guards)[keyof typeof guards]): BehaviourChange =>
  () =>
  (behaviour) => ({ ...behaviour, guards: { ...behaviour.guards, [name]: holds } });

/** Replaces a filter of a list. */
export const filter =
  (kind: keyof Filters, name: string, replaced: Filter): BehaviourChange =>
  () =>
  (behaviour) => ({
    ...behaviour,
    filters: { ...behaviour.filters, [kind]: { ...behaviour.filters[kind], [name]: replaced } },
  });

/** Ignores a filter of a list. */
export const ignoring = (kind: keyof Filters, name: string): BehaviourChange => filter(kind, name, () => true);

/** Replaces the order of the v3 list. */
export const order =
  (compare: (a: CollectionItem, b: CollectionItem) => number): BehaviourChange =>
  () =>
  (behaviour) => ({ ...behaviour, order: compare });

/** Changes a reason to refuse cursors; undefined drops it. */
export const cursorRefusal =
  (reason: CursorRefusal["reason"], patch: Partial<CursorRefusal> | undefined): BehaviourChange =>
  () =>
  (behaviour) => ({
    ...behaviour,
    cursorRefusals: behaviour.cursorRefusals.flatMap((right) => {
      if (right.reason !== reason) return [right];
      return patch ? [{ ...right, ...patch }] : [];
    }),
  });

/** Changes what a cursor is understood to say. */
export const opening =
  (change: (cursor: Cursor | undefined, text: string) => Cursor | undefined): BehaviourChange =>
  () =>
  (behaviour) => ({
    ...behaviour,
    openCursor: (key, text) => change(behaviour.openCursor(key, text), text),
  });
