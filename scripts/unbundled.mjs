/** Dependencies that are not bundled but installed with the package: refa is a quarter of what would ship, and only comparing documents needs it. */
export const unbundled = ["refa"];
