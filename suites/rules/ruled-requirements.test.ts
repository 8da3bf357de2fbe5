import { describe, expect, test } from "vitest";
import { binds, loadLedger } from "../../specs/ledger.ts";
import { loadOperations } from "../../specs/operations.ts";
import { exchange } from "../testing/exchanges.ts";
import { judgeExchange } from "./judge-exchange.ts";
import { ruledRequirements } from "./ruled-requirements.ts";
import { rules } from "./rules.ts";

describe("the ruled requirements", () => {
  const bound = loadLedger().filter((requirement) => binds(requirement, "provider") && requirement.level !== "open");

  test("bind a provider, and none is open", () => {
    const known = new Set(bound.map(({ id }) => id));
    expect([...ruledRequirements.keys()].filter((id) => !known.has(id))).toEqual([]);
  });

  test("name what every rule looks at", () => {
    const operations = new Set(loadOperations().map(({ id }) => id));
    const named = rules.flatMap((rule) => (rule.operations === "every" ? [] : rule.operations));
    expect(named.filter((id) => !operations.has(id))).toEqual([]);
    for (const { id, operations: own } of rules)
      expect(ruledRequirements.get(id)).toEqual(expect.arrayContaining(own === "every" ? ["listCountries"] : [...own]));
  });

  test.each(loadOperations().filter(({ surface }) => surface !== "webhooks"))(
    "hold whatever a body of $id can break",
    ({ id, responses }) => {
      const bodies = [
        "null",
        "[]",
        "{}",
        '"text"',
        '{"success":7,"data":[null,{}],"meta":7}',
        '{"data":{},"object":1}',
      ];
      const blamed = Object.keys(responses).flatMap((status) =>
        bodies.flatMap((body) => judgeExchange(exchange(id, { status: Number(status) || 400, body })).findings),
      );
      expect(blamed.map(({ requirement }) => requirement).filter((name) => !ruledRequirements.has(name))).toEqual([]);
    },
  );
});
