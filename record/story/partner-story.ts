import { sentenceOf } from "../findings.ts";
import { type Entry, entriesOf, type RecordedFinding } from "../journal.ts";
import type { StoryStep } from "../results.ts";
import { type TimelineEvent, timelinesOf } from "../timeline.ts";

/** As many steps as lead to a finding; what came long before shows little. */
const maxSteps = 30;

/** Says how findings of an application came about: what both sides did in the scenario up to what shows it, or that request alone. */
export function createPartnerStories(entries: readonly Entry[]): (finding: RecordedFinding) => StoryStep[] {
  const scenarios = new Map(
    timelinesOf(entries).flatMap(({ scenarios: played }) => played.map((each) => [each.title, each.events])),
  );
  const requests = new Map(
    entriesOf(entries, "exchange").map(({ id, request, response }) => [
      id,
      `the application sends ${request.method} ${request.url} → ${response.status || "no answer"}`,
    ]),
  );
  return (finding) => {
    const { scenario = "", exchange = "" } = finding;
    const last = { step: sentenceOf(finding), ...(exchange ? { exchange } : {}) };
    const shown = requests.get(exchange);
    const events = scenarios.get(scenario)?.filter(({ side }) => side !== "found") ?? [];
    const index = events.findIndex((event) => event.exchange === exchange && exchange !== "");
    const led = (index < 0 ? events : events.slice(0, index + 1)).slice(-maxSteps).map(stepOf);
    if (led.length > 0) return [...led, last];
    return shown ? [{ step: shown, exchange }, last] : [last];
  };
}

const stepOf = ({ side, text, exchange }: TimelineEvent): StoryStep => ({
  step: side === "application" ? `the application sends ${text}` : text,
  ...(exchange ? { exchange } : {}),
});
