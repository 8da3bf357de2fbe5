import { validateHeaderName, validateHeaderValue } from "node:http";
import { Refusal } from "../api/server/replies.ts";

/** A reply that stands in for the right one. */
export interface Override {
  surface: string;
  method: string;
  path: string;
  times: number;
  reply: "drop" | { status: number; headers: Record<string, string>; body: unknown; delay_ms: number };
}

/** Replies that the next matching requests get instead of the right ones. */
export class Overrides {
  #all: Override[] = [];

  add(given: Record<string, unknown>): Override {
    const override = parse(given);
    this.#all.push(override);
    return override;
  }

  /** The override for a request, used up once. */
  take(surface: string, method: string, path: string): Override["reply"] | undefined {
    if (this.#all.length === 0) return undefined;
    const found = this.#all.find((one) => one.surface === surface && one.method === method && leadsTo(one.path, path));
    if (!found) return undefined;
    if (--found.times === 0) this.#all = this.#all.filter((one) => one !== found);
    return found.reply;
  }

  clear(): void {
    this.#all = [];
  }
}

/** Whether a path, given in full or below a surface's own prefix, is the one that was asked for. */
const leadsTo = (given: string, path: string): boolean =>
  path === given || ["/api/v1", "/api", "/v3"].some((prefix) => path === prefix + given);

function isHeader([name, value]: [string, unknown]): boolean {
  try {
    validateHeaderName(name);
    validateHeaderValue(name, value as string);
    return typeof value === "string";
  } catch {
    return false;
  }
}

function parse({ surface, method, path, times = 1, reply }: Record<string, unknown>): Override {
  const must = (holds: boolean, what: string) => {
    if (!holds) throw new Refusal(422, what);
  };
  must(surface === "base" || surface === "app" || surface === "v3", "surface: give base, app or v3");
  must(typeof method === "string" && /^[A-Z]+$/.test(method), "method: give a method, such as POST");
  must(
    typeof path === "string" && /^\/[^?]*$/.test(path),
    "path: give a path without a query, such as /marketplace/partner/callback",
  );
  must(Number.isSafeInteger(times) && Number(times) > 0, "times: give a positive whole number");
  const common = { surface: String(surface), method: String(method), path: String(path), times: Number(times) };
  if (reply === "drop") return { ...common, reply };
  must(typeof reply === "object" && reply !== null, "reply: give an object with a status, or drop");
  const { status, headers = {}, body = null, delay_ms = 0 } = reply as Record<string, unknown>;
  must(
    Number.isInteger(status) && Number(status) >= 200 && Number(status) <= 599,
    "reply.status: give a status from 200 to 599",
  );
  must(
    typeof headers === "object" &&
      headers !== null &&
      !Array.isArray(headers) &&
      Object.entries(headers).every(isHeader),
    "reply.headers: give an object of names and values that a header can have",
  );
  must(
    typeof delay_ms === "number" && delay_ms >= 0 && delay_ms <= 600_000,
    "reply.delay_ms: give milliseconds up to 600000",
  );
  return {
    ...common,
    reply: { status: Number(status), headers: headers as Record<string, string>, body, delay_ms: Number(delay_ms) },
  };
}
