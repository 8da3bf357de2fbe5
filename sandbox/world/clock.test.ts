import { setTimeout as sleep } from "node:timers/promises";
import { describe, expect, onTestFinished, test, vi } from "vitest";
import { specified } from "../api/specified.ts";
import { confirm, grant } from "../testing/installing.ts";
import { deliveries, receive } from "../testing/receiver.ts";
import { type Started, start } from "../testing/start.ts";
import { Clock } from "./clock.ts";
import { days, seconds } from "./data/durations.ts";

/** Real time that a test moves by hand. */
function fakeRealTime() {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
}

const nowOf = async ({ control }: Started) => (await control.get<{ now: string }>("")).body.now;

describe("a frozen clock", () => {
  test("stands still while real time passes", () => {
    fakeRealTime();
    const clock = new Clock("frozen");
    const before = clock.now();
    vi.advanceTimersByTime(days(1));
    expect(clock.now()).toBe(before);
  });

  test("moves by the given seconds, and answers the time that it has come to", async () => {
    const started = await start();
    const { status, body } = await started.control.post("/clock/advance", { seconds: 90_061 });
    expect({ status, body }).toEqual({ status: 200, body: { now: "2026-03-03T10:01:01Z" } });
    expect(await nowOf(started)).toBe("2026-03-03T10:01:01Z");
  });

  test("moves up to the end of the year 9999, and no further", async () => {
    const started = await start();
    const [now, end] = [await nowOf(started), "9999-12-31T23:59:59Z"];
    const left = (Date.parse(end) - Date.parse(now)) / 1000;
    expect((await started.control.post("/clock/advance", { seconds: left + 1 })).status).toBe(422);
    expect((await started.control.post("/clock/advance", { seconds: left })).status).toBe(200);
    expect((await started.control.post("/clock/advance", { seconds: 1 })).status).toBe(422);
    expect(await nowOf(started)).toBe(end);
  });

  test("starts what falls due in order, each at its own time", async () => {
    const clock = new Clock("frozen", 0);
    const seen: [string, number][] = [];
    const note = (name: string) => () => void seen.push([name, clock.now()]);
    clock.at(2000, note("third"));
    clock.at(1000, note("first"));
    clock.at(1000, note("second"));
    clock.at(4000, note("never"));
    await clock.advance(3000);
    expect(seen).toEqual([
      ["first", 1000],
      ["second", 1000],
      ["third", 2000],
    ]);
    expect(clock.now()).toBe(3000);
  });

  test("also starts tasks that a started task adds", async () => {
    const clock = new Clock("frozen", 0);
    const seen: number[] = [];
    clock.at(1000, () => {
      clock.at(1500, () => void seen.push(clock.now()));
    });
    await clock.advance(2000);
    expect(seen).toEqual([1500]);
  });

  test("does not start a task that was cancelled", async () => {
    const clock = new Clock("frozen", 0);
    const seen: string[] = [];
    const cancel = clock.at(1000, () => void seen.push("cancelled"));
    clock.at(1000, () => void seen.push("kept"));
    cancel();
    await clock.advance(1000);
    expect(seen).toEqual(["kept"]);
  });

  test("starts nothing by itself", () => {
    fakeRealTime();
    const clock = new Clock("frozen", 0);
    const seen: string[] = [];
    clock.at(0, () => void seen.push("due"));
    vi.advanceTimersByTime(days(1));
    expect(seen).toEqual([]);
  });

  test("moves by the sum of two moves that overlap", async () => {
    const clock = new Clock("frozen", 0);
    let finish = () => {};
    const running = new Promise<void>((resolve) => {
      finish = resolve;
    });
    clock.at(5000, () => running);
    const moves = [clock.advance(10_000), clock.advance(20_000)];
    finish();
    await Promise.all(moves);
    expect(clock.now()).toBe(30_000);
  });

  test("goes on after a task that failed", async () => {
    const clock = new Clock("frozen", 0);
    clock.at(1000, () => Promise.reject(new Error("failed")));
    await expect(clock.advance(2000)).rejects.toThrow("failed");
    await clock.advance(2000);
    expect(clock.now()).toBe(3000);
  });
});

