import type { Watcher } from "../certifier/watcher.ts";
import { requirementsUnder } from "../claims.ts";
import type { Recorder } from "../recorder.ts";
import { historyChecks } from "./history.ts";
import { rules } from "./rules.ts";
import { judgeBySchemas, schemaRequirements } from "./schema-rules.ts";

/** The requirements that are judged by what the application sends, whichever scenario makes it send it. */
export const requestRequirements = (): Set<string> =>
  new Set([...rules.map(({ id }) => id), ...schemaRequirements(), ...historyChecks.flatMap(({ judges }) => judges)]);

/** Judges every request by the rules, and all of them together. */
export async function judgeRequests(watcher: Watcher): Promise<void> {
  const { recorder, requests, context } = watcher;
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
  for (const { judge } of historyChecks) await judge(watcher);
  leaveOutUnseen(recorder);
}

/** What is judged of every application does not apply to one that did nothing of the kind. */
export function leaveOutUnseen(recorder: Recorder): void {
  const unseen = requirementsUnder(undefined).filter((id) => !recorder.isSettled(id));
  recorder.untestable(unseen, "the application sent no request that this applies to", { applies: false });
}
