import { resetPath } from "../../harness/control/control-calls.ts";
import { sentenceOf } from "../../record/findings.ts";
import type { RecordedExchange, RecordedFinding } from "../../record/journal.ts";
import type { Happening } from "../../record/story/history.ts";
import { readAssets } from "../parts/assets.ts";
import { hereDocument, oneLine, quoted } from "./shell-words.ts";
import { type ScriptFacts, stepsOf, unprovenIn } from "./steps.ts";

export interface ScriptSubject {
  id: string;
  title: string;
  finding: RecordedFinding;
  /** The exchange that shows the finding. */
  shown: RecordedExchange;
  story: readonly Happening[][];
}

/** A script that takes the steps of a story again: it exits 1 while what was found is there, 0 once it is not although every step before had its status, and 2 elsewhere. */
export function script(
  { id, title, finding, shown, story }: ScriptSubject,
  { urls, control }: Pick<ScriptFacts, "urls"> & { control?: string | undefined },
): string {
  const facts = { urls, compared: comparedIn(story, finding), judged: finding.promised && shown.id };
  const { lines, variables } = stepsOf(story, facts);
  const reset = story.flat().find((happening) => happening.kind === "control" && happening.path === resetPath);
  const usesControl = story.flat().some(({ kind }) => kind === "control");
  return [
    "#!/bin/sh",
    `# ${id}: ${oneLine(title)}`,
    `# ${oneLine(sentenceOf(finding))}`,
    "# Exits 1 while it fails, 0 once it does not, and 2 where that cannot be determined, such as where a step has another status than it had. Needs sh, awk and curl.",
    "set -u",
    `id=${id}`,
    "",
    readAssets("repro/prelude.sh").text,
    ...(usesControl && control ? [`CONTROL_URL=\${CONTROL_URL:-${quoted(control)}}`] : []),
    ...(usesControl ? [readAssets("repro/control.sh").text] : []),
    ...(reset?.kind === "control" ? freshWorld(reset.body, variables, facts) : givenVariables(variables, facts)),
    "",
    ...lines,
    ...verdictLines(finding, shown, unprovenIn(story, shown, urls)),
    "",
  ].join("\n");
}

/** Begins a fresh world, whose answer gives addresses and tokens; what is set already stays. */
function freshWorld(body: unknown, variables: ReadonlySet<string>, { urls }: ScriptFacts): string[] {
  const names = [...variables].toSorted();
  const assign = (name: string, pointer: string) => `take ${name} "$(printf '%s' "$world" | at ${pointer})"`;
  const keyOf = (name: string) => (name.toLowerCase() in urls ? "/urls/" : "/credentials/") + name.toLowerCase();
  const earlier = names.filter((name) => name.startsWith("EARLIER_"));
  const reset = `world=$(control /reset ${quoted(JSON.stringify(body))}) || exit 2`;
  return [
    ...(earlier.length > 0
      ? [
          "# Tokens of a world that is over.",
          reset,
          ...earlier.map((name) => assign(name, keyOf(name.slice("EARLIER_".length)))),
        ]
      : []),
    "# A fresh world gives addresses and tokens; what is set already stays.",
    reset,
    ...names.filter((name) => !name.startsWith("EARLIER_")).map((name) => assign(name, keyOf(name))),
  ];
}

/** Asks for the tokens; addresses are those of the run unless others are set. */
const givenVariables = (variables: ReadonlySet<string>, { urls }: ScriptFacts): string[] =>
  [...variables].toSorted().map((name) => {
    const address = urls[name.toLowerCase()];
    return address === undefined ? `need ${name}; given="$given ${name}"` : `take ${name} ${quoted(address)}`;
  });

/** The exchanges whose responses show a finding: the last one, and those of the same list that it was compared with. */
function comparedIn(story: readonly Happening[][], { promised, isAlone }: RecordedFinding): Set<string> {
  if (promised) return new Set();
  const exchanges = story.flat().filter((happening) => happening.kind === "exchange");
  const last = exchanges.at(-1);
  return new Set(
    exchanges.flatMap(({ id, operation }) =>
      operation === last?.operation && (!isAlone || id === last.id) ? [id] : [],
    ),
  );
}

/** Decides by the responses whether the failure is still there. */
function verdictLines(
  { promised, pointer, isAlone }: RecordedFinding,
  shown: RecordedExchange,
  unproven: readonly string[],
): string[] {
  if (promised) return [["judge", shown.response.status, quoted(promised.join(" ")), ...unproven].join(" ")];
  const names = isAlone ? everyHeader : plainHeaders;
  const place = isAlone && pointer ? ` | below ${quoted(pointer)}` : "";
  return [
    `headers ${quoted(names.source)} >> "$folder/now"`,
    `cat >> "$folder/then" ${hereDocument(headerLines(shown, names))}`,
    `before=$(alike < "$folder/then"${place})`,
    `now=$(alike < "$folder/now"${place})`,
    `[ "$before" = "$now" ] || { echo 'no longer as it was found; assay replay judges what is there now'; exit 0; }`,
    "echo 'still failing'",
    "exit 1",
  ];
}

const tab = "\t";

/** The headers of an answer that the specification speaks of; what is left of a rate depends on requests that are not repeated. */
const plainHeaders = /^(content-type|retry-after|location)$/;
const everyHeader = /^(content-type|retry-after|location|ratelimit.*|x-request-id)$/;

const headerLines = ({ response }: RecordedExchange, names: RegExp): string =>
  Object.entries(response.headers)
    .flatMap(([name, value]) => (names.test(name) ? [`/${name}${tab}${value}`] : []))
    .toSorted()
    .join("\n");
