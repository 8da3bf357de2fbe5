import { isDeepStrictEqual } from "node:util";
import { loadOperations, type Operation } from "../../../specs/operations.ts";
import { deriveSchema, presencesOf } from "../../../specs/schemas.ts";
import type { ApiReply } from "../../api/call/replies.ts";
import { closed, opened } from "../changes/replies.ts";
import { answerFault, type DerivedFault } from "./derived-fault.ts";
import { type Place, placesOf } from "./places.ts";
import { changedAt, type WrongValue, wrongValues } from "./wrong-values.ts";

/** An answer of one status with something wrong at a place of its body. */
function wrongAnswer(answer: ApiReply, status: number, { path }: Place, { change }: WrongValue): ApiReply {
  if (answer.status !== status || (answer.body ?? answer.bytes) === undefined) return answer;
  const right = opened(answer);
  const wrong = changedAt(right, path, change);
  return isDeepStrictEqual(right, wrong) ? answer : closed(answer, wrong);
}

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
  return wrongValues(place).map((wrongValue) =>
    answerFault(
      {
        name: `${where} ${wrongValue.wrong}`,
        kind: wrongValue.kind,
        wrong: wrongValue.wrong,
        breaks: wrongValue.breaks ?? place.requirement,
        above: place.above,
        place: where,
      },
      { operation: id, reshape: (answer) => wrongAnswer(answer, status, place, wrongValue) },
    ),
  );
};
