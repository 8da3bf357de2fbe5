import { expect, test } from "vitest";
import { clientFiltersFrom } from "./client-filter-values.ts";

const clients = ["𠮷𠮷𠮷𠮷𠮷 花子", "Zoë Müller", "Anna-Maria Berg", "Jānis Ozols"].map((name, index) => ({
  id: index + 1,
  name,
  phone: `+371 26-0${index}-${index}1-0${index}`,
  email: `client${index}@example.com`,
  card: `${index}000-${index}${index}11`,
}));

const partsIn = (seed: number): [filter: string, part: string][] =>
  clientFiltersFrom(clients, seed)
    .filter(({ id }) => id === "CLI-6")
    .flatMap(({ filter }) => Object.entries(filter) as [string, string][]);

const seeds = [1, 2, 3, 42];

test.each(seeds)("no letter is cut in half, with seed %i", (seed) => {
  const parts = partsIn(seed);
  expect(parts.length).toBeGreaterThan(4);
  expect(() => parts.map(([, part]) => encodeURIComponent(part))).not.toThrow();
});

test.each(seeds)("a number has no signs, which it may be stored without, with seed %i", (seed) => {
  const numbers = partsIn(seed).filter(([name]) => name === "phone" || name === "card");
  expect(numbers.length).toBeGreaterThan(1);
  expect(numbers.filter(([, part]) => !/^\d+$/.test(part))).toEqual([]);
});

// The end of an address says nothing here, so its first part stands elsewhere.
test.each(seeds)("each filter comes before the second part of any, with seed %i", (seed) => {
  const names = partsIn(seed).map(([name]) => name);
  expect(names.slice(0, 4)).toEqual(["fullname", "phone", "email", "card"]);
  expect(names.slice(4)).toContain("fullname");
});

test.each(seeds)("a name is asked for by letters beyond ASCII first, with seed %i", (seed) => {
  const [, part] = partsIn(seed).find(([name]) => name === "fullname") ?? [];
  expect(part).toMatch(/[^\p{ASCII}]/u);
});

test("values of many letters are not cut, which would take minutes", () => {
  const long = clients.map((client) => ({ ...client, name: `${client.name} ${"ā".repeat(50_000)}` }));
  const names = clientFiltersFrom(long, 42)
    .filter(({ id }) => id === "CLI-6")
    .flatMap(({ filter }) => Object.keys(filter));
  expect(names).toContain("email");
  expect(names).not.toContain("fullname");
});

/** Many clients, the last of whose changes are so many hours apart. */
const changedEvery = (hours: number) =>
  Array.from({ length: 60 }, (_, index) => ({
    id: index + 1,
    last_change_date: new Date(Date.UTC(2026, 0, 1, hours * ((index * 7) % 60))).toISOString(),
  }));

const changedFiltersFor = (hours: number) =>
  clientFiltersFrom(changedEvery(hours), 42).filter(({ id }) => id === "CLI-9");

test.each([24, 5])("of many who changed every %i hours, both sides find a few", (hours) => {
  const filters = changedFiltersFor(hours);
  expect(filters.flatMap(({ filter }) => Object.keys(filter))).toEqual(["changed_after", "changed_before"]);
  for (const { match } of filters) {
    const matches = changedEvery(hours).map((client) => match(client));
    expect(matches).toContain("yes");
    expect(matches.filter((found) => found !== "no").length).toBeLessThan(10);
  }
});

test("where all changed within an hour, no moment parts them", () => {
  expect(changedFiltersFor(1 / 60)).toEqual([]);
});
