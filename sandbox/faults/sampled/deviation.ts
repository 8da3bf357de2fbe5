import { isDeepStrictEqual } from "node:util";
import { parseJson } from "../../../base/json.ts";
import type { ApiCall } from "../../api/call/call.ts";
import type { ApiReply } from "../../api/call/replies.ts";
import type { BehaviourChange } from "../changes/fault.ts";
import { reply } from "../changes/replies.ts";
import { handling } from "../changes/routes.ts";
import type { OnShown } from "../derived/derived-fault.ts";
import type { Trigger } from "./trigger.ts";

/** The parts of a provider's promise that a sampled fault can break. */
export const deviationClasses = [
  "shape",
  "value",
  "items",
  "count",
  "filter",
  "status",
  "header",
  "authority",
  "state",
  "time",
  "rate",
  "webhook",
  "lifecycle",
] as const;
export type DeviationClass = (typeof deviationClasses)[number];

/** Something that the specification forbids, at one place, whenever a trigger holds. */
export interface Deviation {
  /** The place and what is wrong there: "listClients /data/*\/balance is one more". */
  name: string;
  /** The requirement that it breaks. */
  breaks: string;
  /** The id of an operation or event. */
  place: string;
  /** True if it breaks something only where the same is read in another way, too: it would describe another world otherwise. */
  needsContrast?: true;
  /** The factors that are not known where it is planted. */
  without?: readonly string[];
  plant: Plant;
}

/** Plants a deviation where a trigger holds. */
export type Plant = (planting: Planting) => BehaviourChange;

interface Planting {
  trigger: Trigger;
  /** Is called whenever something is changed that would have been right. */
  onShown: OnShown;
  /** True if nothing is changed after all: the run only looks whether it would be. */
  isDry: boolean;
}

const comparable = ({ status, headers = {}, body, bytes }: ApiReply) => ({
  status,
  headers,
  body: bytes ? (parseJson(bytes.toString()) ?? bytes.toString()) : body,
});

/** True if two replies say the same. */
const isSameReply = (a: ApiReply, b: ApiReply): boolean => a === b || isDeepStrictEqual(comparable(a), comparable(b));

/** Changes the replies of an operation where a trigger holds. */
export const replyWhen =
  (operation: string, change: (answer: ApiReply, call: ApiCall, trigger: Trigger) => ApiReply): Plant =>
  ({ trigger, onShown, isDry }) =>
    reply(operation, () => {
      const holds = trigger.ofCalls();
      return (answer, call) => {
        if (!holds(call)) return answer;
        const changed = change(answer, call, trigger);
        if (!isSameReply(changed, answer)) onShown();
        return isDry ? answer : changed;
      };
    });

/** Answers a read by other tables where a trigger holds. */
export const readWhen =
  (operation: string, change: (call: ApiCall) => Partial<ApiCall["behaviour"]>): Plant =>
  ({ trigger, onShown, isDry }) =>
  () => {
    const holds = trigger.ofCalls();
    return handling(operation, (handle) => (call) => {
      if (!holds(call)) return handle(call);
      const right = attempted(() => handle(call));
      const wrong = attempted(() => handle({ ...call, behaviour: { ...call.behaviour, ...change(call) } }));
      const isSame =
        "reply" in right && "reply" in wrong
          ? isSameReply(right.reply, wrong.reply)
          : "reply" in right === "reply" in wrong;
      if (!isSame) onShown();
      const result = isDry ? right : wrong;
      if ("reply" in result) return result.reply;
      throw result.error;
    })();
  };

const attempted = (act: () => ApiReply): { reply: ApiReply } | { error: unknown } => {
  try {
    return { reply: act() };
  } catch (error) {
    return { error };
  }
};

/** Does something to the world after a call was answered, where a trigger holds; `before` looks at the world as it was, and `change` returns whether it changed something. */
export const afterwardsWhen =
  <T>(
    operation: string,
    before: (call: ApiCall) => T,
    change: (call: ApiCall, before: T, answer: ApiReply | undefined) => boolean,
  ): Plant =>
  ({ trigger, onShown, isDry }) =>
  () => {
    const holds = trigger.ofCalls();
    return handling(operation, (handle) => (call) => {
      if (!holds(call)) return handle(call);
      // A change of the world cannot be tried without making it: a dry one may show wherever it is triggered.
      if (isDry) {
        onShown();
        return handle(call);
      }
      const was = before(call);
      const result = attempted(() => handle(call));
      if (change(call, was, "reply" in result ? result.reply : undefined)) onShown();
      if ("reply" in result) return result.reply;
      throw result.error;
    })();
  };
