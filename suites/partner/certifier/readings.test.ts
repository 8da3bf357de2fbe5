import { expect, test } from "vitest";
import { type Watched, watched } from "../testing/watched.ts";
import type { ReadingOptions } from "./reading.ts";

/** Reads a page after each pause, once other work is done. */
const reading =
  (pauses: readonly number[], otherWork: readonly number[] = []) =>
  ({ clock, send }: Watched): void => {
    let at = 0;
    for (const pause of otherWork) clock.after((at += pause), () => send("/v3/locations/103/resources?cursor=x"));
    for (const [page, pause] of pauses.entries())
      clock.after((at += pause), () => send(`/voip/integration/calls?salon_id=100&page=${page}`));
  };

/** Many short pieces of other work. */
const pieces = (count: number) => Array.from({ length: count }, () => 200);

test("an application that pauses longer and longer between pages is waited for", async () => {
  const { readings } = watched({ onAsked: reading([0, 250, 500, 900]) });
  const { requests } = await readings.ask("calls", 100);
  expect(requests).toHaveLength(4);
});

test("an application that has read quickly and is quiet is done", async () => {
  const { readings } = watched({ onAsked: reading([0, 5, 5, 1500]) });
  const { requests, isUnfinished } = await readings.ask("calls", 100);
  expect(requests).toHaveLength(3);
  expect(isUnfinished).toBe(false);
});

test.each([
  ["before", 20],
  ["between", 300],
])("time that is lost %s two requests is not checked against the application", async (_, lostAt) => {
  const { readings, clock } = watched({ onAsked: reading([0, 5, 700]) });
  clock.after(lostAt, () => clock.lose(600));
  const { requests } = await readings.ask("calls", 100);
  expect(requests).toHaveLength(3);
});

test("an application that holds back what a minute has no room for is waited for", async () => {
  const { readings, clock, send } = watched({ onAsked: reading([0, 8_000]) });
  for (let count = 0; count < 180; count++) send("/v3/locations/103/resources");
  await clock.wait(52_000);
  const { requests } = await readings.ask("calls", 100);
  expect(requests).toHaveLength(2);
});

test("an application that works through its webhooks first is waited for", async () => {
  const { readings } = watched({ onAsked: reading([0, 5], pieces(12)) });
  for (let sent = 0; sent < 12; sent++) readings.sentWebhook();
  const { requests } = await readings.ask("calls", 100);
  expect(requests).toHaveLength(2);
});

test("an application that does something else for ever is not waited for", async () => {
  const { readings, traffic } = watched({ onAsked: reading([], pieces(40)) });
  const { requests } = await readings.ask("calls", 100);
  expect(requests).toEqual([]);
  expect(traffic.requests.length).toBeLessThan(20);
});

/** How often an application is asked that answers with these statuses, the last of them from then on, what it is seen to read, and for how long it is waited for. */
async function askedOf(statuses: readonly number[], reads: (count: number) => boolean) {
  let asked = 0;
  const { readings, clock } = watched({
    status: () => statuses[asked] ?? statuses.at(-1) ?? 0,
    onAsked: (application) => {
      if (reads(++asked)) reading([200])(application);
    },
  });
  const began = clock.now();
  const { requests } = await readings.ask("calls", 100);
  return { asked, read: requests.length, seconds: (clock.now() - began) / 1000 };
}

test("an application that declines while it is busy is asked again until it reads", async () => {
  expect(await askedOf([409, 409, 409, 202], (count) => count === 4)).toMatchObject({ asked: 4, read: 1 });
});

test("an application that declines, and reads all the same, is asked once", async () => {
  expect(await askedOf([409], () => true)).toMatchObject({ asked: 1, read: 1 });
});

test("an application that always declines is not asked for ever", async () => {
  const { asked, read, seconds } = await askedOf([409], () => false);
  expect({ asked, read }).toEqual({ asked: 6, read: 0 });
  expect(seconds).toBeLessThan(15);
});

test("one that never stops is still reading when its time is over", async () => {
  const { readings } = watched({ onAsked: reading(Array.from({ length: 100 }, () => 250)) });
  const { isUnfinished } = await readings.ask("calls", 100);
  expect(isUnfinished).toBe(true);
});

test("one page again and again is a loop, and nothing is asked of it any more", async () => {
  const loops = ({ clock, send }: Watched) => {
    for (let at = 0; at < 20_000; at += 100) clock.after(at, () => send("/voip/integration/calls?salon_id=100"));
  };
  const { readings, clock } = watched({ onAsked: loops });
  const began = clock.now();
  expect(await readings.ask("calls", 100)).toHaveProperty("endless");
  expect(clock.now() - began).toBeLessThan(2_000);
  await expect(readings.ask("calls", 100)).rejects.toThrow("reads calls without end");
});

test("pages beyond the last, without end, are a loop as well", async () => {
  const goesOn = ({ clock, send, sent, answers }: Watched) => {
    for (let page = 1; page < 100; page++)
      clock.after(page * 100, () => {
        send("/voip/integration/calls", { body: JSON.stringify({ salon_id: 100, page }) });
        const data = page < 4 ? [{ id: page }] : [];
        answers.set(sent.length, { took: 1, headers: {}, body: JSON.stringify({ success: true, data }) });
      });
  };
  const { endless } = await watched({ onAsked: goesOn }).readings.ask("calls", 100);
  expect(endless?.json).toEqual({ salon_id: 100, page: 12 });
});

test("what has been read is not waited for while another Location is answered 429", async () => {
  const { readings, clock } = watched({
    onAsked: (application) => {
      application.clock.after(100, () => application.send("/v3/locations/100/resources"));
      application.clock.after(200, () => application.send("/v3/locations/103/resources", { status: 429 }));
    },
  });
  const began = clock.now();
  const { requests } = await readings.ask("resources", 100, { isDone: ({ length }) => length > 0 });
  expect(requests).toHaveLength(1);
  expect(clock.now() - began).toBeLessThan(3_000);
});

test("what is still waited for ends with the certification", async () => {
  const { readings, watcher, clock } = watched({ onAsked: reading([60_000]) });
  clock.after(200, () => watcher.end());
  await expect(readings.ask("calls", 100, { isBeside: true })).rejects.toThrow("the certification is over");
});

test("one that should decline is not waited for once it goes on after a 429 of another Location", async () => {
  const { readings, clock, send } = watched();
  send("/v3/locations/103/resources", { status: 429 });
  clock.after(300, () => send("/v3/locations/103/resources"));
  const began = clock.now();
  await readings.ask("resources", 100, { shouldDecline: true });
  expect(clock.now() - began).toBeLessThan(600);
});

test.each<[what: string, options: ReadingOptions]>([
  ["everything was read", { isDone: ({ length }) => length > 1 }],
  ["only the first answer counts", { isDone: ({ length }) => length > 0, isShort: true }],
])("other work is not waited for where %s", async (_, options) => {
  const { readings, clock, send } = watched({ onAsked: reading([0, 100]) });
  for (let at = 0; at < 20_000; at += 200) clock.after(at, () => send("/v3/locations/103/resources"));
  const began = clock.now();
  await readings.ask("calls", 100, options);
  expect(clock.now() - began).toBeLessThan(1_000);
});

test("an application that has read everything, and goes on after a pause as long as those before, is seen", async () => {
  const { readings } = watched({ onAsked: reading([0, 250, 650, 640]) });
  const { requests } = await readings.ask("calls", 100, { isDone: ({ length }) => length > 2 });
  expect(requests).toHaveLength(4);
});
