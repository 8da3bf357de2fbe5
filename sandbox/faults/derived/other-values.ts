import { isDeepStrictEqual } from "node:util";
import { type OracleKind, oracleKinds } from "../../../specs/ledger/oracles.ts";
import { loadOperations } from "../../../specs/operations.ts";
import { describeRow, type FieldRow, fieldRowsOf } from "../../../specs/schemas/field-rows.ts";
import type { Notice } from "../../world/notices.ts";
import { reply } from "../changes/replies.ts";
import { notice } from "../changes/webhooks.ts";
import { wrongAnswer } from "./answers.ts";
import { answerFault, type DerivedFault } from "./derived-fault.ts";
import { changedAt } from "./wrong-values.ts";

const onAnotherDay = (value: string, by: number): string =>
  new Date(Date.parse(`${value.slice(0, 10)}T00:00:00Z`) + by * 86_400_000).toISOString().slice(0, 10) +
  value.slice(10);

const isDated = (value: unknown): value is string =>
  typeof value === "string" && !Number.isNaN(Date.parse(`${value.slice(0, 10)}T00:00:00Z`));

/** A text of the same form: its last digit or capital is the next one, or it has a letter more. */
function otherText(value: string): string {
  const last = value.at(-1) ?? "";
  if (/\d/.test(last)) return value.slice(0, -1) + ((Number(last) + 1) % 10);
  return /[A-Y]/.test(last) ? value.slice(0, -1) + String.fromCharCode(last.charCodeAt(0) + 1) : `${value}x`;
}

/** Another value of the same type; the same where there is none. */
function otherValue(value: unknown, { values }: FieldRow): unknown {
  const at = values.indexOf(value);
  if (at >= 0) return values[(at + 1) % values.length];
  if (typeof value === "boolean") return !value;
  if (typeof value === "number") return value + 1;
  if (typeof value === "string") return isDated(value) ? onAnotherDay(value, 1) : otherText(value);
  if (Array.isArray(value)) return value.length > 0 ? value.slice(0, -1) : [{}];
  return typeof value === "object" && value !== null ? {} : value;
}

/** A value that a kind of oracle refuses: outside of any interval, or of no row of a table. */
function refusedValue(value: unknown, kind: OracleKind, row: FieldRow): unknown {
  if (kind === "interval" && isDated(value)) return onAnotherDay(value, -365);
  if (kind === "table" && typeof value === "number") return value > 0 ? value - 9 : value + 9;
  return otherValue(value, row);
}

/** A row whose value is another one, against one kind of oracle; what has to be the same elsewhere is another one every second time. */
function faultOf(row: FieldRow, kind: OracleKind, path: string): DerivedFault {
  const { operation, requirement, above, status } = row;
  const wrong = `is not what it is (${kind})`;
  const common = { name: `${describeRow(row)} ${wrong}`, kind: "value", wrong, breaks: requirement, above } as const;
  const place = describeRow(row);
  const change = (value: unknown) => refusedValue(value, kind, row);
  if (status === undefined)
    return {
      ...common,
      place,
      change: (onShown) =>
        notice(path, (webhook) => {
          const body = changedAt(webhook.body, row.path, change) as Notice["body"];
          if (!isDeepStrictEqual(body, webhook.body)) onShown();
          return { ...webhook, body };
        }),
    };
  if (kind !== "same as")
    return answerFault({ ...common, place }, { operation, reshape: (answer) => wrongAnswer(answer, row, change) });
  return {
    ...common,
    place,
    paths: [path],
    change: (onShown) =>
      reply(operation, () => {
        let count = 0;
        return (answer) => {
          const changed = wrongAnswer(answer, row, change);
          if (changed === answer || ++count % 2 === 1) return answer;
          onShown();
          return changed;
        };
      }),
  };
}

/** Each field of which more than the type is judged, with another value of its type, against each of its oracles. */
export const otherValueFaults = (): DerivedFault[] =>
  loadOperations().flatMap((operation) =>
    fieldRowsOf(operation)
      .filter(({ isContainer, path, status = 200 }) => !isContainer && path.at(-1) !== "*" && status < 300)
      .flatMap((row) =>
        oracleKinds
          .filter((kind) => kind !== "type only" && row.oracle[kind] !== undefined)
          .map((kind) => faultOf(row, kind, operation.path)),
      ),
  );
