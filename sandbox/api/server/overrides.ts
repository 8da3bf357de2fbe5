import { readForeignJson } from "../../../base/foreign-json.ts";
import { fieldsOf } from "../../../base/json.ts";
import type { ApiReply } from "../call/replies.ts";
import { mounts } from "./router.ts";

/** The requests that a reply is meant for. */
export interface OverridePlace {
  surface: string;
  method: string;
  path: string;
  /** Fields of the JSON body, where the path alone does not distinguish requests. */
  fields: Readonly<Record<string, unknown>>;
}

/** A reply that the next matching requests get instead of the right one. */
export interface Override extends OverridePlace {
  /** The number of matching requests that get the right response first. */
  skip: number;
  times: number;
  reply: "drop" | { status: number; headers: Record<string, string>; body: unknown; delay_ms: number };
}

/** A request as far as an override is chosen by it. */
type OverriddenRequest = Pick<OverridePlace, "surface" | "method" | "path">;

/** The overrides that are not used up. */
export class Overrides {
  #all: Override[] = [];

  add(override: Override): void {
    this.#all.push({ ...override });
  }

  /** True if a request may have an override, once its body is known. */
  isAwaited(request: OverriddenRequest): boolean {
    return this.#all.some((override) => leadsTo(override, request));
  }

  /** The override for a request, if there is one; it is used up once more. */
  take(request: OverriddenRequest, body: string): Override["reply"] | undefined {
    const found = this.#all.find((override) => leadsTo(override, request) && holds(override, body));
    if (!found) return undefined;
    if (found.skip > 0) {
      found.skip--;
      return undefined;
    }
    if (--found.times === 0) this.#all = this.#all.filter((override) => override !== found);
    return found.reply;
  }

  /** Takes back what is left of the overrides for a place. */
  remove(place: OverridePlace): void {
    const key = keyOf(place);
    this.#all = this.#all.filter((override) => keyOf(override) !== key);
  }

  clear(): void {
    this.#all = [];
  }
}

const keyOf = ({ surface, method, path, fields }: OverridePlace): string =>
  JSON.stringify([surface, method, path, fields]);

/** True if an override is for a surface, a method and a path, given in full or below the surface's prefix. */
const leadsTo = (override: OverridePlace, { surface, method, path }: OverriddenRequest): boolean =>
  override.surface === surface &&
  override.method === method &&
  (path === override.path || Object.values(mounts).some(({ prefix }) => path === prefix + override.path));

/** True if a body holds what an override asks for; a number may be written as a string. */
function holds({ fields }: OverridePlace, body: string): boolean {
  const wanted = Object.entries(fields);
  if (wanted.length === 0) return true;
  const given = fieldsOf(readForeignJson(body));
  return wanted.every(([name, value]) => String(given[name]) === String(value));
}

/** The answer of an override, after its delay. */
export async function replyOf(override: Override["reply"]): Promise<ApiReply | "drop"> {
  if (override === "drop") return override;
  const { status, headers, body, delay_ms } = override;
  if (delay_ms > 0) await new Promise((resolve) => setTimeout(resolve, delay_ms).unref());
  if (body === null) return { status, headers };
  return typeof body === "string" ? { status, headers, bytes: Buffer.from(body) } : { status, headers, body };
}
