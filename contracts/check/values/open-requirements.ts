import type { Operation } from "../../../specs/operations.ts";

/** The parts that the specification does not show: an operation, a pointer into its body, and the open requirement that says so. */
const openRequirements: [operation: string, pointer: string, requirement: string][] = [
  ["grantAccess", "", "INST-23"],
  ["confirmInstallation", "", "INST-24"],
  ["listCompanies", "", "INST-28"],
  ["searchActivities", "/data", "ACT-10"],
  ["listResources", "/data", "RES-11"],
  ["freezeEvent", "", "LIFE-4"],
  ["uninstallEvent", "", "LIFE-4"],
];

/** The open requirement that covers a place which the specification does not show, where there is one. */
export function openRequirementAt(
  { id, notShown, surface }: Pick<Operation, "id" | "notShown" | "surface">,
  pointer: string,
  status?: number,
): string | undefined {
  if (notShown.includes("response.data")) return "MKT-11";
  if (surface === "webhooks" && /^\/data(\/|$)/.test(pointer)) return "HOOK-12";
  if (surface === "v3" && (status ?? 200) >= 400) return "ERR-7";
  return openRequirements.find(([operation, place]) => operation === id && pointer.startsWith(place))?.[2];
}
