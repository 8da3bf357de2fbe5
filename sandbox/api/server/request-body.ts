import { isUtf8 } from "node:buffer";
import type { IncomingMessage } from "node:http";
import { isDeeperThan } from "../../../base/json.ts";
import { Refusal } from "../call/replies.ts";

/** No documented body is nested deeper than three levels, and serialising JSON fails at some thousands. */
const deepest = 100;

/** True if a request announces a body. */
export const hasBody = ({ headers }: IncomingMessage): boolean =>
  headers["transfer-encoding"] !== undefined ||
  (headers["content-length"] !== undefined && headers["content-length"] !== "0");

/** The body of a request as text; a body that is too large, cut off or not text is refused, and so is one for which there is no room. */
export function readBody(
  request: IncomingMessage,
  maximum: number,
  hasRoom: (size: number) => boolean = () => true,
): Promise<string> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let size = 0;
    const refuse = (status: number, message: string) => {
      request.removeAllListeners("data");
      reject(new Refusal(status, message, { headers: { connection: "close" } }));
    };
    request.on("data", (chunk: Buffer) => {
      size += chunk.length;
      if (size > maximum) refuse(413, "The body is too large.");
      else if (!hasRoom(chunk.length)) refuse(503, "Too much is under way.");
      else chunks.push(chunk);
    });
    request.on("end", () => {
      const bytes = Buffer.concat(chunks);
      if (isUtf8(bytes)) resolve(bytes.toString("utf8"));
      else reject(new Refusal(400, "The body is not UTF-8."));
    });
    request.on("error", () => reject(new Refusal(400, "The body was cut off.")));
  });
}

/** A body as JSON; undefined for an empty one. */
export function parseBody(text: string): unknown {
  if (text.trim() === "") return undefined;
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw new Refusal(400, "The body is not JSON.");
  }
  if (isDeeperThan(value, deepest)) throw new Refusal(400, "The body is nested too deeply.");
  return value;
}
