import { randomBytes } from "node:crypto";
import { isRecord } from "../../base/json.ts";
import type { Pact } from "../pact/interaction.ts";

/** An interaction by its index in its pact, and its number among all that are replayed. */
export interface NumberedInteraction {
  index: number;
  number: number;
}

/** A text that no pact can contain: one that named interactions of others by it would be judged in their place. */
const mark = randomBytes(8).toString("hex");

/** The header by which the replay knows an interaction, and where Pact asks for messages; the target never sees them. */
export const numberHeader = `x-assay-${mark}`;
export const messagesPath = `/_assay/${mark}`;

const stateName = `assay interaction ${mark}`;

/** An interaction's own states, in every version, taken away. */
const withoutStates = { providerState: undefined, provider_state: undefined, providerStates: undefined };

/**
 * The text of a pact for Pact's verifier, with some of its interactions. A state and a header hold the number of each; the replay sets up the
 * interaction's own states and fills in their values.
 */
export function numberedPact(pact: Pact, numbered: readonly NumberedInteraction[]): string {
  const { document, version } = pact;
  const { interactions = [], messages = [] } = document as { interactions?: unknown[]; messages?: unknown[] };
  const all = [...interactions, ...messages];
  const isMessage = (interaction: NumberedInteraction): boolean => isListedAsMessage(pact, interaction);
  const rewrite = ({ index, number }: NumberedInteraction): unknown => {
    const written = all[index];
    if (!isRecord(written)) return written;
    const name = `${stateName} ${number}`;
    const state = version < 3 ? { providerState: name } : { providerStates: [{ name }] };
    const { request } = written;
    if (!isRecord(request)) return { ...written, ...withoutStates, ...state };
    const headers = { ...(request.headers as object | null), [numberHeader]: String(number) };
    const generators = generatorsForPact(request.generators);
    return { ...written, ...withoutStates, ...state, request: { ...request, headers, generators } };
  };
  const listedMessages = numbered.filter(isMessage).map(rewrite);
  return JSON.stringify({
    ...document,
    interactions: numbered.filter((interaction) => !isMessage(interaction)).map(rewrite),
    // A file with a list of messages, even an empty one, is to Pact a file of messages only.
    messages: listedMessages.length > 0 ? listedMessages : undefined,
  });
}

/** The generators that Pact handles itself. */
const generatorsForPact = (generators: unknown): unknown =>
  JSON.parse(JSON.stringify(generators ?? {}), (_, value: unknown) =>
    isRecord(value) && value.type === "ProviderState" ? undefined : value,
  );

/** The number of the interaction in a text that contains its state. */
export function numberIn(text: string): number | undefined {
  const number = new RegExp(`\\b${stateName} (\\d+)\\b`).exec(text)?.[1];
  return number === undefined ? undefined : Number(number);
}

/** True if an interaction stands in the list of messages that versions before 4 have. */
export const isListedAsMessage = ({ document }: Pact, { index }: NumberedInteraction): boolean =>
  index >= ((document as { interactions?: unknown[] }).interactions?.length ?? 0);
