import { describe, expect, test } from "vitest";
import { confirm, grant, reach, stateOf } from "../testing/installing.ts";
import { start } from "../testing/start.ts";

describe("the confirmation window", () => {
  test("is open until exactly twelve hours after grant_access", async () => {
    const started = await start();
    await grant(started);
    await started.advance(12 * 3600);
    expect((await confirm(started)).status).toBe(201);
    expect(await stateOf(started)).toBe("active");
  });

  test("stays closed until the owner reconnects, and is then open for another twelve hours", async () => {
    const started = await start();
    await grant(started);
    await started.advance(12 * 3600 + 1);
    await confirm(started);
    expect((await confirm(started)).status).toBe(422);
    await grant(started);
    await started.advance(12 * 3600);
    expect((await confirm(started)).status).toBe(201);
  });

  test("starts again when the owner reconnects before it closes", async () => {
    const started = await start();
    await grant(started);
    await started.advance(11 * 3600);
    await grant(started);
    await started.advance(12 * 3600);
    expect((await confirm(started)).status).toBe(201);
  });

  test("does not start again with a grant that is refused", async () => {
    const started = await start();
    await grant(started);
    await started.advance(11 * 3600);
    await grant({ owner: started.limited });
    await started.advance(2 * 3600);
    expect((await confirm(started)).status).toBe(422);
  });

  test.each([
    [12 * 3600, 201],
    [12 * 3600 + 1, 422],
  ])("opens for a freezed link that is granted again: after %i seconds it answers %i", async (seconds, answers) => {
    const started = await start();
    await reach(started, "freezed");
    await started.advance(3600);
    await grant(started);
    await started.advance(seconds);
    expect((await confirm(started)).status).toBe(answers);
  });
});
