import { afterEach, expect, test } from "vitest";
import type { ApiCall } from "../sandbox/api/call/call.ts";
import type { ApiReply } from "../sandbox/api/call/replies.ts";
import { specified } from "../sandbox/api/specified.ts";
import { createSandbox, type Sandbox } from "../sandbox/create-sandbox.ts";
import { embedded } from "./embedded.ts";
import { judgeTarget } from "./judge.ts";
import { liveSandbox } from "./live-sandbox.ts";

let sandbox: Sandbox | undefined;
afterEach(() => sandbox?.close());

/** Starts a sandbox that answers one call otherwise: the first that a test asks for. */
async function startOddOnce(answerOf: (call: ApiCall) => ApiReply | undefined): Promise<Sandbox> {
  let isDone = false;
  const behaviour = specified();
  const oddOnce = (reply: ApiReply, call: ApiCall): ApiReply => {
    const odd = isDone || reply.status !== 200 ? undefined : answerOf(call);
    isDone ||= odd !== undefined;
    return odd ?? reply;
  };
  sandbox = await createSandbox({
    clock: "frozen",
    behaviour: { ...behaviour, replies: [...behaviour.replies, oddOnce] },
  });
  return sandbox;
}

test("a wrong value fails although it is never seen again, and the finding says so", async () => {
  const body = { success: true, data: [{ id: "one" }], meta: [] };
  const odd = await startOddOnce(({ operation }) =>
    operation === "listCountries" ? { status: 200, body } : undefined,
  );
  const { results } = await judgeTarget(embedded(odd), { only: ["DICT"] });
  const broken = results.requirements.filter(({ outcome }) => outcome === "fail");
  expect(broken.map(({ id }) => id)).toContain("DICT-1");
  for (const { repeated, reason } of broken) {
    expect(repeated).toMatchObject({ failed: 0 });
    expect(reason).toMatch(/; failed 1 of [234] times$/);
  }
});

/** A cursor that was just given is refused as one that is too old. */
const expired: ApiReply = {
  status: 422,
  body: {
    error: { code: "validation_failed", message: "expired", fields: [{ field: "cursor", code: "expired_cursor" }] },
  },
};

test("what elapsed time may explain on a live target is flaky where it holds when it is repeated", async () => {
  const odd = await startOddOnce(({ query }) => (query.has("cursor") ? expired : undefined));
  const live = liveSandbox(odd);
  const { results } = await judgeTarget(live.profile, { only: ["CUR-1"], time: live.time });
  const cursor = results.requirements.find(({ id }) => id === "CUR-1");
  expect(cursor).toMatchObject({ outcome: "warn", repeated: { failed: 0 } });
  expect(cursor?.reason).toMatch(/^flaky: .*; tried again alone, it held \d times$/);
});
