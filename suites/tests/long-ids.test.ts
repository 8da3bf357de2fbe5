import { expect, test } from "vitest";
import { specified } from "../../sandbox/api/specified.ts";
import { all, type BehaviourChange } from "../../sandbox/faults/changes/fault.ts";
import { isSuccess, opened, reply } from "../../sandbox/faults/changes/replies.ts";
import { filter } from "../../sandbox/faults/changes/world.ts";
import { judge } from "../testing/judging.ts";

const lists = ["listClients", "listCalls", "searchActivities", "listResources"];

/** Adds 2^53 to every id of a text: then numbers cannot distinguish two that follow each other. */
const lengthened = (text: string, write: (id: bigint) => bigint): string =>
  text.replace(/"id":(\d+)(?=[,}])/g, (_, id: string) => `"id":${write(2n ** 53n + BigInt(id))}`);

const exactly = (id: bigint): bigint => id;

/** As a provider writes them that reads its ids as numbers. */
const rounded = (id: bigint): bigint => BigInt(Number(id));

/** Items whose ids are beyond what a number can distinguish. */
const longIds = (write: typeof exactly): BehaviourChange =>
  reply(lists, () => (answer) => {
    if (!isSuccess(answer)) return answer;
    const bytes = Buffer.from(lengthened(JSON.stringify(opened(answer)), write));
    return { status: answer.status, headers: { "content-type": "application/json", ...answer.headers }, bytes };
  });

/** No client has a short id. */
const findingNone = (name: string): BehaviourChange => filter("clients", name, () => false);

const judgeLong = (write: typeof exactly, only: string[]) =>
  judge({
    behaviour: all(longIds(write), ...["id", "id[]"].map(findingNone))()(specified()),
    controlledBy:
      ({ ownControl: { direct } }) =>
      async (method, address, body) => {
        const answer = await direct(method, address, body);
        return address === "/seed" ? { ...answer, text: lengthened(answer.text, exactly) } : answer;
      },
    only,
  });

test("does not blame a provider whose ids are longer than numbers can distinguish", async () => {
  expect((await judgeLong(exactly, ["CLI-1", "CLI-11", "CALL-11", "ACT-5", "RES-7", "RES-8"])).failed).toEqual([]);
});

test.each(["CLI-11", "CALL-11", "RES-8"])("finds lists in which such ids are rounded: %s", async (id) => {
  expect((await judgeLong(rounded, [id])).failed).toContain(id);
});
