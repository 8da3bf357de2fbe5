import { writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Interaction, Pact } from "./interaction.ts";

/** An interaction in its pact. */
export interface Placed {
  pact: Pact;
  interaction: Interaction;
}

const sign = "assay interaction";

/** Writes a pact of some interactions for Pact to read, each with one state that names it instead of its own. */
export function stagePact(folder: string, name: number, placed: readonly (Placed & { number: number })[]): string {
  const [first] = placed;
  const file = join(folder, `${name}.json`);
  if (!first) return file;
  const { document, version } = first.pact;
  const { interactions: own = [], messages = [] } = document as { interactions?: object[]; messages?: object[] };
  const staged = placed.map(({ interaction, number }) => {
    const isMessage = interaction.index >= own.length;
    const written = { ...(isMessage ? messages[interaction.index - own.length] : own[interaction.index]) };
    for (const key of ["providerState", "provider_state", "providerStates"]) Reflect.deleteProperty(written, key);
    const state = `${sign} ${number}`;
    Object.assign(written, version < 3 ? { providerState: state } : { providerStates: [{ name: state }] });
    return { isMessage, written };
  });
  const pick = (isWanted: boolean) =>
    staged.filter(({ isMessage }) => isMessage === isWanted).map((one) => one.written);
  const kept = {
    ...document,
    ...("interactions" in document ? { interactions: pick(false) } : {}),
    ...("messages" in document ? { messages: pick(true) } : {}),
  };
  writeFileSync(file, JSON.stringify(kept));
  return file;
}

/** The number of the interaction that a staged state, or a sentence with it, names. */
export function numberIn(text: string): number | undefined {
  const found = new RegExp(`\\b${sign} (\\d+)\\b`).exec(text)?.[1];
  return found === undefined ? undefined : Number(found);
}
