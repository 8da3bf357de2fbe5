import colors from "picocolors";

/** Paints text for a terminal; a plain one leaves it as it is. */
export type Paint = ReturnType<typeof colors.createColors>;

/** Leaves every text as it is. */
export const plain: Paint = colors.createColors(false);

/** The paint of a terminal: colours are for people, and noise in a build's log. */
export function paintFor({ isTTY }: { isTTY?: boolean }, env: Readonly<Record<string, string | undefined>>): Paint {
  const isWanted = Boolean(env.FORCE_COLOR) || (isTTY === true && env.TERM !== "dumb");
  return colors.createColors(isWanted && !env.NO_COLOR);
}
