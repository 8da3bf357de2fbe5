import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { PactV4 } from "@pact-foundation/pact";
import { afterAll, expect } from "vitest";
import { packageFile } from "../../../base/package-file.ts";
import { json } from "./matchers.ts";
import { normalisedPact } from "./normalised-pact.ts";

type GivenParams = Record<string, string | number>;
type Template = Record<string, unknown>;

/** The base of every interaction: the requirements that it rests on, and the states that it needs. */
interface Basis {
  rests: string;
  given?: (string | [state: string, params: GivenParams])[];
  /** A note for readers of the pact. */
  note?: string;
}

/** A request that a consumer makes, and what it relies on in the answer. */
export interface ExpectedExchange extends Basis {
  upon: string;
  request: { method: string; path: unknown; query?: Template; headers?: Template; body?: unknown };
  response: { status: unknown; headers?: Template; body?: unknown };
}

/** A message that a consumer receives. */
export interface ExpectedMessage extends Basis {
  upon: string;
  metadata: Record<string, string>;
  contents: unknown;
}

/** The time that Pact's mock server needs to record a request after its answer, in milliseconds; it gives no signal when it has. */
const recordingTime = 5;

/** True if pact files are written rather than compared. */
const isWriting = process.env.WRITE_PACTS === "true";

const provider = "partner-integration-api";

/** A consumer with its pact. Its tests write the pact anew, and it must equal the committed one. */
export function consumerNamed(consumer: string) {
  const dir = mkdtempSync(join(tmpdir(), "assay-consumer-"));
  const pact = new PactV4({ consumer, provider, dir, logLevel: "error" });
  afterAll(() => {
    const text = normalisedPact(readFileSync(join(dir, `${consumer}-${provider}.json`), "utf8"));
    rmSync(dir, { recursive: true });
    const committed = join(dirname(packageFile("package.json")), "contracts/pacts", `${consumer}.json`);
    if (isWriting) writeFileSync(committed, text);
    else expect(text, "the pact differs from the committed one; npm run pacts writes it").toBe(read(committed));
  });
  return {
    /** Makes the consumer ask Pact's mock server for one exchange. */
    async asks({ upon, request, response, ...basis }: ExpectedExchange, act: (url: string) => Promise<void>) {
      const interaction = describeInteraction(pact.addInteraction().uponReceiving(upon), basis);
      await interaction
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
          await new Promise((recorded) => setTimeout(recorded, recordingTime));
        });
    },
    /** Hands a message to the consumer. */
    async receives({ upon, metadata, contents, ...basis }: ExpectedMessage, act: (contents: unknown) => Promise<void>) {
      await describeInteraction(pact.addAsynchronousInteraction(), basis)
        .expectsToReceive(upon, (builder) => builder.withJSONContent(contents).withMetadata(metadata))
        .executeTest(async (message) => act(message.contents.content));
    },
  };
}

interface InteractionBuilder<T> {
  given(state: string, params?: GivenParams): T;
  comment(comment: string | { key: string; value: string }): T;
}

function describeInteraction<T extends InteractionBuilder<T>>(interaction: T, { rests, given = [], note }: Basis): T {
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
