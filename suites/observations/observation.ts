import type { ExchangeView } from "../rules/exchange-view.ts";

/** An observation where the specification is silent: a topic that begins with the id of its requirement, and words, numbers and shapes. */
export type Observation = readonly [topic: string, values: readonly (string | number | boolean)[]];

/** Describes something open that one exchange shows; returns nothing where it shows nothing. */
export type Sight = (exchange: ExchangeView) => readonly Observation[];
