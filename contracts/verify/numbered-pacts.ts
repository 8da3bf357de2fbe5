import { isRecord } from "../../base/json.ts";
import type { Pact } from "../pact/interaction.ts";

/** An interaction by its place in its pact, and its number among all that are replayed. */
export interface Numbered {
  index: number;
  number: number;
}

/** The header that names an interaction to the replay; it goes no further. */
export const numberHeader = "x-assay-interaction";

const sign = "assay interaction";

/** The keys of an interaction's own states, in any version. */
const noStates = { providerState: undefined, provider_state: undefined, providerStates: undefined };

/** A pact of some of its interactions, for Pact to read, each with a state and a header that name it; the replay sees to its own states and their values. */
export function stagePact({ document, version }: Pact, numbered: readonly Numbered[]): string {
  const { interactions: own = [], messages = [] } = document as { interactions?: unknown[]; messages?: unknown[] };
  const stage = ({ index, number }: Numbered): unknown => {
    const written = index < own.length ? own[index] : messages[index - own.length];
    if (!isRecord(written)) return written;
    const state = `${sign} ${number}`;
    const named = version < 3 ? { providerState: state } : { providerStates: [{ name: state }] };
    const { request } = written;
    if (!isRecord(request)) return { ...written, ...noStates, ...named };
    const headers = { ...(request.headers as object | null), [numberHeader]: String(number) };
    return {
      ...written,
      ...noStates,
      ...named,
      request: { ...request, headers, generators: ownOf(request.generators) },
    };
  };
  const [http, message] = [
    numbered.filter(({ index }) => index < own.length).map(stage),
    numbered.filter(({ index }) => index >= own.length).map(stage),
  ];
  // To Pact a list of messages, even an empty one, means that there is nothing else.
  return JSON.stringify({ ...document, interactions: http, messages: message.length > 0 ? message : undefined });
}

/** The generators that Pact feeds by itself. */
const ownOf = (generators: unknown): unknown =>
  JSON.parse(JSON.stringify(generators ?? {}), (_, one: unknown) =>
    isRecord(one) && one.type === "ProviderState" ? undefined : one,
  );

/** The number of the interaction that a staged state, or a sentence with it, names. */
export function numberIn(text: string): number | undefined {
  const found = new RegExp(`\\b${sign} (\\d+)\\b`).exec(text)?.[1];
  return found === undefined ? undefined : Number(found);
}

/** Whether an interaction stands in the list of messages that versions before 4 have. */
export const isListedAsMessage = ({ document }: Pact, { index }: Numbered): boolean =>
  index >= ((document as { interactions?: unknown[] }).interactions?.length ?? 0);
