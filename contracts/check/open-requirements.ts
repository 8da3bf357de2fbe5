/** Where the specification says that it does not show something: at an operation, below a pointer of its body, and the requirement that keeps it open. */
const openings: [operation: string, pointer: string, requirement: string][] = [
  ["grantAccess", "", "INST-23"],
  ["confirmInstallation", "", "INST-24"],
  ["listCompanies", "", "INST-28"],
  ["searchActivities", "/data", "ACT-10"],
  ["listResources", "/data", "RES-11"],
  ["freezeEvent", "", "LIFE-4"],
  ["uninstallEvent", "", "LIFE-4"],
];

/** The requirement that keeps a place open, where one does. */
export function openRequirementAt(
  { id, notShown, surface }: { id: string; notShown: readonly string[]; surface: string },
  pointer: string,
  status?: number,
): string | undefined {
  if (notShown.includes("response.data")) return "MKT-11";
  if (surface === "webhooks" && /^\/data(\/|$)/.test(pointer)) return "HOOK-12";
  if (surface === "v3" && (status ?? 200) >= 400) return "ERR-7";
  return openings.find(([operation, place]) => operation === id && pointer.startsWith(place))?.[2];
}
