import type { RequirementResult } from "./results.ts";

/** What the letters of a requirement's id stand for. */
const titles: Record<string, string> = {
  ACT: "Activities",
  AUTH: "Authentication",
  CALL: "Calls",
  CLI: "Clients",
  CUR: "Cursors",
  DICT: "Dictionaries",
  ENV: "Envelopes",
  ERR: "Errors",
  HOOK: "Webhooks",
  INST: "Installation",
  LIFE: "Lifecycle events",
  LOC: "Connected Locations",
  MKT: "Marketplace",
  RATE: "Request rates",
  REQ: "Requests",
  RES: "Resources",
  SRV: "Services",
  STAT: "Link status and log",
  TLS: "TLS",
  VER: "Versions",
  VOIP: "Telephony",
};

/** Requirements that belong together. */
export interface Area {
  name: string;
  title: string;
  requirements: RequirementResult[];
}

/** The area of a requirement's id. */
export const areaOf = (id: string): string => id.slice(0, id.lastIndexOf("-"));

export const titleOf = (area: string): string => titles[area] ?? area;

/** Requirements by area, in the order of the areas' titles. */
export function areasOf(requirements: readonly RequirementResult[]): Area[] {
  const names = [...new Set(requirements.map(({ id }) => areaOf(id)))];
  return names
    .map((name) => ({ name, title: titleOf(name), requirements: requirements.filter(({ id }) => areaOf(id) === name) }))
    .toSorted((one, other) => (one.title < other.title ? -1 : 1));
}
