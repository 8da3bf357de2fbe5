import type { Proof } from "./run/proof.ts";

/** How long proofs took on the embedded sandbox, in milliseconds of CPU on 15 November 2026: those that take much longer than most. */
export const longProofs: Readonly<Record<string, number>> = {
  "random steps keep to the install machine": 600,
  "the list holds exactly the clients that its filters ask for": 600,
  "each change of each record sends its event": 520,
  "walking a collection gives each resource once, in order, with any limit": 510,
  "the history holds exactly what its filters ask for": 370,
  "a delivery is delivered by a 2xx and failed by all else, and never comes again": 320,
  "v1 requests within the rate are not refused for it": 310,
  "beyond the limit comes a 429, and after the wait that it names, service": 240,
  "the pages of the history hold each call once, with any limit": 240,
  "the bounds and the default of limit are kept": 190,
  "listCalls answers mistakes without a server error": 170,
  "the pages of the clients list hold each client once, and count them": 130,
  "a lifecycle event comes once, whatever it is answered": 120,
  "operations without payload description answer anything without a server error": 120,
  "the pages of connected Locations hold each of them once, with any count": 120,
  "later pages and filters ask for the same tokens": 110,
  "the dates are those on which Events match": 110,
  "the search finds exactly what its filters ask for": 110,
  "listCalls answers as documented": 100,
  "listCalls asks for both tokens": 100,
  "listClients answers mistakes without a server error": 100,
  "searchActivities answers mistakes without a server error": 100,
  "each goods operation sends its event": 90,
  "listConnectedLocations answers as documented": 90,
  "listConnectedLocations answers mistakes without a server error": 90,
  "the pages of the search hold each Event once, with any count": 90,
  "uninstalling a link that is freezed shows in all places": 90,
  "a link that timed out, was reconnected, confirmed and frozen shows each step in all places": 80,
  "a malformed cursor is refused as invalid": 70,
  "data calls are allowed for each Location by its own link": 70,
  "searchActivityDateRange answers mistakes without a server error": 70,
};

/** How long most others take. */
const usualTime = 30;

/** About how long a proof takes beside others. */
export const timeOf = ({ title }: Pick<Proof, "title">): number => longProofs[title] ?? usualTime;
