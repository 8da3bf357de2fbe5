import { type Certifier } from "../certifier.ts";
import type { Scenario } from "../scenario.ts";
import { isCallback, callbackPath as path } from "../seen.ts";
import { mustHaveCalledBack } from "./installing.ts";

/** How long an application is watched, in seconds: a loop with pauses of a second shows, and a few tries with such pauses are over. */
const watched = { refused: 8, failed: 5 };

/** How many callbacks are a few tries: who sends more, and is still at it when the watch ends, does not stop by itself. */
const fewTries = 5;

/** Milliseconds since the last callback within which an application is still at it. */
const stillAtIt = 2_000;

/** How much longer somebody is watched who sent more, in seconds: ten tries, say, may come to an end. */
const watchedLonger = 15;

/** How many callbacks in the watch are a storm, where trying again is the thing to do. */
const storm = 10;

/** More replies than callbacks can come in the watch; those left over are used up afterwards. */
const plenty = 200;

type Reply = Parameters<Certifier["standIn"]>[0]["reply"];
const refusal = (status: number): Reply => ({
  status,
  body: { success: false, data: null, meta: { message: status === 401 ? "Authentication needed." : "Access denied." } },
});

/** Connects Locations one after the other, each answered in its own way; the last way stays until the watch is over. */
async function refuse(
  certifier: Certifier,
  seconds: number,
  replies: [location: number, reply: Reply][],
  { isFinal = false, meanwhile }: { isFinal?: boolean; meanwhile?: () => Promise<void> } = {},
) {
  const from = certifier.seen.length;
  const last = replies.at(-1)?.[1] ?? "drop";
  for (const [location, reply] of replies) {
    const isLast = reply === last;
    await certifier.standIn({ surface: "app", method: "POST", path, times: isLast ? plenty : 1, reply });
    await certifier.connect(location, false);
  }
  await Promise.all([certifier.watch(seconds), meanwhile?.()]);
  const callbacks = (location: number) =>
    certifier.seen.slice(from).filter((one) => isCallback(one) && one.location === location);
  const insists = (location: number) => {
    const sent = callbacks(location);
    return sent.length > fewTries && Date.now() - (sent.at(-1)?.at ?? 0) < stillAtIt;
  };
  const isOver = () => (replies.some(([location]) => insists(location)) ? undefined : true);
  if (isFinal) await certifier.until(isOver, watchedLonger);
  const tries = new Map(
    replies.map(([location]) => [location, { sent: callbacks(location), isEndless: insists(location) }]),
  );
  await certifier.clear("POST", certifier.context.urls.app_url + path);
  return (location: number) => tries.get(location) ?? { sent: [], isEndless: false };
}

/** Callbacks that are refused for good, and callbacks that fail. */
export const refusing: Scenario[] = [
  {
    title: "callbacks are refused with 401, 403 and 404",
    claim: "install",
    judges: ["INST-37", "INST-36"],
    async play(certifier) {
      mustHaveCalledBack(certifier);
      const replies: [number, Reply][] = [401, 403, 404].map((status, index) => [
        certifier.location(2 + index),
        refusal(status),
      ]);
      // A link that nobody confirmed is not active: whoever is asked to read its data has to decline.
      const ask = async () => {
        if (certifier.profile.actions.calls) await certifier.act("calls", certifier.location(2), { declines: true });
      };
      const tries = await refuse(certifier, watched.refused, replies, { isFinal: true, meanwhile: ask });
      certifier.recorder.judged("INST-36", "INST-37");
      for (const [location] of replies) {
        const { sent, isEndless } = tries(location);
        if (isEndless)
          certifier.recorder.flaw("INST-37", {
            found: `${sent.length} callbacks for Location ${location} in ${watched.refused + watchedLonger} seconds, and no end`,
            expected: `a few, since it is refused`,
            by: sent.at(-1),
          });
      }
    },
  },
  {
    title: "callbacks are answered 503, and not at all",
    claim: "install",
    judges: ["INST-38"],
    async play(certifier) {
      mustHaveCalledBack(certifier);
      const replies: [number, Reply][] = [
        [
          certifier.location(5),
          { status: 503, body: { success: false, data: null, meta: { message: "Try again later." } } },
        ],
        [certifier.location(6), "drop"],
      ];
      const tries = await refuse(certifier, watched.failed, replies);
      certifier.recorder.judged("INST-38");
      for (const [location] of replies) {
        const { sent } = tries(location);
        if (sent.length > storm)
          certifier.recorder.flaw("INST-38", {
            found: `${sent.length} callbacks for Location ${location} in ${watched.failed} seconds`,
            expected: `at most ${storm}, with growing pauses`,
            by: sent.at(-1),
          });
      }
    },
  },
];
