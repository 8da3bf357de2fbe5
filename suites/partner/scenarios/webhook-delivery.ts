import { Untestable } from "../../../base/errors.ts";
import { type Answered, post } from "../../../harness/http/partner-client.ts";
import type { ActingClock } from "../../../harness/time/acting-clock.ts";
import { limit } from "../../../specs/limits.ts";
import type { Certifier } from "../certifier/certifier.ts";
import { Places } from "../certifier/places.ts";
import { Turns } from "../certifier/turns.ts";
import type { ChoiceName, Dialect } from "../dialects/choices.ts";
import { choicesBehind, onlyWhere, ownChoices } from "../dialects/dependence.ts";
import { plainDialect } from "../dialects/dialect.ts";
import { postingIn, webhookIn } from "../dialects/sent.ts";
import type { PartnerEvidence } from "../recorder.ts";
import { answerWithin, rightAnswer } from "./webhook-answers.ts";

/** A webhook to send, and what findings call it. */
export interface NamedWebhook {
  name: string;
  body: object;
}

/** The number that counts as many at once: no more are under way, whichever scenarios send them, unless they are all to be sent at once. */
export const manyAtOnce = 20;

/** The webhooks of each certification that are under way, and those that wait for their turn. */
const places = new WeakMap<Certifier, Places>();

function placesOf(certifier: Certifier): Places {
  const known = places.get(certifier) ?? new Places(manyAtOnce);
  places.set(certifier, known);
  return known;
}

/** After how many failures a sending is given up, and after how many silences all of them: each costs as long as an answer may take. */
const maxFailures = 4;
const maxSilences = 4;

/** How much of a large body a curl line repeats: the rest is filler. */
const shownCharacters = { whole: 2_000, beginning: 200 };

/** The number of times that each certification met with silence. */
const silences = new WeakMap<Certifier, number>();

/**
 * Sends webhooks, a few or all at once, each spread over some milliseconds, or as many as there are seconds for; judges requirements by their responses. One
 * that is not answered in time is sent again with its scenario, or alone where that cannot be played again.
 */
export async function deliver(
  certifier: Certifier,
  ids: readonly string[],
  webhooks: readonly NamedWebhook[],
  { allAtOnce = false, isAgainAlone = false, over = 0, seconds = Number.POSITIVE_INFINITY } = {},
): Promise<void> {
  if ((silences.get(certifier) ?? 0) >= maxSilences) throw new Untestable("webhooks are not answered in time");
  const waiting = [...webhooks];
  const began = certifier.clock.now();
  const [first] = webhooks;
  if (first)
    certifier.recorder.step(
      `the platform sends ${webhooks.length === 1 ? first.name : `${webhooks.length} webhooks${allAtOnce ? " at once" : ""}: ${first.name} and so on`}`,
    );
  let failures = 0;
  const work = async () => {
    const isInTime = () => certifier.watcher.passedSince(began) < seconds * 1000;
    for (let next = waiting.shift(); next && failures < maxFailures && isInTime(); next = waiting.shift()) {
      certifier.readings.sentWebhook();
      const { body } = next;
      const url = certifier.profile.webhook_url ?? "";
      const sendOnce = () => sendOften(certifier, url, webhookIn(body, certifier.dialect), over);
      const send = () => sendInTime(certifier.clock, over, sendOnce);
      const answered = await (allAtOnce ? send() : placesOf(certifier).take(send));
      if (isRight(answered)) continue;
      if (answered.failure === "ECONNREFUSED") await certifier.watcher.noticeEnd();
      failures++;
      if (answered.took >= limit("webhook_timeout") * 1000) silences.set(certifier, (silences.get(certifier) ?? 0) + 1);
      const again = isAgainAlone
        ? () => isAnsweredAgain(certifier, url, webhookIn(body, certifier.dialect))
        : undefined;
      if (ids.length > 0)
        report(certifier, ids, next, { ...answered, dependence: await dependenceOf(certifier, next, answered), again });
    }
  };
  await Promise.all(Array.from({ length: allAtOnce ? webhooks.length : manyAtOnce }, work));
  certifier.recorder.judged(...ids);
  certifier.watcher.look();
}

/** The number of times that a webhook is sent slowly that came even slower than it was to come. */
const maxSlowSends = 3;

/**
 * Sends something over a time, in milliseconds. Where this process was kept from running for as long again, it came slower than anyone has to wait for, so that
 * a refusal shows nothing, and it is sent again. Time in which this process was kept from running does not count for an answer.
 */
export async function sendInTime(
  clock: Pick<ActingClock, "now" | "lostWithin">,
  over: number,
  send: () => Promise<Answered>,
): Promise<Answered> {
  for (let sends = 1; sends <= maxSlowSends; sends++) {
    const began = clock.now();
    const answered = await send();
    const lost = clock.lostWithin(began, clock.now());
    const timed = answered.status === undefined ? answered : { ...answered, took: Math.max(0, answered.took - lost) };
    if (over === 0 || isRight(timed) || lost < over) return timed;
  }
  throw new Untestable("assay was kept from running whenever it sent a webhook slowly");
}

