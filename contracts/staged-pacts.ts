import type { Pact } from "./interaction.ts";
import { isRecord } from "./json.ts";

/** An interaction by its place in its pact, and its number among all that are replayed. */
export interface Numbered {
  index: number;
  number: number;
}

const sign = "assay interaction";

/** The keys of an interaction's own states, in any version. */
const noStates = { providerState: undefined, provider_state: undefined, providerStates: undefined };

/** A pact of some of its interactions, for Pact to read, each with one state that names it instead of its own. */
export function stagePact({ document, version }: Pact, numbered: readonly Numbered[]): string {
  const { interactions: own = [], messages = [] } = document as { interactions?: unknown[]; messages?: unknown[] };
  const staged = numbered.map(({ index, number }) => {
    const written = index < own.length ? own[index] : messages[index - own.length];
    if (!isRecord(written)) return { index, written };
    const state = `${sign} ${number}`;
    const named = version < 3 ? { providerState: state } : { providerStates: [{ name: state }] };
    return { index, written: { ...written, ...noStates, ...named } };
  });
  return JSON.stringify({
    ...document,
    ...("interactions" in document
      ? { interactions: staged.filter(({ index }) => index < own.length).map(({ written }) => written) }
      : {}),
    ...("messages" in document
      ? { messages: staged.filter(({ index }) => index >= own.length).map(({ written }) => written) }
      : {}),
  });
}

/** The number of the interaction that a staged state, or a sentence with it, names. */
export function numberIn(text: string): number | undefined {
  const found = new RegExp(`\\b${sign} (\\d+)\\b`).exec(text)?.[1];
  return found === undefined ? undefined : Number(found);
}
