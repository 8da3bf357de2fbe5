import type { Traffic } from "../certifier/traffic.ts";
import { requirementsUnder } from "../claims.ts";
import type { CertificationContext } from "../context.ts";
import type { Recorder } from "../recorder.ts";
import { historyChecks } from "./history.ts";
import type { History } from "./history-check.ts";
import { rules } from "./rules.ts";
import { judgeBySchemas, schemaRequirements } from "./schema-rules.ts";
import { judgeTransport } from "./transport.ts";

/** The requirements that are judged by what the application sends, whichever scenario makes it send it. */
export const requestRequirements = (): Set<string> =>
  new Set([
    ...rules.map(({ id }) => id),
    ...schemaRequirements(),
    ...historyChecks.flatMap(({ judges }) => judges),
    "TLS-2",
  ]);

/** What an application has sent, and what it was sent in. */
interface Judged {
  context: CertificationContext;
  traffic: Traffic;
}

/** Judges every request by the rules, and all of them together. */
export async function judgeRequests({ context, traffic }: Judged): Promise<void> {
  const { requests, strays, links } = traffic;
  judgeHistory({ requests, strays, links, context, recorder: context.recorder });
  await judgeTransport(context, requests);
  leaveOutUnseen(context.recorder);
}

function judgeHistory(history: History): void {
  const { recorder, requests, context } = history;
  const judged = new Set<string>();
  for (const request of requests) {
    for (const { id, breach } of rules.filter((rule) => rule.appliesTo(request, context))) {
      judged.add(id);
      const finding = breach(request, context);
      if (finding) recorder.finding(id, { ...finding, by: request });
    }
    const { ids, findings } = judgeBySchemas(request);
    for (const id of ids) judged.add(id);
    for (const [id, finding] of findings) recorder.finding(id, finding);
  }
  recorder.judged(...judged);
  for (const { judge } of historyChecks) judge(history);
}

/** The requirements that an application has broken by what it has sent so far, of which nothing is written down yet. */
export function brokenSoFar({ context, traffic: { requests, strays, links } }: Judged): Set<string> {
  const broken = new Set<string>();
  const ignore = () => undefined;
  const finding = (id: string) => void broken.add(id);
  const recorder = { judged: ignore, untestable: ignore, observe: ignore, finding };
  judgeHistory({ requests, strays, links, context, recorder });
  return broken;
}

/** What is judged of every application does not apply to one that did nothing of the kind. */
export function leaveOutUnseen(recorder: Recorder): void {
  const unseen = requirementsUnder(undefined).filter((id) => !recorder.isSettled(id));
  recorder.untestable(unseen, "the application sent no request that this applies to", { applies: false });
}
