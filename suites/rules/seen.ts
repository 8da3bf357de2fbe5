import { fieldsOf, isRecord, parseJson } from "../../base/json.ts";
import type { Exchange } from "../../harness/exchange.ts";

/** One exchange as rules look at it: what was asked, and what came back. */
export interface Seen {
  status: number;
  headers: Exchange["response"]["headers"];
  path: Readonly<Record<string, string>>;
  /** The query, and the fields of a JSON body; several values of one name as a list. */
  asked: Readonly<Record<string, unknown>>;
  /** The objects of a successful list. */
  items?: Record<string, unknown>[];
  /** The object of a successful read. */
  data?: Record<string, unknown>;
  /** The texts of a successful list of texts. */
  dates?: string[];
}

/** Reads an exchange, whose body was parsed already. */
export function see({ request, response }: Exchange, body: unknown): Seen {
  const { status, headers } = response;
  const data = status === 200 ? fieldsOf(body).data : undefined;
  return {
    status,
    headers,
    path: pathOf(request.operation.path, new URL(request.url).pathname),
    asked: { ...queryOf(new URL(request.url)), ...fieldsOf(parseJson(request.body ?? "")) },
    ...(Array.isArray(data) && data.every(isRecord) ? { items: data } : {}),
    ...(Array.isArray(data) && data.every((one) => typeof one === "string") ? { dates: data } : {}),
    ...(isRecord(data) ? { data } : {}),
  };
}

function queryOf({ searchParams }: URL): Record<string, unknown> {
  return Object.fromEntries(
    [...new Set(searchParams.keys())].map((name) => {
      const all = searchParams.getAll(name);
      return [name, all.length > 1 || name.endsWith("[]") ? all : all[0]];
    }),
  );
}

/** The values that a path has where its template has names; the template is the end of the path. */
function pathOf(template: string, path: string): Record<string, string> {
  const steps = template.split("/").slice(1);
  const values = path.split("/").slice(-steps.length);
  return Object.fromEntries(
    steps.flatMap((step, index) => (step.startsWith("{") ? [[step.slice(1, -1), values[index] ?? ""]] : [])),
  );
}
