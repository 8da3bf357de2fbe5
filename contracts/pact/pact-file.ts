import { readFileSync, statSync } from "node:fs";
import { UsageError } from "../../base/errors.ts";
import { isRecord } from "../../base/json.ts";
import type { Interaction, Pact } from "./interaction.ts";
import { readInteraction } from "./interaction-reader.ts";

/** The largest file that is read; real pact files are a thousand times smaller, and Pact itself needs many times the memory. */
const largest = 32_000_000;

const reasons: Record<string, string> = {
  ENOENT: "there is no such file",
  EISDIR: "this is a folder",
  EACCES: "it may not be read",
};

/** Reads a pact file of version 1 to 4; what is wrong with the whole of it is one line. */
export function readPactFile(file: string): Pact {
  return readPact(textOf(file), file);
}

/** Reads a pact from its text; the source is where it came from, for messages. */
export function readPact(text: string, source: string): Pact {
  const document = parse(text, source);
  const flaw = (what: string): never => {
    throw new UsageError(`${source}: ${what}`);
  };
  const isPact = isRecord(document) && (Array.isArray(document.interactions) || Array.isArray(document.messages));
  if (!isPact) return flaw("this is no pact: it has neither `interactions` nor `messages`; give a pact file");
  const consumer = nameAt(document, "consumer") ?? flaw("consumer.name: it is missing; a pact names its consumer");
  const provider = nameAt(document, "provider") ?? flaw("provider.name: it is missing; a pact names its provider");
  const version = versionOf(document, source);
  const interactions = listAt(document, "interactions").map((one, index) => readInteraction(one, index, version));
  const messages = listAt(document, "messages").map((one, index) =>
    readInteraction(one, interactions.length + index, version, true),
  );
  return { source, consumer, provider, version, interactions: [...interactions, ...messages], document };
}

/** How an interaction is told apart from the others of its file. */
export const labelOf = ({ states, description }: Interaction): string =>
  states.length > 0 ? `${description}, given ${states.map(({ name }) => name).join(" and ")}` : description;

function textOf(file: string): string {
  try {
    const { size } = statSync(file);
    if (size > largest) {
      const millions = (bytes: number) => Math.round(bytes / 1_000_000);
      throw new UsageError(
        `${file}: it has ${millions(size)} MB, and pact files above ${millions(largest)} MB are not read; split it`,
      );
    }
    return readFileSync(file, "utf8");
  } catch (error) {
    if (error instanceof UsageError) throw error;
    const { code = "" } = error as NodeJS.ErrnoException;
    throw new UsageError(`${file}: ${reasons[code] ?? `it cannot be read (${code})`}; give the path of a pact file`);
  }
}

function parse(text: string, source: string): unknown {
  try {
    return JSON.parse(text.replace(/^\uFEFF/, "")) as unknown;
  } catch (error) {
    const { message } = error as Error;
    const position = Number(/at position (\d+)/.exec(message)?.[1]);
    const isCut = /end of JSON input|Unterminated string/.test(message) || position >= text.length;
    throw new UsageError(
      isCut && text.trimStart().startsWith("{")
        ? `${source}: it is cut off after ${text.length} characters; fetch or write it again`
        : `${source}: this is no JSON (${message.split("\n", 1)[0]}); give a pact file`,
    );
  }
}

function nameAt(document: Record<string, unknown>, key: string): string | undefined {
  const party = document[key];
  return isRecord(party) && typeof party.name === "string" && party.name ? party.name : undefined;
}

const listAt = (document: Record<string, unknown>, key: string): unknown[] => {
  const list = document[key];
  return Array.isArray(list) ? list : [];
};

/** The version in any of the places where libraries have written it; where none says so, the forms of 2 and 3 are told apart one by one. */
function versionOf(document: Record<string, unknown>, source: string): Pact["version"] {
  const metadata = isRecord(document.metadata) ? document.metadata : {};
  const specification = metadata.pactSpecification ?? metadata["pact-specification"];
  const written = (isRecord(specification) ? specification.version : undefined) ?? metadata.pactSpecificationVersion;
  const major = Number(/^[1-4](?=\.|$)/.exec(String(written ?? "3"))?.[0]);
  if (!major)
    throw new UsageError(
      `${source}: metadata.pactSpecification.version: ${JSON.stringify(written)} is unknown; write version 2, 3 or 4`,
    );
  return major as Pact["version"];
}
