import type { ExchangeView } from "../rules/exchange-view.ts";

/** What was seen where the specification is silent: a topic that begins with the id of its requirement, and words, numbers and shapes. */
export type Observation = readonly [topic: string, values: readonly (string | number | boolean)[]];

/** What one exchange shows of something that is left open; nothing where it shows nothing. */
export type Sight = (exchange: ExchangeView) => readonly Observation[];
