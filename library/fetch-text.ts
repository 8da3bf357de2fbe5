import { UsageError } from "../base/errors.ts";

/** The most bytes that are read: a status list of 100,000 certificates has 20 MB. */
const maxBytes = 64_000_000;

/** Seconds that an answer may take. */
const patience = 30;

/** Fetches a text; `prefix` says which option named the address. */
export async function fetchText(url: string, prefix: string): Promise<string> {
  // A signal that nothing holds may be collected before it fires.
  const deadline = AbortSignal.timeout(patience * 1000);
  try {
    const response = await fetch(url, { signal: deadline });
    if (!response.ok) throw new UsageError(`${prefix}${url}: it answered ${response.status}; give another address`);
    return await readBounded(response, `${prefix}${url}`);
  } catch (error) {
    if (error instanceof UsageError) throw error;
    const why = deadline.aborted ? `it has not answered within ${patience} s` : reasonOf(error);
    throw new UsageError(`${prefix}${url}: ${why}; give another address, or the path of a file`);
  }
}

async function readBounded(response: Response, place: string): Promise<string> {
  const chunks: Uint8Array[] = [];
  let total = 0;
  for await (const chunk of response.body ?? []) {
    total += chunk.length;
    if (total > maxBytes) throw new UsageError(`${place}: it has more than ${maxBytes / 1e6} MB; give another address`);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString("utf8");
}

/** The reason of a failure, in a word of the system where there is one. */
function reasonOf(error: unknown): string {
  const { cause, message } = error as Error & { cause?: { code?: string } };
  return `it cannot be reached (${cause?.code ?? message})`;
}
