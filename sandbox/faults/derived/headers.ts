import { loadOperations, type Parameter } from "../../../specs/operations.ts";
import type { ApiReply } from "../../api/call/replies.ts";
import { answerFault, type DerivedFault } from "./derived-fault.ts";

/** A header's value, wrong in one way; undefined where it is left out. */
interface WrongHeader {
  wrong: string;
  change: (value: string) => string | undefined;
}

const plus = (by: number) => (value: string) => value.replace(/\d+/, (digits) => String(Number(digits) + by));
const lastPlus = (by: number) => (value: string) =>
  value.replace(/\d+(?=\D*$)/, (digits) => String(Number(digits) + by));

/** The ways in which a header can be wrong; numbers in texts of a documented form are off by one, too. */
function wrongHeaders({ schema }: Parameter): WrongHeader[] {
  const isNumber = schema.type === "integer" || schema.type === "number";
  const numbers = isNumber || schema.pattern ? ["the first", ...(schema.pattern ? ["the last"] : [])] : [];
  return [
    { wrong: "is missing", change: () => undefined },
    { wrong: "is empty", change: () => "" },
    ...(isNumber ? [{ wrong: "is a word", change: () => "many" }] : []),
    ...(isNumber ? [{ wrong: "is a fraction", change: (value: string) => `${value}.5` }] : []),
    ...(isNumber ? [{ wrong: "is below 0", change: (value: string) => `-${Number(value) + 1}` }] : []),
    ...numbers.flatMap((which): WrongHeader[] => {
      const name = isNumber ? "" : ` in ${which} number`;
      const add = which === "the first" ? plus : lastPlus;
      return [
        { wrong: `is one less${name}`, change: add(-1) },
        { wrong: `is one more${name}`, change: add(1) },
      ];
    }),
  ];
}

/** Each documented header of an answer missing, of another type, or off by one. */
export const headerFaults = (): DerivedFault[] =>
  loadOperations().flatMap(({ id, responses }) =>
    Object.entries(responses).flatMap(([status, { headers }]) =>
      headers.flatMap((header) =>
        wrongHeaders(header).map(({ wrong, change }) =>
          answerFault(
            {
              name: `${id} ${status} ${header.name} ${wrong}`,
              kind: "header",
              wrong,
              breaks: header.requirement ?? "",
              above: [],
              place: `${id} ${status} ${header.name}`,
            },
            {
              operation: id,
              reshape: (answer) => wrongHeader(answer, Number(status), header.name.toLowerCase(), change),
            },
          ),
        ),
      ),
    ),
  );

function wrongHeader(answer: ApiReply, status: number, name: string, change: WrongHeader["change"]): ApiReply {
  const right = answer.headers?.[name];
  if (answer.status !== status || right === undefined) return answer;
  const { [name]: _, ...rest } = answer.headers ?? {};
  const wrong = change(String(right));
  if (wrong === String(right)) return answer;
  return { ...answer, headers: wrong === undefined ? rest : { ...rest, [name]: wrong } };
}
