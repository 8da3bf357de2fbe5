import type { Traffic } from "../certifier/traffic.ts";
import { requirementsUnder } from "../claims.ts";
import type { CertificationContext } from "../context.ts";
import type { PartnerFinding, Recorder } from "../recorder.ts";
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

/** The requests of an application, and the circumstances in which they were sent. */
interface Judged {
  context: CertificationContext;
  traffic: Pick<Traffic, "requests" | "strays" | "links">;
}

/** Requirements that are broken beyond doubt, and the findings of others that an accident may explain. */
export interface BrokenSoFar {
  certain: ReadonlySet<string>;
  inDoubt: ReadonlyMap<string, PartnerFinding>;
}

const isDoubt = ({ again }: PartnerFinding): boolean => again === "the history";

/** Judges every request by the rules, and all of them together; what is in doubt of those that are suspected is reported elsewhere. */
export async function judgeRequests(
  { context, traffic: { requests, strays, links } }: Judged,
  suspected: ReadonlySet<string>,
): Promise<void> {
  const { recorder } = context;
  const finding: Recorder["finding"] = (id, found) => {
    if (!isDoubt(found) || !suspected.has(id)) recorder.finding(id, found);
  };
  judgeHistory({
    requests,
    strays,
    links,
    context,
    recorder: {
      finding,
      judged: (...ids) => recorder.judged(...ids),
      untestable: (...given) => recorder.untestable(...given),
      observe: (...given) => recorder.observe(...given),
    },
  });
  await judgeTransport(context, requests);
  leaveOutUnseen(recorder);
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

/** The requirements that an application has broken so far, of which nothing is written down yet: beyond doubt, or unless an accident explains it. */
export function brokenSoFar({ context, traffic: { requests, strays, links } }: Judged): BrokenSoFar {
  const [certain, inDoubt] = [new Set<string>(), new Map<string, PartnerFinding>()];
  const ignore = () => undefined;
  const finding: Recorder["finding"] = (id, found) => {
    if (isDoubt(found)) inDoubt.set(id, inDoubt.get(id) ?? found);
    else certain.add(id);
  };
  const recorder = { judged: ignore, untestable: ignore, observe: ignore, finding };
  judgeHistory({ requests, strays, links, context, recorder });
  for (const id of certain) inDoubt.delete(id);
  return { certain, inDoubt };
}

/** A requirement of every application does not apply to one that did nothing of the kind. */
export function leaveOutUnseen(recorder: Recorder): void {
  const unseen = requirementsUnder(undefined).filter((id) => !recorder.isSettled(id));
  recorder.untestable(unseen, "the application sent no request that this applies to", { applies: false });
}
