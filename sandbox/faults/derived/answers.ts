import { isDeepStrictEqual } from "node:util";
import { loadOperations } from "../../../specs/operations.ts";
import { describeRow, type FieldRow, fieldRowsOf } from "../../../specs/schemas/field-rows.ts";
import type { ApiReply } from "../../api/call/replies.ts";
import { closed, opened } from "../changes/replies.ts";
import { answerFault, type DerivedFault } from "./derived-fault.ts";
import { changedAt, type WrongValue, wrongValues } from "./wrong-values.ts";

/** An answer of one status with something wrong at a place of its body. */
export function wrongAnswer(answer: ApiReply, { status, path }: FieldRow, change: WrongValue["change"]): ApiReply {
  if (answer.status !== status || (answer.body ?? answer.bytes) === undefined) return answer;
  const right = opened(answer);
  const wrong = changedAt(right, path, change);
  return isDeepStrictEqual(right, wrong) ? answer : closed(answer, wrong);
}

/** Every field of every documented answer, wrong in every way. */
export const answerFaults = (): DerivedFault[] =>
  loadOperations()
    .filter(({ surface }) => surface !== "webhooks")
    .flatMap(fieldRowsOf)
    .flatMap(faultsAt);

function faultsAt(row: FieldRow): DerivedFault[] {
  const where = describeRow(row);
  return wrongValues(row).map((wrongValue) =>
    answerFault(
      {
        name: `${where} ${wrongValue.wrong}`,
        kind: wrongValue.kind,
        wrong: wrongValue.wrong,
        breaks: wrongValue.breaks ?? row.requirement,
        above: row.above,
        place: where,
      },
      { operation: row.operation, reshape: (answer) => wrongAnswer(answer, row, wrongValue.change) },
    ),
  );
}
