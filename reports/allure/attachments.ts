import {
  ALLURE_HTTP_EXCHANGE_CONTENT_TYPE,
  ALLURE_HTTP_EXCHANGE_FILE_EXTENSION,
  ALLURE_HTTP_EXCHANGE_SCHEMA_VERSION,
  type Attachment,
  type HttpExchange,
  type HttpExchangeBody,
} from "allure-js-commons";
import type { FileSystemWriter } from "allure-js-commons/sdk/reporter";
import type { Entry, RecordedExchange, RecordedFinding } from "../../record/journal.ts";
import { har } from "../har.ts";

/** How much of a body is attached; the whole is in exchanges.har. */
const mostBody = 4000;

const endings: Record<string, string> = {
  "application/json": ".json",
  [ALLURE_HTTP_EXCHANGE_CONTENT_TYPE]: ALLURE_HTTP_EXCHANGE_FILE_EXTENSION,
};

const pairs = (headers: readonly (readonly [string, string])[]): { name: string; value: string }[] =>
  headers.map(([name, value]) => ({ name, value }));

const cut = (value: string, contentType: string): HttpExchangeBody => ({
  contentType,
  value: value.slice(0, mostBody),
  size: Buffer.byteLength(value),
  ...(value.length > mostBody ? { truncated: true } : {}),
});

/** Once so many texts are attached, only what shows a breach still is: Allure takes its time for each. */
const roomFor = 1000;

/** Writes texts beside Allure's results, and gives each a name there. */
export class Attachments {
  readonly #writer: FileSystemWriter;
  #count = 0;

  constructor(writer: FileSystemWriter) {
    this.#writer = writer;
  }

  /** Whether there is room for what is merely good to have. */
  get hasRoom(): boolean {
    return this.#count < roomFor;
  }

  text(name: string, content: string, type = "text/plain"): Attachment {
    const source = `${++this.#count}-attachment${endings[type] ?? ".txt"}`;
    this.#writer.writeAttachment(source, Buffer.from(content));
    return { name, type, source };
  }

  exchange({ at, took, request, response }: RecordedExchange): Attachment {
    const { "content-type": type = "" } = response.headers;
    const start = Date.parse(at);
    const exchange: HttpExchange = {
      schemaVersion: ALLURE_HTTP_EXCHANGE_SCHEMA_VERSION,
      start,
      stop: start + took,
      request: {
        method: request.method,
        url: request.url,
        headers: pairs(request.headers),
        ...(request.body === undefined ? {} : { body: cut(request.body, "application/json") }),
      },
      response: {
        status: response.status,
        headers: pairs(Object.entries(response.headers)),
        body: cut(response.body, type),
      },
    };
    return this.text("Request and response", JSON.stringify(exchange), ALLURE_HTTP_EXCHANGE_CONTENT_TYPE);
  }

  /** Everything that shows a breach: where the schema or the model was left, how to see it by hand, and the generated case. */
  breach(findings: readonly RecordedFinding[], exchanges: readonly RecordedExchange[]): Attachment[] {
    const errors = findings.map(({ requirement, where, pointer, found, expected }) => ({
      requirement,
      where,
      pointer,
      found,
      expected,
    }));
    const curls = [...new Set(findings.flatMap(({ curl }) => curl ?? []))];
    const examples = [
      ...new Map(findings.flatMap(({ example }) => (example ? [[example.shrunk, example] as const] : []))).values(),
    ];
    const entries = exchanges.map((one): Entry => ({ kind: "exchange", ...one }));
    return [
      this.text("What was found and expected", JSON.stringify(errors, null, 2), "application/json"),
      ...(curls.length > 0 ? [this.text("curl", curls.join("\n"))] : []),
      ...examples.map(({ shrunk, seed, path, replayPath }) =>
        this.text(
          replayPath ? "Model trace, shrunk" : "Shrunk example",
          [
            ...shrunk.split(/,(?=[A-Z]\w+\()/),
            "",
            `seed ${seed}`,
            `path ${path}`,
            ...(replayPath ? [`replayPath ${replayPath}`] : []),
          ].join("\n"),
        ),
      ),
      ...(entries.length > 0 && this.hasRoom ? [this.text("HAR", har(entries, ""), "application/json")] : []),
    ];
  }
}
