import { type Answered, post } from "../../harness/partner-client.ts";
import { type Ask, fillIn } from "../../harness/partner-profile.ts";
import { type CertificationContext } from "./context.ts";

/** Something that the application, or somebody at its screen, was asked to do. */
export interface Asked {
  isByHand: boolean;
  /** When it was asked, and at which address. */
  at: number;
  url: string;
  /** How long it is waited for. */
  seconds: number;
  /** What the application answered, and when; undefined while it has not, and for a person. */
  answer: (Answered & { at: number }) | undefined;
  /** It is no longer waited for. */
  end: () => void;
}

/** How long a person has for each thing that is asked of them, in seconds. */
const forPeople = 300;

/** Has something done by the application: by a request to it, or by a person. */
export function ask(
  { profile, person, application_id }: CertificationContext,
  how: Ask | undefined,
  location_id: number,
  task: string,
): Asked {
  if (!how) {
    const told = person?.told(task, forPeople);
    return { isByHand: true, at: Date.now(), url: "", seconds: forPeople, answer: undefined, end: () => told?.done() };
  }
  const day = (back: number) => new Date(Date.now() - back * 86_400_000).toISOString().slice(0, 10);
  const placeholders = { location_id, application_id, date_from: day(7), date_to: day(0) };
  const { method = "POST", url, headers = {}, body: written } = fillIn(how, placeholders);
  const body = written === undefined ? "" : JSON.stringify(written);
  const type: Record<string, string> = body ? { "content-type": "application/json" } : {};
  const { max_s: seconds } = profile.patience;
  const asked: Asked = { isByHand: false, at: Date.now(), url, seconds, answer: undefined, end: () => undefined };
  const send = async () => {
    const answered = await post({ method, url, headers: { ...type, ...headers }, body }, seconds * 1000);
    asked.answer = { ...answered, at: Date.now() };
  };
  void send();
  return asked;
}

/** What may be why nothing came of asking, to be put behind a sentence. */
export function trouble(asked: Asked | undefined): string {
  const { status = 0, failure } = asked?.answer ?? {};
  if (failure) return ` (${asked?.url}: ${failure})`;
  return status >= 400 ? ` (${asked?.url} answered ${status})` : "";
}
