import type { ReportedRequest } from "../../../harness/control/control.ts";
import { type ManualClock, manualClock } from "../../../harness/testing/manual-clock.ts";
import { Prompter } from "../certifier/prompter.ts";
import type { Prompt } from "../certifier/prompts.ts";
import { Readings } from "../certifier/readings.ts";
import { reasonsToHalt } from "../certifier/reasons-to-halt.ts";
import { Traffic } from "../certifier/traffic.ts";
import { Undone } from "../certifier/undone.ts";
import { Watcher } from "../certifier/watcher.ts";
import { type CertificationContext, noNetwork } from "../context.ts";
import type { PlatformAnswer } from "../requests/platform-answer.ts";

const origin = "http://127.0.0.1:9";
const urls = { base_url: origin, api_root: origin, app_url: origin, v3_base_url: `${origin}/v3` };

/** An application that sends what it is made to send, by a clock of its own, and who watches it. */
export interface Watched {
  clock: ManualClock;
  context: CertificationContext;
  traffic: Traffic;
  watcher: Watcher;
  undone: Undone;
  readings: Readings;
  /** The requests that arrived, as the platform reports them. */
  sent: ReportedRequest[];
  /** The platform's answers, by the numbers of the requests. */
  answers: Map<number, PlatformAnswer>;
  /** The application sends something now. */
  send: (path: string, more?: Partial<ReportedRequest>) => void;
}

/** The parts of a certifier, for an application that does something each time it is asked to, and answers that with a status. */
export function watched({
  onAsked = () => undefined,
  status = () => 202,
  isRefuted = () => false,
}: {
  onAsked?: (application: Watched) => void;
  status?: () => number;
  isRefuted?: () => boolean;
} = {}): Watched {
  const clock = manualClock();
  const sent: ReportedRequest[] = [];
  const answers = new Map<number, PlatformAnswer>();
  const context = {
    clock,
    urls,
    shownUrls: urls,
    network: noNetwork,
    isElsewhere: () => false,
    ended: () => undefined,
    interruption: new AbortController().signal,
    recorder: { asPartOfThis: (act: () => void) => act },
    trafficFrom: 0,
    answers,
    traffic: (after: number) => sent.filter(({ n }) => n > after),
    profile: { patience: { quiet_s: 0.3, max_s: 10, callback_s: 10 } },
  } as unknown as CertificationContext;
  const ask = (): Prompt => {
    const prompted: Prompt = {
      isByHand: false,
      isRepeated: false,
      at: clock.now(),
      url: `${origin}/sync`,
      seconds: 10,
      answer: undefined,
      end: () => undefined,
    };
    const answered = status();
    clock.after(1, () => {
      prompted.answer = { status: answered, took: 1, at: clock.now() };
    });
    onAsked(application);
    return prompted;
  };
  const traffic = new Traffic(context);
  const prompter = new Prompter(context, traffic, ask);
  const watcher = new Watcher(
    context,
    traffic,
    reasonsToHalt({ context, traffic, prompts: prompter.prompts, isRefuted }),
  );
  const application: Watched = {
    clock,
    context,
    traffic,
    watcher,
    undone: new Undone(context, traffic, watcher),
    readings: new Readings(context, traffic, watcher, prompter),
    sent,
    answers,
    send(path, more = {}) {
      const [n, at] = [(sent.at(-1)?.n ?? 0) + 1, new Date(clock.now()).toISOString()];
      const surface = path.startsWith("/v3/") ? "v3" : "base";
      sent.push({ n, at, surface, method: "GET", url: path, headers: [], body: "", status: 200, ...more });
    },
  };
  return application;
}
