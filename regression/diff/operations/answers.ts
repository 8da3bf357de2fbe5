import type { ExchangePart } from "../differences/rules.ts";
import type { OpenDocument } from "../documents/document.ts";
import type { DocumentOperation } from "../documents/operations.ts";
import { below, type DocumentPlace, namedBelow } from "../documents/place.ts";
import { compareContents } from "./contents.ts";
import { type ComparedValue, type DocumentComparison, reportValue } from "./document-comparison.ts";
import { compareHeaders } from "./fields.ts";

/** Responses by status, such as 200, 4XX or default. */
type Answers = ReadonlyMap<string, DocumentPlace>;

/** The parts of exchanges that answers and their headers are. */
export interface AnswerParts {
  answer: ExchangePart;
  header: ExchangePart;
}

/** Compares the responses of two versions of an operation, status by status. */
export function compareAnswers(
  comparison: DocumentComparison,
  old: DocumentOperation,
  fresh: DocumentOperation,
  parts: AnswerParts,
): void {
  const [before, after] = [answersOf(comparison.old, old), answersOf(comparison.new, fresh)];
  const valueOf = (status: string): ComparedValue => ({
    part: parts.answer,
    about: status === "default" ? "The default answer" : `The ${status} answer`,
    names: [status],
    operation: fresh.label,
  });
  const report = (status: string, change: string, says: string, oldPlace?: DocumentPlace, newPlace?: DocumentPlace) =>
    reportValue(comparison, valueOf(status), change, says, {
      old: oldPlace ?? below(old.place, "responses"),
      new: newPlace ?? below(fresh.place, "responses"),
    });
  const compare = (status: string, oldAnswer: DocumentPlace, newAnswer: DocumentPlace) => {
    compareHeaders(comparison, oldAnswer, newAnswer, { part: parts.header, status, operation: fresh.label });
    compareBody(comparison, oldAnswer, newAnswer, valueOf(status));
    compareLinks(comparison, oldAnswer, newAnswer, valueOf(status));
  };

  for (const [status, oldAnswer] of before) {
    const holder = holderOf(status, after);
    const newAnswer = holder && after.get(holder);
    if (!newAnswer) {
      // A range or default may also have been spelled out; what is left of it is gone all the same.
      if (status === "default") report(status, "default-answer-removed", "is gone", oldAnswer);
      else if (statusesWithin(status, after).length > 0) {
        report(status, "status-narrowed", `is now only ${statusesWithin(status, after).join(" or ")}`, oldAnswer);
      } else report(status, `${classOf(status)}-status-removed`, "is gone", oldAnswer);
      continue;
    }
    // An error that the default covers as well is still answered as before; a success has to be described.
    if (holder !== status && status !== "default") {
      if (holder === "default" && classOf(status) === "success") {
        report(status, "success-status-removed", "is gone, except for the default answer", oldAnswer, newAnswer);
      } else report(status, "status-widened", `is now part of ${holder}`, oldAnswer, newAnswer);
    }
    compare(status, oldAnswer, newAnswer);
  }
  for (const [status, newAnswer] of after) {
    if (before.has(status)) continue;
    const holder = holderOf(status, before);
    const oldAnswer = holder && before.get(holder);
    if (oldAnswer) compare(status, oldAnswer, newAnswer);
    else if (status === "default") report(status, "default-answer-added", "is new", undefined, newAnswer);
    else if (statusesWithin(status, before).length === 0) {
      report(status, `${classOf(status)}-status-added`, "is new", undefined, newAnswer);
    }
  }
}

function answersOf(document: OpenDocument, { place }: DocumentOperation): Answers {
  const own = namedBelow(place, "responses").filter(([status]) => !status.startsWith("x-"));
  return new Map(
    own.map(([status, answer]) => [status.toUpperCase().replace("DEFAULT", "default"), document.follow(answer)]),
  );
}

const classOf = (status: string): "success" | "error" => (/^[123]/.test(status) ? "success" : "error");

/** The answer to which a status belongs: its own, its class's, or the default. */
const holderOf = (status: string, answers: Answers): string | undefined =>
  [status, `${status[0]}XX`, "default"].find((holder) => answers.has(holder));

/** The statuses of some responses that a range such as 4XX holds. */
const statusesWithin = (range: string, answers: Answers): string[] =>
  range.endsWith("XX") ? [...answers.keys()].filter((status) => status !== range && status[0] === range[0]) : [];

function compareBody(
  comparison: DocumentComparison,
  old: DocumentPlace,
  fresh: DocumentPlace,
  value: ComparedValue,
): void {
  const isEmpty = (answer: DocumentPlace) => namedBelow(answer, "content").length === 0;
  const where = { old, new: fresh };
  if (isEmpty(old) && !isEmpty(fresh)) reportValue(comparison, value, "body-added", "now has a body", where);
  else if (!isEmpty(old) && isEmpty(fresh))
    reportValue(comparison, value, "body-removed", "no longer has a body", where);
  else compareContents(comparison, old, fresh, value);
}

function compareLinks(
  comparison: DocumentComparison,
  old: DocumentPlace,
  fresh: DocumentPlace,
  value: ComparedValue,
): void {
  const [before, after] = [new Map(namedBelow(old, "links")), new Map(namedBelow(fresh, "links"))];
  for (const [name, link] of before)
    if (!after.has(name))
      reportValue(comparison, value, "link-removed", `no longer has the link ${name}`, { old: link, new: fresh });
  for (const [name, link] of after)
    if (!before.has(name)) reportValue(comparison, value, "link-added", `has a new link ${name}`, { old, new: link });
}
