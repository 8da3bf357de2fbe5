import { existsSync, readFileSync } from "node:fs";

/** The help of the program as the build stored it, which is there at once; undefined where it is painted, or broken at the width of a terminal. */
export function storedHelp(
  args: readonly string[],
  { isTTY }: { isTTY?: boolean },
  env: Readonly<Record<string, string | undefined>>,
): string | undefined {
  if (isTTY || env.FORCE_COLOR || args.length !== 1 || !/^(-h|--help)$/.test(args[0] ?? "")) return undefined;
  const file = new URL("../cli/help.txt", import.meta.url);
  return existsSync(file) ? readFileSync(file, "utf8") : undefined;
}
