import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { packageFile } from "../../../base/package-file.ts";
import { choiceNames, choices } from "./choices.ts";
import { CursorShapes, opaqueCursors } from "./cursors.ts";
import { dialectsOf, plainDialect, SpokenDialect } from "./dialect.ts";
import { lifecycleIn, postingIn, webhookIn } from "./sent.ts";
import { inZone, jsonIn } from "./spelling.ts";

const seeds = Array.from({ length: 200 }, (_, index) => index);

test("a seed always stands for the same dialects, and seeds stand for many", () => {
  expect(dialectsOf(7)).toEqual(dialectsOf(7));
  expect(new Set(seeds.map((seed) => JSON.stringify(dialectsOf(seed)[0]))).size).toBe(seeds.length);
});

test("every value of every choice is spoken in some dialect", () => {
  const spoken = new Set(seeds.flatMap(dialectsOf).flatMap((dialect) => Object.entries(dialect).map(String)));
  const once = (name: (typeof choiceNames)[number]) => "isOnce" in choices[name];
  const all = choiceNames.flatMap((name) =>
    choices[name].values.slice(once(name) ? 1 : 0).map((value) => `${name},${value}`),
  );
  expect(all.filter((each) => !spoken.has(each))).toEqual([]);
});

test("an application that takes one value of a choice meets another, whatever the seed", () => {
  for (const seed of seeds) {
    const [first, second, last] = dialectsOf(seed);
    for (const name of choiceNames) {
      expect(first[name]).not.toBe(plainDialect[name]);
      if ("isOnce" in choices[name]) expect([second[name], last[name]]).toEqual([first[name], first[name]]);
      else expect([second[name] === first[name], last[name]]).toEqual([false, plainDialect[name]]);
    }
  }
});

test("a platform speaks one dialect after another, and stays with the last", () => {
  const [first, second] = dialectsOf(3);
  const spoken = new SpokenDialect([first, second]);
  expect([spoken.current, spoken.change(), spoken.current, spoken.change(), spoken.current]).toEqual([
    first,
    true,
    second,
    false,
    second,
  ]);
});

test("an event of a link that nothing is read of is not delayed", () => {
  const spoken = new SpokenDialect([{ ...plainDialect, "seconds until a lifecycle event": "1.2" }]);
  expect(spoken.eventDelay).toBe(1.2);
  spoken.isIdle = true;
  expect(spoken.eventDelay).toBe(0);
});

const webhook = { company_id: 1, resource: "service_category", resource_id: 5, status: "delete", data: { id: 5 } };

test("a webhook in a dialect says the same in other words", () => {
  const dialect = {
    ...plainDialect,
    "words of status": "added changed removed",
    "words of resource": "plural",
    "ids in webhooks": "text",
    "further fields of webhooks": "first",
    "content type of webhooks": "application/json;charset=UTF-8",
    "header names of webhooks": "usual case",
    "JSON text": "indented",
  } as const;
  const { headers, body } = postingIn(webhookIn(webhook, dialect), dialect);
  expect(headers).toMatchObject({ "Content-Type": "application/json;charset=UTF-8" });
  expect(Object.keys(JSON.parse(body) as object)[0]).toBe("trace_id");
  expect(JSON.parse(body)).toMatchObject({
    company_id: "1",
    resource: "service_categories",
    resource_id: "5",
    status: "removed",
    data: { id: 5 },
  });
});

test("the documented words of goods operations are the same in every dialect", () => {
  const resource = "goods_operations_move";
  const words = seeds.flatMap(dialectsOf).map((dialect) => webhookIn({ ...webhook, resource }, dialect));
  expect(new Set(words.map((said) => (said as { resource: string }).resource))).toEqual(new Set([resource]));
});

test("in its own dialect a webhook is as the sandbox sends it", () => {
  expect(postingIn(webhookIn(webhook, plainDialect), plainDialect).body).toBe(JSON.stringify(webhook));
});

test.each(choices["JSON text"].values)("JSON that is %s is the same value", (spelling) => {
  const value = { "a/b": ['"\\', "李\u{1f600}", null, 1.5, "</script>"] };
  expect(JSON.parse(jsonIn(value, spelling))).toEqual(value);
});

test.each(choices["time zone"].values)("a moment written in %s is the same moment, to any fraction", (zone) => {
  for (const fraction of choices["fractions of seconds"].values) {
    const dialect = { "time zone": zone, "fractions of seconds": fraction };
    const written = inZone({ at: "2030-01-02T10:00:00+03:00", day: "2030-01-02" }, dialect) as Record<string, string>;
    expect(written).toMatchObject({ at: expect.stringContaining(zone), day: "2030-01-02" });
    expect(Date.parse(written.at ?? "")).toBe(Date.parse("2030-01-02T10:00:00+03:00"));
  }
});

test.each(choices["further fields of lifecycle events"].values)(
  "an event with %s as further fields keeps its own",
  (more) => {
    const body = { event: "freeze", salon_id: 7, application_id: 2 };
    const sent = lifecycleIn(body, { ...plainDialect, "further fields of lifecycle events": more });
    expect(sent).toMatchObject(body);
    // By that the delivery log distinguishes record events from those of applications.
    expect(sent).not.toHaveProperty("resource");
    expect(Object.keys(sent).length > 3).toBe(more !== "none");
  },
);

test("cursors of every shape differ from each other, and lead back", () => {
  const cursors = new CursorShapes();
  const shaped = choices.cursors.values.flatMap((shape) =>
    [1, 2, 3].map((n) => cursors.shaped(`${shape} ${n}`, shape)),
  );
  expect(new Set(shaped).size).toBe(shaped.length);
  expect(shaped.map((text) => cursors.opened(text))).toEqual(
    choices.cursors.values.flatMap((shape) => [1, 2, 3].map((n) => `${shape} ${n}`)),
  );
});

test("a cursor of the certifier comes back changed unless it is escaped and its characters are kept", () => {
  for (const cursor of Object.values(opaqueCursors)) {
    expect(new URLSearchParams(`cursor=${cursor}`).get("cursor")).not.toBe(cursor);
    expect([cursor.toLowerCase(), cursor.toUpperCase()]).not.toContain(cursor);
    // Who escapes all but the plus sign has it read as a space.
    expect(cursor).toContain("+");
  }
});

test("the page on certification lists every choice", () => {
  const page = readFileSync(packageFile("docs/certification-reference.md"), "utf8");
  const rows = choiceNames.map((name) => {
    const { values, open } = choices[name];
    return `| ${name} | ${values.map((value) => `\`${value}\``).join(", ")} | ${open} |`;
  });
  expect(page).toContain(["|---|---|---|", ...rows, ""].join("\n"));
});
