export const listings = ["requirements", "proofs", "faults", "claims", "states"] as const;

export type Listing = (typeof listings)[number];
