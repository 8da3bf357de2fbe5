import { UsageError } from "../../base/errors.ts";
import { readTextFile } from "../../base/files/read-text.ts";
import { isDeeperThan, isRecord } from "../../base/json.ts";
import type { Pact } from "./interaction.ts";
import { maxLevels, readInteraction, tooDeep } from "./interaction-reader.ts";

/** The largest file that is read, in bytes. Real pact files are a thousand times smaller, and Pact itself needs many times the memory. */
const largest = 32_000_000;

/** Reads a pact file of version 1 to 4; a file that is not a pact is a usage error of one line. */
export function readPactFile(file: string): Pact {
  return readPact(readTextFile(file, { fix: "give a pact file", largest }), file);
}

/** Reads a pact from its text; messages name the source. */
export function readPact(text: string, source: string): Pact {
  const document = parse(text, source);
  const refuse = (what: string): never => {
    throw new UsageError(`${source}: ${what}`);
  };
  const isPact = isRecord(document) && (Array.isArray(document.interactions) || Array.isArray(document.messages));
  if (!isPact) return refuse("this is not a pact: it has neither `interactions` nor `messages`; give a pact file");
  const consumer = nameAt(document, "consumer") ?? refuse("consumer.name: it is missing; a pact names its consumer");
  const provider = nameAt(document, "provider") ?? refuse("provider.name: it is missing; a pact names its provider");
  const { interactions: _interactions, messages: _messages, ...rest } = document;
  if (isDeeperThan(rest, maxLevels)) return refuse(`what stands beside its interactions is ${tooDeep}; flatten it`);
  const version = versionOf(document, source);
  const interactions = listAt(document, "interactions").map((written, index) =>
    readInteraction(written, index, version),
  );
  const messages = listAt(document, "messages").map((written, index) =>
    readInteraction(written, interactions.length + index, version, true),
  );
  return { source, consumer, provider, version, interactions: [...interactions, ...messages], document };
}

function parse(text: string, source: string): unknown {
  try {
    return JSON.parse(text.replace(/^\uFEFF/, "")) as unknown;
  } catch (error) {
    if (text.trimStart().startsWith("{") && isCutOff(text))
      throw new UsageError(`${source}: it is cut off after ${text.length} characters; fetch or write it again`);
    throw new UsageError(`${source}${lineOf(error, text)}: this is not JSON; give a pact file`);
  }
}

/** The line where a text stops being JSON, where the reader says so; the words of its message are not repeated, since they show what stands in the file. */
function lineOf(error: unknown, text: string): string {
  const position = / at position (\d+)/.exec((error as Error).message)?.[1];
  return position === undefined ? "" : `:${text.slice(0, Number(position)).split("\n").length}`;
}

/** True if a text ends inside an object, an array or a string. */
function isCutOff(text: string): boolean {
  let depth = 0;
  let isInString = false;
  for (let index = 0; index < text.length; index++) {
    const character = text[index];
    if (isInString && character === "\\") index++;
    else if (character === '"') isInString = !isInString;
    else if (!isInString && (character === "{" || character === "[")) depth++;
    else if (!isInString && (character === "}" || character === "]")) depth--;
  }
  return isInString || depth > 0;
}

function nameAt(document: Record<string, unknown>, key: string): string | undefined {
  const party = document[key];
  return isRecord(party) && typeof party.name === "string" && party.name ? party.name : undefined;
}

const listAt = (document: Record<string, unknown>, key: string): unknown[] => {
  const list = document[key];
  return Array.isArray(list) ? list : [];
};

/** The version, from any of the places where libraries write it. Without one it is 3: the forms of 2 are recognised there, too. */
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
