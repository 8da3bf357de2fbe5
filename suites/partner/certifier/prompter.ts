import type { CertificationContext } from "../context.ts";
import { isCallback, type PartnerRequest } from "../requests/partner-request.ts";
import { type PartnerTask, type Prompt, prompt } from "./prompts.ts";
import type { Traffic } from "./traffic.ts";

/** True if the platform did not do what the application asked of it. */
const wasRefused = ({ status }: PartnerRequest): boolean => status === null || status >= 400;

/** How the platform refused a request, to be put behind "the platform had". */
function refusalOf(request: PartnerRequest): string {
  const name = isCallback(request) ? "its callback" : `${request.method} ${request.address}`;
  return request.status === null ? `left ${name} without an answer` : `answered ${name} ${request.status}`;
}

/** Asks an application for something, and judges what that is answered. */
export class Prompter {
  /** The last prompt for each task and Location; the latest comes last. */
  readonly prompts = new Map<string, Prompt>();
  readonly #context: CertificationContext;
  readonly #traffic: Traffic;
  readonly #prompt: typeof prompt;

  /** `ask` is how something is asked: by a request, or through a person. */
  constructor(context: CertificationContext, traffic: Traffic, ask = prompt) {
    this.#context = context;
    this.#traffic = traffic;
    this.#prompt = ask;
  }

  /** Asks the application for something. */
  ask(task: PartnerTask, location: number): Prompt {
    const prompted = this.#prompt(this.#context, task, location);
    this.prompts.delete(`${task} ${location}`);
    this.prompts.set(`${task} ${location}`, prompted);
    return prompted;
  }

  /** How the application was last asked for something at a Location. */
  last(task: PartnerTask, location: number): Prompt | undefined {
    return this.prompts.get(`${task} ${location}`);
  }

  /**
   * Judges what a prompt was answered. A 5xx is the application's own failure where the platform had answered it well; where the platform had
   * refused it something before, that is said once, and the requirement is not judged.
   */
  judgeAnswer(task: PartnerTask, location: number, requirement: string): void {
    const { recorder } = this.#context;
    const { request, answer, at = 0 } = this.last(task, location) ?? {};
    if (!request || (answer?.status ?? 0) < 500) return;
    const { method, url, headers, body } = request;
    const where = `${method} ${url}`;
    const found = `${where} answered ${answer?.status}${answer?.said ? `: ${JSON.stringify(answer.said)}` : ""}`;
    const curl = recorder.curl(method, url, Object.entries(headers), body);
    const refused = this.#traffic.requests.findLast(
      (sent) => sent.at >= at && sent.location === location && wasRefused(sent),
    );
    if (refused) {
      const why = `${found}, after the platform had ${refusalOf(refused)}`;
      recorder.trouble(task, `${why}; to repeat it: ${curl}`);
      recorder.untestable([requirement], why, { isDecisive: true });
      return;
    }
    const by = { exchange: `a-${task}-${location}`, where, curl };
    recorder.finding(requirement, { found, expected: "any answer but a 5xx", by });
  }
}
