import { printable } from "../base/text/printable.ts";
import { counted, inSentence } from "../base/text/wording.ts";
import type { Results } from "../record/results.ts";
import type { SinceThen } from "../record/since.ts";

/** The changes since an earlier run, group by group, in words; groups without anything are left out. */
export const changeGroups = (since: SinceThen): (readonly [words: string, ids: readonly string[]])[] =>
  (
    [
      ["newly failing", since.newlyFailing],
      ["fixed", since.fixed],
      ["still failing", since.stillFailing],
      ["newly untestable", since.newlyUntestable],
    ] as const
  ).filter(([, ids]) => ids.length > 0);

/** That another suite judged, so that what changed may be the suite's, and not the subject's. */
export const suiteChange = ({ suites, bySuite, isSameRun }: SinceThen): string => {
  if (isSameRun) return "nothing was sent again: every change is the suite's";
  if (!suites) return "";
  const judges = `${suites.then} judged then, ${suites.now} now`;
  if (!bySuite) return `${judges}: a change may be the suite's, and not the subject's`;
  const own = bySuite.length === 0 ? "no change is the suite's" : `the suite's changes are ${inSentence(bySuite)}`;
  return `${judges}; the earlier journal was judged again: ${own}`;
};

/** As many requirements as are named of a group. */
const maxNamed = 8;

/** The changes since an earlier run, as lines; a requirement is reported by its title as well. */
export function sinceLines(since: SinceThen, { requirements }: Pick<Results, "requirements">): string[] {
  const groups = changeGroups(since);
  const titles = new Map(requirements.map(({ id, title }) => [id, title]));
  const head = `since the run of ${since.finished.slice(0, 16).replace("T", " ")} UTC:`;
  if (groups.length === 0) return [`${head} nothing changed`];
  const otherSuite = suiteChange(since);
  return [
    head,
    ...(otherSuite ? [`  ${otherSuite}`] : []),
    ...groups.flatMap(([words, ids]) => [
      `  ${counted(ids.length, "requirement")} ${words}:`,
      ...ids.slice(0, maxNamed).map((id) => `    ${id}  ${printable(titles.get(id) ?? "")}`),
      ...(ids.length > maxNamed ? [`    and ${ids.length - maxNamed} more`] : []),
    ]),
  ];
}
