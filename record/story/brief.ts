import { readUrl } from "../../base/files/read-url.ts";
import { readForeignJson } from "../../base/foreign-json.ts";
import { valueAt } from "../../base/pointer.ts";
import { clockPath } from "../../harness/control/control-calls.ts";
import type { ControlEntry, ExchangeEntry, RecordedFinding } from "../journal.ts";
import { fieldsSent } from "./describe.ts";
import type { Happening } from "./history.ts";
import { shortestMove } from "./story.ts";
import { briefControlDeeds, briefDeeds, filled, isUsualSender, senderOf } from "./words.ts";

/** As many steps as fit into a line; what is left out stands between the first and the last. */
const maxSteps = 12;
const firstSteps = 4;

/** As many characters of a value as a line shows. */
const maxCharacters = 24;

/** A story in one line: `granted → +12 h 1 s → confirmed 201 → status active`. Nothing where one exchange is all of it. */
export function briefStory(groups: readonly Happening[][], finding: RecordedFinding): string | undefined {
  const happenings = groups.flat();
  const last = happenings.at(-1);
  const lastAct = happenings.findLast(isAct);
  const usual = placeOf(happenings.find(isExchange));
  const steps = happenings.flatMap((happening) => {
    if (happening.kind === "control") return briefControl(happening);
    if (happening.kind === "arrival") return "webhook";
    const isLast = happening === last;
    // Between reads of the same, time passes until an answer has settled.
    if (
      !isLast &&
      last?.kind === "exchange" &&
      !isAct(happening) &&
      happening.operation === last.operation &&
      !happening.request.url.includes("?")
    )
      return [];
    return briefExchange(happening, usual, isLast ? finding : undefined, happening === lastAct);
  });
  const joined = withoutRepetitions(withJoinedTimes(steps));
  const left = joined.length - maxSteps;
  const shown =
    left > 0 ? [...joined.slice(0, firstSteps), `… ${left} more …`, ...joined.slice(firstSteps + left)] : joined;
  return joined.length > 1 ? shown.map(textOf).join(" → ") : undefined;
}

/** Seconds that pass, or something that happens. */
type BriefStep = number | string;

const isExchange = (happening: Happening): happening is ExchangeEntry => happening.kind === "exchange";
const isAct = (happening: Happening): boolean => isExchange(happening) && happening.request.method !== "GET";

function briefControl({ path, body }: ControlEntry): BriefStep[] {
  if (path === clockPath) return [Number(body.seconds)];
  const deed = briefControlDeeds[path];
  return deed ? [filled(deed, body)] : [];
}

function briefExchange(
  exchange: ExchangeEntry,
  usual: LinkPlace,
  shows: RecordedFinding | undefined,
  isLastAct: boolean,
): string {
  const { operation, request, response } = exchange;
  const { done, refused } = (Object.hasOwn(briefDeeds, operation) && briefDeeds[operation]) || {
    done: `${request.method} ${readUrl(request.url).pathname}`,
  };
  const isRefused = response.status >= 400;
  const who = senderOf(request.headers.find(([name]) => name.toLowerCase() === "authorization")?.[1]);
  const found = shows && shownValue(exchange, shows);
  return [
    isRefused && refused ? refused : done,
    ...queryOf(request.url),
    ...otherPlace(placeOf(exchange), usual),
    ...(isUsualSender(operation, who) ? [] : [`by ${who}`]),
    ...(isRefused && refused ? ["refused"] : []),
    ...(found ?? (shows || isLastAct || isRefused || !isAct(exchange) ? [response.status] : [])).map(String),
  ].join(" ");
}

/** The value that shows a finding, where it is short enough for a line. */
function shownValue({ response }: ExchangeEntry, { pointer, promised }: RecordedFinding): unknown[] | undefined {
  if (promised || !pointer) return undefined;
  const value = valueAt(readForeignJson(response.body), pointer);
  const isShort = ["string", "number", "boolean"].includes(typeof value) && String(value).length <= maxCharacters;
  return isShort ? [value] : undefined;
}

const queryOf = (url: string): string[] =>
  [...readUrl(url).searchParams].map(([name, value]) => (value.length > maxCharacters ? name : `${name}=${value}`));

/** The application and the Location that a request names. */
interface LinkPlace {
  application?: string | undefined;
  location?: string | undefined;
}

function placeOf(exchange: ExchangeEntry | undefined): LinkPlace {
  const { application_id, location_id, company_id, salon_id } = exchange ? fieldsSent(exchange) : {};
  const text = (value: unknown) => (value === undefined ? undefined : String(value));
  return { application: text(application_id), location: text(location_id ?? company_id ?? salon_id) };
}

/** A place is named where it is another one than that of the first request. */
function otherPlace(place: LinkPlace, usual: LinkPlace): string[] {
  const other = (["application", "location"] as const).flatMap((key) => {
    const isOther = place[key] && usual[key] && place[key] !== usual[key];
    return isOther ? [`${key === "location" ? "Location" : key} ${place[key]}`] : [];
  });
  return other.length > 0 ? [`(${other.join(", ")})`] : [];
}

/** Times that follow each other are one; those that only keep the pace are left out. */
function withJoinedTimes(steps: readonly BriefStep[]): BriefStep[] {
  const joined: BriefStep[] = [];
  for (const step of steps) {
    const before = joined.at(-1);
    if (typeof step === "number" && typeof before === "number") joined[joined.length - 1] = before + step;
    else joined.push(step);
  }
  return joined.filter((step) => typeof step === "string" || step >= shortestMove);
}

/** Steps that follow each other and are the same stand once, with how often. */
function withoutRepetitions(steps: readonly BriefStep[]): BriefStep[] {
  const merged: { step: BriefStep; times: number }[] = [];
  for (const step of steps) {
    const before = merged.at(-1);
    if (before?.step === step) before.times++;
    else merged.push({ step, times: 1 });
  }
  return merged.map(({ step, times }) => (times > 1 ? `${textOf(step)} (${times} times)` : step));
}

const textOf = (step: BriefStep): string => (typeof step === "number" ? `+${briefSeconds(step)}` : step);

/** A duration in the units that people write for short. */
function briefSeconds(seconds: number): string {
  const parts = [
    [Math.floor(seconds / 3600), "h"],
    [Math.floor((seconds % 3600) / 60), "min"],
    [Math.round(seconds % 60), "s"],
  ] as const;
  return parts.flatMap(([count, unit]) => (count > 0 ? [`${count} ${unit}`] : [])).join(" ");
}
