import { isDeepStrictEqual } from "node:util";
import { loadOperations, type Operation } from "../../../specs/operations.ts";
import { deriveSchema, presencesOf } from "../../../specs/schemas.ts";
import type { BehaviourChange } from "../changes/fault.ts";
import { closed, opened, reply } from "../changes/replies.ts";
import type { DerivedFault, OnShown } from "./derived-fault.ts";
import { type Place, placesOf } from "./places.ts";
import { changedAt, type WrongValue, wrongValues } from "./wrong-values.ts";

/** Changes the body of an operation's answers with a status. */
const changedBody = (
  operation: string,
  status: number,
  { path }: Place,
  { change }: WrongValue,
  onShown: OnShown,
): BehaviourChange =>
  reply(operation, () => (answer) => {
    if (answer.status !== status || (answer.body ?? answer.bytes) === undefined) return answer;
    const right = opened(answer);
    const wrong = changedAt(right, path, change);
    if (isDeepStrictEqual(right, wrong)) return answer;
    onShown();
    return closed(answer, wrong);
  });

/** The statuses of an operation whose body is shown, and held against its schema. */
const shownStatuses = ({ responses }: Operation): number[] =>
  Object.keys(responses)
    .map(Number)
    .filter((status) => Number.isInteger(status));

/** Every field of every documented answer, wrong in every way. */
export const answerFaults = (): DerivedFault[] =>
  loadOperations()
    .filter(({ surface }) => surface !== "webhooks")
    .flatMap((operation) =>
      shownStatuses(operation).flatMap((status) => {
        const query = Object.fromEntries(presencesOf(operation).map(({ query: name, is }) => [name, is]));
        const holds = ["linked", "an Event matches"];
        const schema = deriveSchema(operation, { direction: "response", part: "body", status, query, holds });
        return schema ? placesOf(schema).flatMap((place) => faultsAt(operation, status, place)) : [];
      }),
    );

const faultsAt = ({ id }: Operation, status: number, place: Place): DerivedFault[] => {
  const pointer = `/${place.path.join("/")}`;
  const where = status < 300 ? `${id} ${pointer}` : `${id} ${status} ${pointer}`;
  return wrongValues(place).map((wrongValue) => ({
    name: `${where} ${wrongValue.wrong}`,
    kind: wrongValue.kind,
    wrong: wrongValue.wrong,
    breaks: wrongValue.breaks ?? place.requirement,
    above: place.above,
    place: where,
    change: (onShown) => changedBody(id, status, place, wrongValue, onShown),
  }));
};
