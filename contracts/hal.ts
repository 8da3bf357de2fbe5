import { isRecord } from "../specs/json.ts";

/** The address that a HAL document gives for a relation. */
export function linkOf({ _links: links }: Record<string, unknown>, relation: string): string | undefined {
  const link = isRecord(links) ? links[relation] : undefined;
  return isRecord(link) && typeof link.href === "string" ? link.href : undefined;
}