/** The number of times that a webhook is sent whose connection is lost on the way to another machine: among hundreds, some are lost two and three times. */
const maxSends = 6;

/** Sends a webhook, and again where its connection was lost on the way to another machine. */
async function sendOften({ tries, dialect }: Certifier, url: string, body: unknown, over: number): Promise<Answered> {
  const isLost = ({ status, took }: Answered) => status === undefined && took < limit("webhook_timeout") * 1000;
  const send = () => post({ method: "POST", url, ...postingIn(body, dialect), over }, answerWithin * 1000);
  const sends = tries > 1 ? maxSends : 1;
  let answered = await send();
  for (let count = 1; count < sends && isLost(answered); count++) answered = await send();
  return answered;
}

/** Sends an event again whose delivery was lost on the way; returns whether it is answered as it should be. */
export const isAnsweredAgain = async (certifier: Certifier, url: string, body: unknown): Promise<boolean> =>
  isRight(await sendOften(certifier, url, body, 0));

/** The number of refused webhooks that are sent again in other dialects. */
const maxTraced = 60;

/** The traces of each certification: how many webhooks, one after the other, and the choices that were found. */
const traces = new WeakMap<Certifier, { turns: Turns; count: number; found?: readonly ChoiceName[] }>();

/** The choices of the platform that it depends on that a webhook is refused, in words; nothing where it is refused in the sandbox's own words too. */
function dependenceOf(certifier: Certifier, { body }: NamedWebhook, { status }: Answered): Promise<string> {
  const { dialect, profile } = certifier;
  const trace = traces.get(certifier) ?? { turns: new Turns(), count: 0 };
  traces.set(certifier, trace);
  const inWords = (spoken: Dialect) => postingIn(webhookIn(body, spoken), spoken);
  const goesWell = async (spoken: Dialect) => {
    certifier.readings.sentWebhook();
    const posting = { method: "POST", url: profile.webhook_url ?? "", ...inWords(spoken) };
    return isRight(await post(posting, answerWithin * 1000));
  };
  return trace.turns.take(async () => {
    if (!isRefused({ status }) || trace.count++ >= maxTraced) return "";
    const isHeard = (name: ChoiceName) =>
      JSON.stringify(inWords({ ...plainDialect, [name]: dialect[name] })) !== JSON.stringify(inWords(plainDialect));
    const names = ownChoices(dialect).filter((name) => trace.found?.includes(name) ?? isHeard(name));
    const behind = await choicesBehind(dialect, names, goesWell);
    if (behind.length > 0) trace.found ??= behind;
    return behind.length > 0 ? `, ${onlyWhere(dialect, behind)}` : "";
  });
}

const isSuccess = (status = 0): boolean => status >= 200 && status < 300;

const isRight = ({ status, took }: Answered): boolean => isSuccess(status) && took <= answerWithin * 1000;

/** True if a webhook that was not answered as it should be was refused: silence, or a success that comes late, may be an accident. */
const isRefused = ({ status }: Pick<Answered, "status">): boolean => status !== undefined && !isSuccess(status);

/** The choices of the platform that a failure depends on, in words, and how the webhook is sent again alone. */
interface Failure {
  dependence: string;
  again: (() => Promise<boolean>) | "the scenario" | undefined;
}

/** Writes down that a webhook was not answered as it should be. */
function report(
  certifier: Certifier,
  ids: readonly string[],
  webhook: NamedWebhook,
  { status, failure, took, dependence, again = "the scenario" }: Answered & Failure,
): void {
  const { recorder } = certifier;
  const by = evidenceOf(certifier, webhook);
  const found =
    status === undefined
      ? (failure ?? "no answer")
      : `status ${status}${isSuccess(status) ? ` after ${Math.round(took / 1000)} seconds` : dependence}`;
  const isLost = status === undefined && took < limit("webhook_timeout") * 1000;
  const finding = { found, expected: rightAnswer, by, isLost, again: isRefused({ status }) ? undefined : again };
  for (const id of ids) recorder.finding(id, finding);
  // Nothing is signed, so an application that wants a proof wants what was never promised. What goes beyond the specification may be refused.
  if (ids.includes("HOOK-16") && (status === 401 || status === 403))
    recorder.finding("HOOK-20", {
      found: `status ${status} for a webhook without a signature`,
      expected: "a 2xx status",
      by,
    });
}

function evidenceOf({ profile, recorder, dialect }: Certifier, { name, body }: NamedWebhook): PartnerEvidence {
  const url = profile.webhook_url ?? "";
  const { headers, body: text } = postingIn(webhookIn(body, dialect), dialect);
  const shown = text.length > shownCharacters.whole ? `${text.slice(0, shownCharacters.beginning)}…` : text;
  return {
    exchange: `w-${name.replaceAll(" ", "-")}`,
    where: `${name} to ${url}`,
    curl: recorder.curl("POST", url, Object.entries(headers), shown),
  };
}
