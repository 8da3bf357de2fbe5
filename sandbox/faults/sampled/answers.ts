import { loadOperations } from "../../../specs/operations.ts";
import { fieldRowsOf } from "../../../specs/schemas/field-rows.ts";
import type { Place } from "../../../specs/schemas/places.ts";
import type { ApiReply } from "../../api/call/replies.ts";
import { closed, isSuccess, opened } from "../changes/replies.ts";
import { derivedFaults } from "../derived/derived.ts";
import type { DerivedFault } from "../derived/derived-fault.ts";
import { whyOpen } from "../derived/left-open.ts";
import { changedAt } from "../derived/wrong-values.ts";
import { isSeeded, linkIn } from "./call-facts.ts";
import { type Deviation, replyWhen } from "./deviation.ts";
import { valueChanges } from "./value-changes.ts";

/** The faults of responses that follow from the documents, as far as no sentence leaves them open. */
const derivedAnswers = (isAffected: (fault: DerivedFault) => boolean): Deviation[] =>
  [...derivedFaults().values()].flatMap((fault): Deviation[] => {
    const { name, breaks, answer } = fault;
    if (!answer || whyOpen(fault, true) !== undefined || !isAffected(fault)) return [];
    return [{ name, breaks, place: answer.operation, plant: replyWhen(answer.operation, answer.reshape) }];
  });

/** Values that are wrong by their form, whatever the right value is; those that are wrong by their value alone are drawn below. */
const wrongForms = /is (missing|null|a number|text|a list|an object|a fraction)$|reads (99|".*_")$/;

export const shapes = (): Deviation[] =>
  derivedAnswers(({ kind, wrong }) => (kind === "field" || kind === "enum") && wrongForms.test(wrong));

export const headers = (): Deviation[] => derivedAnswers(({ kind }) => kind === "header");

/** The statuses that mean something else than what a right request gets. */
const wrongStatuses = [401, 404, 503];

export const statuses = (): Deviation[] => [
  ...derivedAnswers(({ kind }) => kind === "status"),
  ...loadOperations()
    .filter(({ surface, notShown }) => surface !== "webhooks" && !notShown.includes("security"))
    .flatMap(({ id }) =>
      wrongStatuses.map((status) => ({
        name: `${id} answers ${status} to a right request`,
        breaks: status === 503 ? "ENV-5" : "ENV-7",
        place: id,
        plant: replyWhen(id, (answer) => (isSuccess(answer) ? refusal(status) : answer)),
      })),
    ),
];

export const refusal = (status: number, head: Record<string, number> = {}): ApiReply => ({
  status,
  headers: head,
  body: { success: false, data: null, meta: { message: "Refused." } },
});

/** Which items of a list are wrong. */
export const portions: Readonly<Record<string, (index: number, length: number) => boolean>> = {
  "in every item": () => true,
  "in the first item": (index) => index === 0,
  "in the last item": (index, length) => index === length - 1,
  "in every third item": (index) => index % 3 === 2,
};

/** Values that move automatically, or that name no fact: they are left alone. */
const leftAlone = /^(success|object|meta|has_more|next_cursor)$|next_slot$|exchange$/;

/** The operations whose records are reported in a form that is shown. */
const readers = [
  "listConnectedLocations",
  "listCountries",
  "listCalls",
  "listClients",
  "readService",
  "searchActivityDates",
  "searchActivityDateRange",
  "readInstallationStatus",
  "readInstallationStatusInFlow",
];

/** Facts of a link that are known without having been put there: its states. */
const knownOfLinks = ["status", "status_from", "status_to"];

const readsStatus = (operation: string): boolean => operation.startsWith("readInstallationStatus");

const isUnseedable = (operation: string, path: readonly string[]): boolean =>
  operation === "listCountries" ||
  operation === "readService" ||
  (readsStatus(operation) && !knownOfLinks.includes(path.at(-1) ?? ""));

export const values = (): Deviation[] => [
  ...loadOperations()
    .filter(({ id }) => readers.includes(id))
    .flatMap((operation) =>
      fieldRowsOf(operation)
        .filter(({ status }) => status === 200)
        .filter(({ path }) => !leftAlone.test(path[0] ?? "") && !leftAlone.test(path.at(-1) ?? "") && path.length > 1)
        .flatMap((place) => valuesAt(operation.id, place)),
    ),
  ...["title", "id"].flatMap((name) =>
    valuesAt("listResources", { path: ["data", "*", name], types: ["string"], requirement: "RES-8" }),
  ),
];

/** A place whose values are wrong in every way. */
function valuesAt(operation: string, { path, types, requirement }: Pick<Place, "path" | "types" | "requirement">) {
  const isList = path[1] === "*" && operation !== "searchActivityDates";
  return valueChanges(types).flatMap(([wrong, change]) =>
    (isList ? Object.keys(portions) : [""]).map(
      (portion): Deviation => ({
        name: [operation, `/${path.join("/")}`, wrong, ...(portion ? [portion] : [])].join(" "),
        breaks: requirement,
        place: operation,
        ...(isUnseedable(operation, path) ? { needsContrast: true } : {}),
        plant: replyWhen(operation, (answer, call, { isReading }) => {
          if (answer.status !== 200) return answer;
          if (readsStatus(operation) && linkIn(call)?.state === "uninstalled") return answer;
          const whole = opened(answer);
          const isKnown = (item: unknown) => isReading || readsStatus(operation) || isSeeded(call, item);
          const spoilt = (value: unknown, rest: readonly string[]) =>
            isKnown(value) ? changedAt(value, rest, change) : value;
          const isAffected = portions[portion] ?? (() => false);
          const data = isList
            ? (whole.data as unknown[]).map((item, index, all) =>
                isAffected(index, all.length) ? spoilt(item, path.slice(2)) : item,
              )
            : spoilt(whole.data, path.slice(1));
          return closed(answer, { ...whole, data });
        }),
      }),
    ),
  );
}
