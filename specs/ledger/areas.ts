/** The areas of requirements, by the characters of their ids. */
const titles: Readonly<Record<string, string>> = {
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

/** The area of a requirement: the characters of its id. */
export const areaOf = (id: string): string => id.slice(0, id.lastIndexOf("-"));

/** An area's title for people. */
export const areaTitle = (area: string): string => titles[area] ?? area;
