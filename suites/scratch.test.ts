import { test } from "vitest";
import { behaviourWith } from "../sandbox/faults/faulty.ts";
import { judge } from "./testing/judging.ts";

test("scratch", async () => {
  const names = (process.env.FAULT ?? "").split("|").filter(Boolean);
  const live = process.env.LIVE
    ? { profile: { control: false as const, allow: { mutations: true, bursts: false } } }
    : {};
  for (const name of names.length > 0 ? names : [""]) {
    const run = await judge({
      ...(name ? { behaviour: behaviourWith(name) } : {}),
      ...live,
      ...(process.env.ONLY ? { only: process.env.ONLY.split(",") } : {}),
    });
    console.log(name, run.failed, run.requests.length);
    for (const entry of run.entries) {
      if (entry.kind === "finding")
        console.log(
          entry.requirement,
          entry.cell ?? "",
          "|",
          entry.found.slice(0, 300),
          "|",
          entry.expected.slice(0, 300),
          "|",
          entry.where,
        );
      if (entry.kind === "untestable" && process.env.UNT) console.log(JSON.stringify(entry).slice(0, 300));
      if (entry.kind === "exchange" && process.env.EX && entry.operation === process.env.EX)
        console.log(
          entry.id,
          entry.request.url.slice(-120),
          entry.request.body ?? "",
          entry.response.status,
          String(entry.response.body).length,
        );
    }
  }
}, 600000);
