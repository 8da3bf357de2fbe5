import { loadOperations } from "../../../specs/operations.ts";
import type { Access, ApiCall } from "../../api/call/call.ts";
import { isSuccess } from "../changes/replies.ts";
import { derivedFaults } from "../derived/derived.ts";
import { whyOpen } from "../derived/left-open.ts";
import { refusal } from "./answers.ts";
import { type Deviation, replyWhen } from "./deviation.ts";

/** The body is not read yet where its sender is checked. */
const inBody = ["listCalls", "confirmInstallation", "addDiscount", "reportPayment", "updateChannel", "markNewMessage"];

const checks = [
  "partnerIsKnown",
  "userIsKnown",
  "credentialIsKnown",
  "credentialSees",
  "partnerOwns",
  "userMay",
] as const satisfies readonly (keyof Access)[];

type Check = (call: ApiCall, ...more: unknown[]) => boolean;

/** The operations without one of their checks of authority, as far as no sentence leaves it open. */
export const authority = (): Deviation[] =>
  [...derivedFaults().values()]
    .filter((fault) => fault.kind === "authority" && whyOpen(fault, true) === undefined)
    .filter((fault) => whyOpen(fault, false) === undefined)
    .map(
      (fault): Deviation => ({
        name: fault.name,
        breaks: fault.breaks,
        place: fault.place,
        without: inBody.includes(fault.place)
          ? [
              "Location",
              "application",
              "link",
              "installation",
              "items",
              "page",
              "size",
              "filters",
              "parameter",
              "day",
              "ids",
              "user",
            ]
          : ["user"],
        plant:
          ({ trigger, onShown, isDry }) =>
          () => {
            const holds = trigger.ofCalls();
            return (right) => {
              const wrong = fault.change(() => undefined)()(right);
              const either = (name: (typeof checks)[number]): Check => {
                const [rightly, wrongly] = [right.access[name] as Check, wrong.access[name] as Check];
                return (call, ...more) => {
                  const isAllowed = rightly(call, ...more);
                  if (!holds(call)) return isAllowed;
                  const isLetIn = wrongly(call, ...more);
                  if (isLetIn !== isAllowed) onShown();
                  return isDry ? isAllowed : isLetIn;
                };
              };
              return {
                ...right,
                access: { ...right.access, ...Object.fromEntries(checks.map((name) => [name, either(name)])) },
              };
            };
          },
      }),
    );

/** The wait that a 429 names, another one. */
const wrongWaits: [wrong: string, change: (wait: number) => number][] = [
  ["is half as long", (wait) => Math.floor(wait / 2)],
  ["is longer than the window", (wait) => wait + 3600],
];

export const rates = (): Deviation[] => [
  ...loadOperations()
    .filter(({ surface, notShown }) => ["v1", "callback"].includes(surface) && !notShown.includes("security"))
    .map(
      ({ id }): Deviation => ({
        name: `${id} is refused for a rate that is not exceeded`,
        breaks: "RATE-1",
        place: id,
        plant: replyWhen(id, (answer) => (isSuccess(answer) ? refusal(429, { "retry-after": 1 }) : answer)),
      }),
    ),
  {
    name: "listResources is refused for a rate that is not exceeded",
    breaks: "RATE-7",
    place: "listResources",
    plant: replyWhen("listResources", (answer) =>
      isSuccess(answer) && Number(answer.headers?.["ratelimit-remaining"]) > 0
        ? { ...answer, status: 429, headers: { ...answer.headers, "ratelimit-reset": 30, "retry-after": 30 } }
        : answer,
    ),
  },
  {
    name: "listResources tells that more is left than is",
    breaks: "RATE-7",
    place: "listResources",
    plant: replyWhen("listResources", (answer) => {
      const remaining = Number(answer.headers?.["ratelimit-remaining"]);
      return isSuccess(answer)
        ? { ...answer, headers: { ...answer.headers, "ratelimit-remaining": remaining + 7 } }
        : answer;
    }),
  },
  ...wrongWaits.map(
    ([wrong, change]): Deviation => ({
      name: `listResources 429: the wait ${wrong}`,
      breaks: "RATE-9",
      place: "listResources",
      plant: replyWhen("listResources", (answer) => {
        if (answer.status !== 429) return answer;
        const wait = change(Number(answer.headers?.["retry-after"]));
        return { ...answer, headers: { ...answer.headers, "retry-after": wait, "ratelimit-reset": wait } };
      }),
    }),
  ),
];
