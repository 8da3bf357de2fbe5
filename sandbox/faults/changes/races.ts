import { setTimeout as sleep } from "node:timers/promises";
import type { ApiCall } from "../../api/call/call.ts";
import type { ApiReply } from "../../api/call/replies.ts";
import type { BehaviourChange } from "./fault.ts";

/** One of two calls that are made at once. */
export interface Racer {
  call: ApiCall;
  /** Answers the call as if it were alone. */
  answer: () => ApiReply;
}

/** The time that a call waits for another that is made at once, in milliseconds of real time. */
const patience = 150;

/** A call that waits, and what gives it its answer. */
interface Waiting extends Racer {
  meet: (answer: ApiReply) => void;
}

/** Two calls that are made at once go wrong; each by itself is answered rightly. */
export const colliding =
  (
    isAffected: (call: ApiCall) => boolean,
    collide: (first: Racer, second: Racer) => [first: ApiReply, second: ApiReply],
  ): BehaviourChange =>
  () => {
    let waiting: Waiting | undefined;
    return (behaviour) => ({
      ...behaviour,
      meanwhile: (call, answer) => {
        if (!isAffected(call)) return Promise.resolve(answer());
        if (waiting) {
          const first = waiting;
          waiting = undefined;
          const [early, late] = collide(first, { call, answer });
          first.meet(early);
          return Promise.resolve(late);
        }
        return new Promise((resolve) => {
          const own: Waiting = { call, answer, meet: resolve };
          waiting = own;
          setTimeout(() => {
            if (waiting !== own) return;
            waiting = undefined;
            resolve(answer());
          }, patience);
        });
      },
    });
  };

/** Something is the case while a call is under way; the call ends when something else has happened, or after a while. */
export const unsettled =
  (isAffected: (call: ApiCall) => boolean, begin: (call: ApiCall) => () => void): BehaviourChange =>
  () =>
  (behaviour) => ({
    ...behaviour,
    meanwhile: async (call, answer) => {
      if (!isAffected(call)) return answer();
      const end = begin(call);
      const { lastId } = call.world.state;
      const latest = performance.now() + patience;
      while (call.world.state.lastId === lastId && performance.now() < latest) await sleep(1);
      end();
      return answer();
    },
  });
