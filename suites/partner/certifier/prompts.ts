import { dayOf } from "../../../base/formats/formats.ts";
import { type Answered, type Posting, post } from "../../../harness/http/partner-client.ts";
import { type Ask, fillIn, type PartnerProfile } from "../../../harness/profiles/partner-profile.ts";
import { type CertificationContext, maxTries } from "../context.ts";
import { times } from "../times.ts";

/** A request to the application: to connect a Location, or to read something of it. */
export type PartnerTask = "connect" | "resources" | "calls";

/** Something that the application, or someone at its screen, was asked to do. */
export interface Prompt {
  isByHand: boolean;
  /** True if it was sent again because it was lost on the way: then an application may rightly begin twice. */
  isRepeated: boolean;
  /** When it was asked, and at which address. */
  at: number;
  url: string;
  /** The request that was sent there; undefined for a person. */
  request?: Posting;
  /** The time that it is waited for. */
  seconds: number;
  /** The application's answer, and when it came; undefined until then, and for a person. */
  answer: (Answered & { at: number }) | undefined;
  /** It is no longer waited for. */
  end: () => void;
}

/** The number of days back that the application is asked to read: a week fits every history. */
const daysRead = 7;

const millisecondsInDay = 86_400_000;

/** The sentences that ask a person. */
const sentences: Record<PartnerTask, (location: number, application: number) => string> = {
  connect: (location, application) =>
    `connect application ${application} at Location ${location} in your application, as its owner would after granting access`,
  resources: (location) => `have your application read resources of Location ${location}`,
  calls: (location) => `have your application read calls of Location ${location}`,
};

/** The tasks in words, as steps. */
const steps: Record<PartnerTask, string> = {
  connect: "the owner's browser comes to the application from",
  resources: "the application is asked to read resources of",
  calls: "the application is asked to read calls of",
};

const askOf = ({ connect, actions }: PartnerProfile, task: PartnerTask): Ask | undefined =>
  task === "connect" ? connect : actions[task];

/** Asks the application for something: by a request, or through a person. */
export function prompt(context: CertificationContext, task: PartnerTask, location: number): Prompt {
  const ask = askOf(context.profile, task);
  context.recorder.step(`${steps[task]} Location ${location}`, location);
  return ask ? promptApplication(context, ask, location) : promptPerson(context, task, location);
}

function promptPerson(
  { person, application_id, clock }: CertificationContext,
  task: PartnerTask,
  location: number,
): Prompt {
  const shown = person?.instruct(sentences[task](location, application_id), times.forPeople);
  return {
    isByHand: true,
    isRepeated: false,
    at: clock.now(),
    url: "",
    seconds: times.forPeople,
    answer: undefined,
    end: () => shown?.done(),
  };
}

function promptApplication(context: CertificationContext, ask: Ask, location_id: number): Prompt {
  const { profile, application_id, clock } = context;
  const day = (daysAgo: number) => dayOf(clock.now() - daysAgo * millisecondsInDay);
  const placeholders = { location_id, application_id, date_from: day(daysRead), date_to: day(0) };
  const { method = "POST", url, headers = {}, body: written } = fillIn(ask, placeholders);
  const body = written === undefined ? "" : JSON.stringify(written);
  const contentType: Record<string, string> = body ? { "content-type": "application/json" } : {};
  const { max_s: seconds } = profile.patience;
  const request = { method, url, headers: { ...contentType, ...headers }, body };
  const prompted: Prompt = {
    isByHand: false,
    isRepeated: false,
    at: clock.now(),
    url,
    request,
    seconds,
    answer: undefined,
    end: () => undefined,
  };
  const send = async () => {
    let answered = await post(request, seconds * 1000);
    for (let tries = 1; tries < maxTries(context) && answered.failure !== undefined; tries++) {
      prompted.isRepeated = true;
      answered = await post(request, seconds * 1000);
    }
    prompted.answer = { ...answered, at: clock.now() };
  };
  void send();
  return prompted;
}

/** Why a prompt may have led to nothing, to be put behind a sentence. */
export function causeOf(prompted: Prompt | undefined): string {
  const { status = 0, failure } = prompted?.answer ?? {};
  if (failure) return ` (${prompted?.url}: ${failure})`;
  return status >= 400 ? ` (${prompted?.url} answered ${status})` : "";
}
