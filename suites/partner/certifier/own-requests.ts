import { randomUUID } from "node:crypto";
import { Agent, request } from "undici";
import { HarnessError } from "../../../base/errors.ts";
import { withoutGuard } from "../../../harness/http/connection-guard.ts";
import { reasonOf } from "../../../harness/http/failure-reason.ts";
import { loadVersioning } from "../../../specs/versioning.ts";
import { milliseconds, times } from "../times.ts";

/** The certifier's own requests carry this header, with a value that no application can know, so that they are not taken for the application's. */
const ownMark = { name: "x-assay-certifier", value: randomUUID() };

/** True if a request is the certifier's own. */
export const isOwn = (headers: readonly (readonly [name: string, value: string])[]): boolean =>
  headers.some(([name, value]) => name.toLowerCase() === ownMark.name && value === ownMark.value);

/** Connections to the platform, which lies where no address of an application may lead; none is kept, since the next platform may have the same address. */
const ownAgent = new Agent({ pipelining: 0 });

/** The platform's answer to the certifier. */
interface OwnAnswer {
  status: number;
  headers: Readonly<Record<string, string | string[] | undefined>>;
  text: string;
}

/** Sends a request of the certifier itself. */
export async function sendOwn(
  method: "GET" | "POST",
  url: string,
  authorization: string,
  body?: object,
): Promise<OwnAnswer> {
  const { accept, content_type } = loadVersioning();
  try {
    const answer = await withoutGuard(() =>
      request(url, {
        method,
        headers: {
          accept,
          authorization,
          [ownMark.name]: ownMark.value,
          ...(body ? { "content-type": content_type } : {}),
        },
        ...(body ? { body: JSON.stringify(body) } : {}),
        dispatcher: ownAgent,
        signal: AbortSignal.timeout(milliseconds(times.ownAnswer)),
      }),
    );
    return { status: answer.statusCode, headers: answer.headers, text: await answer.body.text() };
  } catch (error) {
    throw new HarnessError(`the platform does not answer the certifier (${reasonOf(error)}): ${method} ${url}`);
  }
}
