import { expect, test } from "vitest";
import type { Request } from "../../harness/exchange.ts";
import { Model } from "../model/model.ts";
import { exchange } from "../testing/exchanges.ts";
import { type JudgedRun, ModelJudge, type TimedExchange } from "./model-judge.ts";
import { Withheld } from "./withheld.ts";

interface Call {
  id: number;
  type: string;
  call_date: string;
}

interface Asked {
  types?: readonly string[];
  page: number;
  limit: number;
}

const calls: readonly Call[] = ["incoming", "outgoing", "internal", "outgoing", "incoming", "internal"].map(
  (type, index) => ({ id: index + 1, type, call_date: `2026-03-0${index + 2}T12:00:00+00:00` }),
);

/** A shared target with a history of calls: judges requests for it, and returns the cells that were found to be broken. */
async function brokenCells(listed: (asked: Asked) => readonly Call[], requests: readonly Asked[]): Promise<string[]> {
  const answer = (request: Request): TimedExchange => {
    const asked = JSON.parse(request.body ?? "{}") as Asked;
    const page = listed(asked).slice((asked.page - 1) * asked.limit, asked.page * asked.limit);
    return {
      exchange: { ...exchange("listCalls", {}, page), request },
      moment: { earliest: 0, latest: 0 },
      isPaced: true,
    };
  };
  const credentials = { partner_token: "partner", system_user_token: "system" };
  const model = new Model({ credentials, fixtures: { location_id: 7 } }, false);
  const judge = new ModelJudge(model, new Withheld(new Set()));
  const broken: string[] = [];
  const run: JudgedRun = {
    resend: async (request) => answer(request),
    settling: { isUnderWay: false, awaitSecond: async () => undefined, noteLag: () => undefined },
    isShared: true,
    awaitQuiet: async () => true,
    noteMoved: () => undefined,
    record: (clauses) => void broken.push(...clauses.flatMap(({ cell, holds }) => (holds ? [] : [cell]))),
  };
  for (const asked of requests) {
    const input = { salon_id: 7, date_from: "2026-03-01", date_to: "2026-03-31", ...asked };
    const headers: Request["headers"] = [["Authorization", "Bearer partner, User system"]];
    await judge.judge(answer({ ...exchange("listCalls", { input }).request, headers }), run);
  }
  return broken;
}

const whole: readonly Asked[] = [1, 2, 0].map((page) => ({ page, limit: 100 }));
const ofTwoTypes: readonly Asked[] = [1, 2].map((page) => ({ page, limit: 100, types: ["outgoing", "internal"] }));
const ofTypes = ({ types }: Asked, some = calls) => some.filter(({ type }) => !types || types.includes(type));

test("calls that a filter leaves out again and again are missed on a shared target", async () => {
  const ofFirstType = ({ types, ...asked }: Asked) => ofTypes(types ? { ...asked, types: types.slice(0, 1) } : asked);
  expect(await brokenCells(ofFirstType, [...whole, ...ofTwoTypes])).toEqual(["CALL-8"]);
  expect(await brokenCells(ofTypes, [...whole, ...ofTwoTypes])).toEqual([]);
});

test("calls that others have taken away in between are missed on a shared target no more", async () => {
  let reads = 0;
  const fewer = (asked: Asked) => ofTypes(asked, ++reads > whole.length ? calls.slice(0, 4) : calls);
  expect(await brokenCells(fewer, [...whole, ...ofTwoTypes])).toEqual([]);
});

test.each([
  ["listCountries", "AUTH-1"],
  ["listPermissions", "MKT-13"],
] as const)(
  "a lag explains no %s that is served without a token, and the same read once more does not excuse it",
  async (operation, expected) => {
    const credentials = { partner_token: "partner", system_user_token: "system" };
    const judge = new ModelJudge(
      new Model({ credentials, fixtures: { location_id: 7 } }, false),
      new Withheld(new Set()),
    );
    const broken: string[] = [];
    let count = 0;
    const refused = { status: 401, body: '{"success":false,"data":null,"meta":{"message":"No."}}' };
    const answer = (): TimedExchange => ({
      exchange: exchange(operation, ++count === 1 ? {} : refused, []),
      moment: { earliest: 0, latest: 0 },
      isPaced: true,
    });
    await judge.judge(answer(), {
      resend: async () => answer(),
      settling: { isUnderWay: true, awaitSecond: async () => undefined, noteLag: () => undefined },
      isShared: false,
      awaitQuiet: async () => true,
      noteMoved: () => undefined,
      record: (clauses) => void broken.push(...clauses.flatMap(({ cell, holds }) => (holds ? [] : [cell]))),
    });
    expect(broken).toEqual([expected]);
  },
);

/** A list of countries that is read again and again: what was recorded of it, and what was noted as a lag. */
async function readCountries(answers: readonly unknown[][], { settlesAfter }: { settlesAfter: number }) {
  const credentials = { partner_token: "partner", system_user_token: "system" };
  const judge = new ModelJudge(
    new Model({ credentials, fixtures: { location_id: 7 } }, false),
    new Withheld(new Set()),
  );
  const [broken, lags]: [string[], string[]] = [[], []];
  const left = [...answers];
  let waited = 0;
  const answer = (): TimedExchange => {
    const { request, ...read } = exchange("listCountries", {}, left.shift());
    const headers: [string, string][] = [["Authorization", "Bearer partner"]];
    return {
      exchange: { ...read, request: { ...request, headers } },
      moment: { earliest: 0, latest: 0 },
      isPaced: true,
    };
  };
  const run: JudgedRun = {
    resend: async () => answer(),
    settling: {
      get isUnderWay() {
        return waited < settlesAfter;
      },
      awaitSecond: async () => void waited++,
      noteLag: (operation) => void lags.push(operation),
    },
    isShared: false,
    awaitQuiet: async () => true,
    noteMoved: () => undefined,
    record: (clauses) => void broken.push(...clauses.flatMap(({ cell, holds }) => (holds ? [] : [cell]))),
  };
  while (left.length > 0) await judge.judge(answer(), run);
  return { broken, lags, waited };
}

const latvia = { id: 1, iso_code: "LV" };
const lithuania = { id: 2, iso_code: "LT" };
const [both, one] = [[latvia, lithuania], [lithuania]];

test("a read that lags behind a write is read again each second until it is right, and noted", async () => {
  expect(await readCountries([both, one, one, both], { settlesAfter: 3 })).toEqual({
    broken: [],
    lags: ["listCountries"],
    waited: 2,
  });
});

test("a read that is right is not read again, and one that is wrong when the write has settled is broken", async () => {
  expect(await readCountries([both, both], { settlesAfter: 3 })).toEqual({ broken: [], lags: [], waited: 0 });
  expect(await readCountries([both, one, one], { settlesAfter: 1 })).toEqual({
    broken: ["DICT-1"],
    lags: [],
    waited: 1,
  });
});
