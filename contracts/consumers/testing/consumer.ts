import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { PactV4 } from "@pact-foundation/pact";
import { afterAll, expect } from "vitest";
import { packageFile } from "../../../base/package-file.ts";
import { json } from "./matchers.ts";
import { settle } from "./settle.ts";

type Params = Record<string, string | number>;
type Template = Record<string, unknown>;

/** What every interaction says: the requirements that it rests on, and the states that it needs. */
interface Basis {
  rests: string;
  given?: (string | [state: string, params: Params])[];
  /** A note for whoever reads the pact. */
  note?: string;
}

/** A request that a consumer makes, and what it relies on in the answer. */
export interface Exchange extends Basis {
  upon: string;
  request: { method: string; path: unknown; query?: Template; headers?: Template; body?: unknown };
  response: { status: unknown; headers?: Template; body?: unknown };
}

/** A message that a consumer receives. */
export interface Message extends Basis {
  upon: string;
  metadata: Record<string, string>;
  contents: unknown;
}

/** How long Pact's mock needs after its last answer until it has written the request down. */
const breath = 5;

/** Whether the pact files are to be written, and not compared. */
const isWriting = process.env.WRITE_PACTS === "true";

const provider = "partner-integration-api";

/** A consumer with its pact, which is written anew by its tests and must be the one that is committed. */
export function consumerNamed(consumer: string) {
  const dir = mkdtempSync(join(tmpdir(), "assay-consumer-"));
  const pact = new PactV4({ consumer, provider, dir, logLevel: "error" });
  afterAll(() => {
    const text = settle(readFileSync(join(dir, `${consumer}-${provider}.json`), "utf8"));
    rmSync(dir, { recursive: true });
    const committed = join(dirname(packageFile("package.json")), "contracts/pacts", `${consumer}.json`);
    if (isWriting) writeFileSync(committed, text);
    else expect(text, "the pact differs from the committed one; npm run pacts writes it").toBe(read(committed));
  });
  return {
    /** Plays the provider for one exchange. */
    async asks({ upon, request, response, ...basis }: Exchange, act: (url: string) => Promise<void>) {
      const told = tell(pact.addInteraction().uponReceiving(upon), basis);
      await told
        .withRequest(request.method, request.path as string, (builder) => {
          builder.headers((request.headers ?? {}) as Record<string, string>);
          if (request.query) builder.query(request.query as Record<string, string>);
          if (request.body !== undefined) builder.jsonBody(request.body);
        })
        .willRespondWith(response.status as number, (builder) => {
          const typed = response.body === undefined ? {} : { "Content-Type": json };
          builder.headers({ ...typed, ...response.headers });
          if (response.body !== undefined) builder.jsonBody(response.body);
        })
        .executeTest(async ({ url }) => {
          await act(url);
          await new Promise((rested) => setTimeout(rested, breath));
        });
    },
    /** Hands a message to the consumer. */
    async receives({ upon, metadata, contents, ...basis }: Message, act: (contents: unknown) => Promise<void>) {
      await tell(pact.addAsynchronousInteraction(), basis)
        .expectsToReceive(upon, (builder) => builder.withJSONContent(contents).withMetadata(metadata))
        .executeTest(async (message) => act(message.contents.content));
    },
  };
}

interface Told<T> {
  given(state: string, params?: Params): T;
  comment(comment: string | { key: string; value: string }): T;
}

function tell<T extends Told<T>>(interaction: T, { rests, given = [], note }: Basis): T {
  for (const state of given) {
    const [name, params] = typeof state === "string" ? [state] : state;
    interaction.given(name, params);
  }
  if (note) interaction.comment(note);
  return interaction.comment({ key: "requirements", value: rests });
}

const read = (file: string): string => {
  try {
    return readFileSync(file, "utf8");
  } catch {
    return "";
  }
};
