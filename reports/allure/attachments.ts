import {
  ALLURE_HTTP_EXCHANGE_CONTENT_TYPE,
  ALLURE_HTTP_EXCHANGE_FILE_EXTENSION,
  ALLURE_HTTP_EXCHANGE_SCHEMA_VERSION,
  type Attachment,
  type HttpExchange,
  type HttpExchangeBody,
} from "allure-js-commons";
import type { ContractMismatch } from "../../record/contract-result.ts";
import type { Example, RecordedExchange, RecordedFinding } from "../../record/journal.ts";
import { har, namedValues } from "../parts/har.ts";
import { longestBody } from "../parts/limits.ts";
import type { ResultsWriter } from "./writer.ts";

const endings: Record<string, string> = {
  "application/json": ".json",
  [ALLURE_HTTP_EXCHANGE_CONTENT_TYPE]: ALLURE_HTTP_EXCHANGE_FILE_EXTENSION,
};

/** Once so many texts are attached, only what shows a finding still is: Allure takes its time for each. */
const maxAttachments = 1000;

/** Writes texts beside Allure's results, and gives each a name there. */
export class Attachments {
  readonly #writer: ResultsWriter;
  #count = 0;

  constructor(writer: ResultsWriter) {
    this.#writer = writer;
  }

  /** True if there is room for what is merely good to have. */
  get hasRoom(): boolean {
    return this.#count < maxAttachments;
  }

  exchange(exchange: RecordedExchange): Attachment {
    const content = JSON.stringify(httpExchange(exchange));
    return this.#attach("Request and response", content, ALLURE_HTTP_EXCHANGE_CONTENT_TYPE);
  }

  /** Everything that shows findings: what was found and expected, the curl lines, the generated examples and the exchanges. */
  findings(findings: readonly RecordedFinding[], exchanges: readonly RecordedExchange[]): Attachment[] {
    const facts = findings.map(({ requirement, where, pointer, found, expected }) => ({
      requirement,
      where,
      pointer,
      found,
      expected,
    }));
    const examples = new Map(findings.flatMap(({ example }) => (example ? [[example.text, example] as const] : [])));
    return [
      this.#json("What was found and expected", facts),
      ...this.#curl(findings),
      ...[...examples.values()].map((example) => this.#example(example)),
      ...(exchanges.length > 0 && this.hasRoom ? [this.#attach("HAR", har(exchanges, ""), "application/json")] : []),
    ];
  }

  mismatches(mismatches: readonly ContractMismatch[], evidence: readonly { curl?: string }[]): Attachment[] {
    return [...(mismatches.length > 0 ? [this.#json("Mismatches", mismatches)] : []), ...this.#curl(evidence)];
  }

  #curl(evidence: readonly { curl?: string }[]): Attachment[] {
    const lines = [...new Set(evidence.flatMap(({ curl }) => curl ?? []))];
    return lines.length > 0 ? [this.#attach("curl", lines.join("\n"))] : [];
  }

  #example({ text, value, isSequence }: Example): Attachment {
    return isSequence
      ? this.#attach("Steps, shrunk", (value as string[]).join("\n"))
      : this.#attach("Shrunk example", text);
  }

  #json(name: string, value: unknown): Attachment {
    return this.#attach(name, JSON.stringify(value, null, 2), "application/json");
  }

  #attach(name: string, content: string, type = "text/plain"): Attachment {
    const source = `${++this.#count}-attachment${endings[type] ?? ".txt"}`;
    this.#writer.writeText(source, content);
    return { name, type, source };
  }
}

function httpExchange({ at, took, request, response }: RecordedExchange): HttpExchange {
  const start = Date.parse(at);
  return {
    schemaVersion: ALLURE_HTTP_EXCHANGE_SCHEMA_VERSION,
    start,
    stop: start + took,
    request: {
      method: request.method,
      url: request.url,
      headers: namedValues(request.headers),
      ...(request.body === undefined ? {} : { body: excerpt(request.body, "application/json") }),
    },
    response: {
      status: response.status,
      headers: namedValues(Object.entries(response.headers)),
      body: excerpt(response.body, response.headers["content-type"] ?? ""),
    },
  };
}

const excerpt = (value: string, contentType: string): HttpExchangeBody => ({
  contentType,
  value: value.slice(0, longestBody),
  size: Buffer.byteLength(value),
  ...(value.length > longestBody ? { truncated: true } : {}),
});
