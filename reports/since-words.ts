import { counted } from "../base/wording.ts";
import type { SinceThen } from "../record/since.ts";

/** What changed since an earlier run, group by group, in words; groups without anything are left out. */
export const changeGroups = (since: SinceThen): (readonly [words: string, ids: readonly string[]])[] =>
  (
    [
      ["newly failing", since.newlyFailing],
      ["fixed", since.fixed],
      ["still failing", since.stillFailing],
      ["newly untestable", since.newlyUntestable],
    ] as const
  ).filter(([, ids]) => ids.length > 0);

/** As many ids as a line names. */
const mostNamed = 12;

/** Ids in a line; of many, the first. */
export const namedIds = (ids: readonly string[]): string =>
  ids.slice(0, mostNamed).join(", ") + (ids.length > mostNamed ? ` and ${ids.length - mostNamed} more` : "");

/** What changed since an earlier run, as lines. */
export function sinceLines(since: SinceThen): string[] {
  const groups = changeGroups(since);
  const head = `since the run of ${since.finished.slice(0, 16).replace("T", " ")} UTC:`;
  if (groups.length === 0) return [`${head} nothing changed`];
  return [head, ...groups.map(([words, ids]) => `  ${counted(ids.length, "requirement")} ${words}: ${namedIds(ids)}`)];
}
