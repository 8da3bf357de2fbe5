import { expect, test } from "vitest";
import { Telephony } from "./telephony.ts";

const call = { id: 1, caller_phone: "+37126100555" };
const history = (location: string, calls: object[] = []) => ({
  location,
  calls: calls as never,
  isOurs: true,
  clients: [],
});

/** The requirements that are broken once a call was saved, by the histories that are read before and after it. */
function brokenAfter(reads: ReturnType<typeof history>[], second_location_id?: number): string[] {
  const telephony = new Telephony({ location_id: 1, ...(second_location_id ? { second_location_id } : {}) }, true);
  telephony.integration = "enabled";
  for (const location of ["1", "2"]) telephony.learn(history(location));
  telephony.save({ caller_phone: call.caller_phone });
  return reads.flatMap((read) => {
    const cells = telephony.judge(read).flatMap(({ cell, holds }) => (holds ? [] : [cell]));
    telephony.learn(read);
    return cells;
  });
}

test.each<[what: string, reads: ReturnType<typeof history>[], second: number | undefined, broken: string[]]>([
  ["it is in none", [history("2"), history("1")], 2, ["VOIP-2"]],
  ["it is not in the only one", [history("1")], undefined, ["VOIP-2"]],
  ["it is in another", [history("2", [call]), history("1")], 2, []],
  ["another was not read", [history("1")], 2, []],
])("after a call was saved, it is looked for in each history of the chain: %s", (_, reads, second, broken) => {
  expect(brokenAfter(reads, second)).toEqual(broken);
});
