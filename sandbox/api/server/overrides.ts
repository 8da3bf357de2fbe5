import type { ApiReply } from "../call/replies.ts";
import { mounts } from "./router.ts";

/** A reply that the next matching requests get instead of the right one. */
export interface Override {
  surface: string;
  method: string;
  path: string;
  times: number;
  reply: "drop" | { status: number; headers: Record<string, string>; body: unknown; delay_ms: number };
}

/** The overrides that are not used up. */
export class Overrides {
  #all: Override[] = [];

  add(override: Override): void {
    this.#all.push(override);
  }

  /** The override for a request, if there is one; it is used up once more. */
  take(surface: string, method: string, path: string): Override["reply"] | undefined {
    if (this.#all.length === 0) return undefined;
    const found = this.#all.find(
      (override) => override.surface === surface && override.method === method && leadsTo(override.path, path),
    );
    if (!found) return undefined;
    if (--found.times === 0) this.#all = this.#all.filter((override) => override !== found);
    return found.reply;
  }

  clear(): void {
    this.#all = [];
  }
}

/** Whether a path, given in full or below a surface's prefix, is the requested one. */
const leadsTo = (given: string, path: string): boolean =>
  path === given || Object.values(mounts).some(({ prefix }) => path === prefix + given);

/** What an override answers, after its delay. */
export async function replyOf(override: Override["reply"]): Promise<ApiReply | "drop"> {
  if (override === "drop") return override;
  const { status, headers, body, delay_ms } = override;
  if (delay_ms > 0) await new Promise((resolve) => setTimeout(resolve, delay_ms).unref());
  if (body === null) return { status, headers };
  return typeof body === "string" ? { status, headers, bytes: Buffer.from(body) } : { status, headers, body };
}
