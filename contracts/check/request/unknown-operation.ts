import { bundle, type Node } from "../../../specs/documents.ts";
import type { Operation } from "../../../specs/operations.ts";
import { operationOf } from "../../pact/operation-of.ts";
import type { Incompatibility } from "../incompatibility.ts";

let namedReads: RegExp[] | undefined;

/** True if the specification names an address without describing it: one below /v2, or a read whose data a webhook repeats. */
function isNamed(method: string, path: string): boolean {
  namedReads ??= Object.values(bundle("webhooks").webhooks ?? {}).map(({ post }) => {
    const read = String((post as Node)["x-data-matches"]);
    return new RegExp(`^${read.replaceAll(/\{\w+\}/g, "[^/]+")}$`);
  });
  return path.startsWith("/v2/") || namedReads.some((read) => read.test(`${method} ${path}`));
}

/** Says that no operation has a method and a path; an address that is named without a description is a warning. */
export function unknownOperation(method: string, path: string, operations: readonly Operation[]): Incompatibility {
  const asked = { part: "request.path", pointer: "", relied: `${method} ${path}`, requirement: "REQ-1" };
  if (isNamed(method, path))
    return { ...asked, promised: "no description of it, so nothing can be relied on", isWarning: true };
  const methods = operations
    .filter((operation) => operationOf(operation.method, path, [operation]))
    .map((operation) => operation.method);
  if (methods.length > 0) return { ...asked, promised: `only ${[...new Set(methods)].join(" and ")} at this path` };
  const [plain = "", query] = path.split("?", 2);
  if (query !== undefined && operationOf(method, plain, operations))
    return { ...asked, promised: `${plain}; what follows the question mark belongs in \`query\`` };
  const relative = path.replace(/^\/(api\/)?(v\d\/)?/, "/");
  const isPrefixed = relative !== path && operationOf(method, relative, operations);
  return { ...asked, promised: isPrefixed ? `${relative}, relative to its surface` : "no such operation" };
}