describe("a running clock", () => {
  test("is real time, plus what it was moved by", async () => {
    const started = await start({ clock: "running" });
    const before = Date.now();
    const now = Date.parse(await nowOf(started));
    expect(now).toBeGreaterThanOrEqual(before);
    expect(now).toBeLessThanOrEqual(Date.now());
    await started.advance(3600);
    const later = Date.parse(await nowOf(started));
    expect(later).toBeGreaterThanOrEqual(before + 3_600_000);
    expect(later).toBeLessThanOrEqual(Date.now() + 3_600_000);
  });

  test("is announced by the control protocol", async () => {
    const { control } = await start({ clock: "running" });
    expect((await control.get("")).body).toMatchObject({ clock: "running" });
  });

  test("closes the confirmation window when it is moved past it", async () => {
    const started = await start({ clock: "running" });
    await grant(started);
    await started.advance(12 * 3600 + 1);
    expect((await confirm(started)).status).toBe(422);
  });

  test("sends webhooks by itself", async () => {
    const started = await start({ clock: "running", behaviour: specified({ webhookDelay: 10 }) });
    const { url, arrivals } = await receive();
    await started.control.post("/hooks", { location_id: 100, url, events: ["ClientEvent"] });
    await started.control.post("/events", { location_id: 100, event: "ClientEvent", change: "created" });
    await vi.waitFor(async () => expect(await deliveries(started)).toMatchObject([{ outcome: "delivered" }]), {
      interval: 5,
    });
    expect(arrivals).toHaveLength(1);
  });

  test("sends webhooks when it is moved past them", async () => {
    const started = await start({ clock: "running" });
    const { url, arrivals } = await receive();
    await started.control.post("/hooks", { location_id: 100, url, events: ["ClientEvent"] });
    await started.control.post("/events", { location_id: 100, event: "ClientEvent", change: "created" });
    expect(arrivals).toHaveLength(0);
    await started.advance(6);
    expect(arrivals).toHaveLength(1);
  });

  test("starts every task, even if they fall due one millisecond apart", async () => {
    let milliseconds = 0;
    const wall = vi.spyOn(Date, "now").mockImplementation(() => ++milliseconds);
    onTestFinished(() => wall.mockRestore());
    const clock = new Clock("running");
    const seen: number[] = [];
    const dues = Array.from({ length: 100 }, (_, index) => 1000 + index);
    for (const due of dues) clock.at(due, () => void seen.push(due));
    await clock.advance(1_000_000);
    expect(seen).toEqual(dues);
  });

  /** A delivery that takes some real time, and fails if the clock is moved past its time-out meanwhile. */
  const deliver = (clock: Clock, seen: string[], name: string) => async () => {
    const cancel = clock.at(clock.now() + seconds(15), () => void seen.push(`${name} timed out`));
    seen.push(`${name} begins`);
    await sleep(30);
    cancel();
    seen.push(`${name} ends`);
  };

  test("gives each of two deliveries that fall due a moment apart its time before it moves on", async () => {
    const clock = new Clock("running");
    const seen: string[] = [];
    const due = clock.now() + seconds(20);
    clock.at(due, deliver(clock, seen, "first"));
    clock.at(due + 3, deliver(clock, seen, "second"));
    await clock.advance(seconds(60));
    expect(seen).toEqual(["first begins", "first ends", "second begins", "second ends"]);
  });

  test("gives a delivery that has begun by itself its time before it moves on", async () => {
    const clock = new Clock("running");
    const seen: string[] = [];
    clock.at(clock.now(), deliver(clock, seen, "it"));
    await vi.waitFor(() => expect(seen).toEqual(["it begins"]), { interval: 1 });
    await clock.advance(seconds(60));
    expect(seen).toEqual(["it begins", "it ends"]);
  });

  test("waits for a task that is further off than a timer can reach", () => {
    fakeRealTime();
    const clock = new Clock("running");
    const seen: string[] = [];
    clock.at(clock.now() + days(30), () => void seen.push("in a month"));
    vi.advanceTimersByTime(days(29));
    expect(seen).toEqual([]);
    vi.advanceTimersByTime(days(1));
    expect(seen).toEqual(["in a month"]);
  });
});
