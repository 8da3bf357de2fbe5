import { sentenceOf } from "../../record/findings.ts";
import type { RecordedFinding } from "../../record/journal.ts";
import { oneLine } from "./shell-words.ts";

/** Why plain requests cannot show a failure again. */
export type ReplayNeed = "webhooks" | "counts" | "wait" | "adapter" | "length" | "silence";

const reasons: Record<ReplayNeed, string> = {
  webhooks: "a receiver of webhooks is needed",
  counts: "requests are counted, and the seconds between them matter",
  wait: "each target names a wait of its own",
  adapter: "the target is controlled by an adapter",
  length: "what shows it is too long for a script",
  silence: "no answer shows it",
};

/** A script that has assay repeat a failure, with the same exits as one that sends requests itself. */
export const replayScript = (
  id: string,
  title: string,
  finding: RecordedFinding,
  need: ReplayNeed,
): string => `#!/bin/sh
# ${id}: ${oneLine(title)}
# ${oneLine(sentenceOf(finding))}
# Exits 1 while it fails, 0 once it does not, and 2 where that cannot be determined. Needs assay: ${reasons[need]}.
# TARGET names another profile than that of the run, and ASSAY another way to start assay.
set -u
\${ASSAY:-npx --no-install assay} --version > /dev/null 2>&1 || { echo 'assay is not installed here: set ASSAY to the command that starts it' >&2; exit 2; }
\${ASSAY:-npx --no-install assay} replay "$(dirname "$0")/.." ${id} \${TARGET:+--target "$TARGET"}
code=$?
[ "$code" -le 1 ] || exit 2
exit "$code"
`;
