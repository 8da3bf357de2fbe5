/** How far a run goes, the shallowest first. */
export const depths = ["quick", "standard", "deep"] as const;
export type Depth = (typeof depths)[number];
