import { isRecord } from "../../base/json.ts";

/** The addresses that a HAL document gives for a relation. */
export function linksOf({ _links: links }: Record<string, unknown>, relation: string): string[] {
  const found = isRecord(links) ? [links[relation]].flat() : [];
  return found.flatMap((link) => (isRecord(link) && typeof link.href === "string" ? [link.href] : []));
}

/** The address that a HAL document gives for a relation. */
export const linkOf = (document: Record<string, unknown>, relation: string): string | undefined =>
  linksOf(document, relation)[0];
