import { bundle, type Node } from "../../specs/documents.ts";
import type { Operation } from "../../specs/operations.ts";
import { operationOf } from "../pact/operation-of.ts";
import type { Incompatibility } from "./incompatibility.ts";

let reads: RegExp[] | undefined;

/** Whether the specification names an address without describing what is there: one below /v2, or a read that a webhook's data matches. */
function isNamed(method: string, path: string): boolean {
  reads ??= Object.values(bundle("webhooks").webhooks ?? {}).map(({ post }) => {
    const read = String((post as Node)["x-data-matches"]);
    return new RegExp(`^${read.replaceAll(/\{\w+\}/g, "[^/]+")}$`);
  });
  return path.startsWith("/v2/") || reads.some((read) => read.test(`${method} ${path}`));
}

/** That no operation has a method and a path; one that is named all the same cannot be judged. */
export function unknownOperation(method: string, path: string, operations: readonly Operation[]): Incompatibility {
  const at = { part: "request.path", pointer: "", relied: `${method} ${path}`, requirement: "REQ-1" };
  if (isNamed(method, path))
    return { ...at, promised: "no description of it, so nothing can be relied on", isWarning: true };
  const methods = operations.filter((one) => operationOf(one.method, path, [one])).map((one) => one.method);
  if (methods.length > 0) return { ...at, promised: `${[...new Set(methods)].join(" and ")} alone at this path` };
  const relative = path.replace(/^\/(api\/)?(v\d\/)?/, "/");
  const isPrefixed = relative !== path && operationOf(method, relative, operations);
  return { ...at, promised: isPrefixed ? `${relative}, relative to its surface` : "no such operation" };
}
