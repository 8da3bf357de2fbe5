import type { RunRecord } from "../../record/run-folder.ts";
import { loadOperations, type Operation } from "../../specs/operations.ts";
import { type Markup, markup } from "../markup.ts";

/** What a run asked of one operation: how often it saw each status, and how often it gave each parameter. */
interface Asked {
  times: number;
  statuses: Map<string, number>;
  parameters: Map<string, number>;
}

const add = (counts: Map<string, number>, name: string): unknown => counts.set(name, (counts.get(name) ?? 0) + 1);

/** Which operations were asked, with which parameters, and which of their documented answers were seen. */
export function coverage({ entries, results }: RunRecord): Markup | undefined {
  const asked = new Map<string, Asked>();
  for (const entry of entries) {
    if (entry.kind !== "exchange") continue;
    const { operation, request, response } = entry;
    const own = asked.get(operation) ?? { times: 0, statuses: new Map(), parameters: new Map() };
    asked.set(operation, own);
    own.times++;
    add(own.statuses, String(response.status));
    const query = URL.canParse(request.url) ? new URL(request.url).searchParams.keys() : [];
    // A list is written as name[] or name[0]; it is one parameter.
    for (const name of new Set([...query].map((key) => key.replace(/\[.*$/, "")))) add(own.parameters, name);
    if (request.body !== undefined) add(own.parameters, "body");
  }
  if (asked.size === 0) return undefined;
  const operations = loadOperations().filter(({ surface }) => surface !== "webhooks");
  const seen = operations.filter(({ id }) => asked.has(id)).length;
  return markup`<p class="lead">${seen} of ${operations.length} operations were asked${results.kind === "partner" && " by the application"}. A number tells how often; dashed is documented and was not seen; amber was seen and is not documented.</p>
<div class="scroll" tabindex="0" role="region" aria-label="Coverage of operations"><table class="cover"><thead><tr><th scope="col">Operation</th><th scope="col">Requests</th><th scope="col">Statuses</th><th scope="col">Parameters</th></tr></thead><tbody>${operations.map((operation) => row(operation, asked.get(operation.id)))}</tbody></table></div>`;
}

function row(operation: Operation, asked: Asked | undefined): Markup {
  const documented = operation.parameters
    .filter(({ in: place }) => place === "query")
    .map(({ name }) => name.replace(/\[.*$/, ""));
  return markup`<tr><th scope="row">${operation.id}<br><span class="method">${operation.method} ${operation.path.split("/").map((part, index) => (index > 0 ? markup`/<wbr>${part}` : part))}</span></th><td>${asked?.times ?? 0}</td><td>${chips(
    Object.keys(operation.responses).filter((status) => /^\d/.test(status)),
    asked?.statuses,
  )}</td><td>${chips([...documented, ...(operation.body ? ["body"] : [])], asked?.parameters)}</td></tr>`;
}

function chips(documented: readonly string[], seen: ReadonlyMap<string, number> = new Map()): Markup {
  const names = [...new Set([...documented, ...[...seen.keys()].toSorted()])];
  return markup`<div class="chips">${names.map((name) => {
    const times = seen.get(name);
    if (!times) return markup`<span class="chip off">${name}<span class="sr"> not seen</span></span>`;
    const isKnown = documented.includes(name) || documented.includes(`${name[0]}XX`);
    return markup`<span class="chip ${isKnown ? "on" : "odd"}">${name} ×${times}${!isKnown && markup`<span class="sr"> not documented</span>`}</span>`;
  })}</div>`;
}
