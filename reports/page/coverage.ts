import { entriesOf, type RecordedExchange } from "../../record/journal.ts";
import type { RunRecord } from "../../record/run-folder.ts";
import { loadOperations, type Operation } from "../../specs/operations.ts";
import { type Markup, markup } from "../parts/markup.ts";
import { longTable, tableRow } from "./parts.ts";

/** The number of times that a run called one operation, saw each status, and gave each parameter. */
interface OperationUse {
  times: number;
  statuses: Map<string, number>;
  parameters: Map<string, number>;
}

/** Which operations were called, with which parameters, and which of their documented responses were seen. */
export function coverage({ entries, results }: RunRecord): Markup | undefined {
  const uses = usesIn(entriesOf(entries, "exchange"));
  if (uses.size === 0) return undefined;
  const operations = loadOperations().filter(({ surface }) => surface !== "webhooks");
  const called = operations.filter(({ id }) => uses.has(id)).length;
  const rows = operations.map((operation) => operationRow(operation, uses.get(operation.id)));
  return markup`<p class="lead">${called} of ${operations.length} operations were called${results.kind === "partner" && " by the application"}. A number says how often; dashed is documented and was not seen; amber was seen and is not documented.</p>
${longTable("Coverage of operations", ["Operation", "Requests", "Statuses", "Parameters"], rows, "cover")}`;
}

function usesIn(exchanges: readonly RecordedExchange[]): Map<string, OperationUse> {
  const uses = new Map<string, OperationUse>();
  for (const { operation, request, response } of exchanges) {
    const use = uses.get(operation) ?? { times: 0, statuses: new Map(), parameters: new Map() };
    uses.set(operation, use);
    use.times++;
    increase(use.statuses, String(response.status));
    for (const name of parametersOf(request)) increase(use.parameters, name);
  }
  return uses;
}

const increase = (counts: Map<string, number>, name: string): unknown => counts.set(name, (counts.get(name) ?? 0) + 1);

function parametersOf({ url, body }: RecordedExchange["request"]): string[] {
  const query = URL.canParse(url) ? [...new URL(url).searchParams.keys()] : [];
  return [...new Set(query.map(baseName)), ...(body === undefined ? [] : ["body"])];
}

/** A list is written as name[] or name[0]; it is one parameter. */
const baseName = (parameter: string): string => parameter.replace(/\[.*$/, "");

function operationRow({ id, method, path, parameters, body, responses }: Operation, use?: OperationUse): Markup {
  const query = parameters.filter((parameter) => parameter.in === "query").map(({ name }) => baseName(name));
  const statuses = Object.keys(responses).filter((status) => /^\d/.test(status));
  return tableRow(
    markup`${id}<br><span class="method">${method} ${breakable(path)}</span>`,
    use?.times ?? 0,
    chips(statuses, use?.statuses),
    chips([...query, ...(body ? ["body"] : [])], use?.parameters),
  );
}

/** A path that a browser may break at its slashes. */
const breakable = (path: string): Markup =>
  markup`${path.split("/").map((part, index) => (index > 0 ? markup`/<wbr>${part}` : part))}`;

function chips(documented: readonly string[], seen: ReadonlyMap<string, number> = new Map()): Markup {
  const names = [...new Set([...documented, ...[...seen.keys()].toSorted()])];
  // 4XX stands for every status that begins with 4.
  const isDocumented = (name: string) => documented.includes(name) || documented.includes(`${name[0]}XX`);
  return markup`<div class="chips">${names.map((name) => chip(name, seen.get(name) ?? 0, isDocumented(name)))}</div>`;
}

function chip(name: string, times: number, isDocumented: boolean): Markup {
  if (times === 0) return markup`<span class="chip off">${name}<span class="sr"> not seen</span></span>`;
  return isDocumented
    ? markup`<span class="chip on">${name} ×${times}</span>`
    : markup`<span class="chip odd">${name} ×${times}<span class="sr"> not documented</span></span>`;
}
