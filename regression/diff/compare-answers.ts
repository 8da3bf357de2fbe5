import { below, namedBelow, type Place } from "../../base/place.ts";
import { compareContents } from "./compare-bodies.ts";
import { compareHeaders } from "./compare-fields.ts";
import type { Operation } from "./operations.ts";
import type { Area } from "./rules.ts";
import type { Scene } from "./scene.ts";
import type { Sources } from "./sources.ts";

type Answers = ReadonlyMap<string, Place>;

/** Compares the answers of two versions of an operation, status by status. */
export function compareAnswers(scene: Scene, old: Operation, fresh: Operation, area: Area): void {
  const [before, after] = [answersOf(scene.old, old), answersOf(scene.new, fresh)];
  const tell = (change: string, status: string, says: string, one?: Place, other?: Place) =>
    scene.findings.tell({
      rule: `${area}-${change}`,
      about: nameOf(status),
      says,
      old: one ?? below(old.place, "responses"),
      new: other ?? below(fresh.place, "responses"),
      operation: fresh.label,
    });

  for (const [status, one] of before) {
    const holder = holderOf(status, after);
    const other = holder && after.get(holder);
    if (!other) {
      // A range or default may also have been spelled out; what is left of it is gone all the same.
      if (status === "default") tell("default-answer-removed", status, "is gone", one);
      else if ([...after.keys()].some((its) => isWithin(its, status))) {
        tell("status-narrowed", status, `is only ${spelled(status, after)} now`, one);
      } else tell(`${classOf(status)}-status-removed`, status, "is gone", one);
      continue;
    }
    // An error that the default covers as well is still answered as before; a success has to be told.
    if (holder !== status && status !== "default") {
      if (holder === "default" && classOf(status) === "success") {
        tell("success-status-removed", status, "is gone, but for the default answer", one, other);
      } else tell("status-widened", status, `is part of ${holder} now`, one, other);
    }
    compareAnswer(scene, one, other, area, status, fresh.label);
  }
  for (const [status, other] of after) {
    if (before.has(status)) continue;
    const holder = holderOf(status, before);
    const one = holder && before.get(holder);
    if (one) compareAnswer(scene, one, other, area, status, fresh.label);
    else if (status === "default") tell("default-answer-added", status, "is new", undefined, other);
    else if (![...before.keys()].some((its) => isWithin(its, status))) {
      tell(`${classOf(status)}-status-added`, status, "is new", undefined, other);
    }
  }
}

function answersOf(sources: Sources, { place }: Operation): Answers {
  const own = namedBelow(place, "responses").filter(([status]) => !status.startsWith("x-"));
  return new Map(
    own.map(([status, answer]) => [status.toUpperCase().replace("DEFAULT", "default"), sources.follow(answer)]),
  );
}

const nameOf = (status: string): string => (status === "default" ? "The default answer" : `The ${status} answer`);
const classOf = (status: string): "success" | "error" => (/^[123]/.test(status) ? "success" : "error");
const isWithin = (status: string, range: string): boolean =>
  range.endsWith("XX") && status !== range && status[0] === range[0];

/** The answer to which a status belongs: its own, its class's, or the default. */
function holderOf(status: string, answers: Answers): string | undefined {
  return [status, `${status[0]}XX`, "default"].find((one) => answers.has(one));
}

const spelled = (range: string, answers: Answers): string =>
  [...answers.keys()].filter((status) => isWithin(status, range)).join(" or ");

function compareAnswer(scene: Scene, old: Place, fresh: Place, area: Area, status: string, operation: string): void {
  const about = nameOf(status);
  compareHeaders(scene, old, fresh, {
    area: `${area}-header` as Area,
    operation,
    of: ` of the ${status} answer`,
  });
  const tell = (change: string, says: string, one: Place, other: Place) =>
    scene.findings.tell({ rule: `${area}-${change}`, about, says, old: one, new: other, operation });
  const isEmpty = (answer: Place) => namedBelow(answer, "content").length === 0;
  if (isEmpty(old) && !isEmpty(fresh)) tell("body-added", "has a body now", old, fresh);
  else if (!isEmpty(old) && isEmpty(fresh)) tell("body-removed", "no longer has a body", old, fresh);
  else compareContents(scene, old, fresh, { area, about, operation });
  compareLinks(old, fresh, tell);
}

function compareLinks(
  old: Place,
  fresh: Place,
  tell: (change: string, says: string, one: Place, other: Place) => void,
): void {
  const [before, after] = [new Map(namedBelow(old, "links")), new Map(namedBelow(fresh, "links"))];
  for (const [name, one] of before)
    if (!after.has(name)) tell("link-removed", `no longer has the link ${name}`, one, fresh);
  for (const [name, one] of after) if (!before.has(name)) tell("link-added", `has a new link ${name}`, old, one);
}
