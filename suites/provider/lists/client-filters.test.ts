import { expect, test } from "vitest";
import type { ClientFilter } from "../../../generators/client-filters.ts";
import { matchOf, requirementOf } from "./client-filters.ts";

const client = {
  id: 5,
  name: "Anna Bérg",
  phone: "+371 26-00",
  spent: 100,
  last_change_date: "2026-03-01T12:00:00+00:00",
};

test.each<[ClientFilter, match: string, requirement: string]>([
  [{ fullname: "Anna" }, "yes", "CLI-6"],
  [{ fullname: "anna" }, "open", "CLI-6"],
  [{ fullname: "Bérg" }, "yes", "CLI-6"],
  [{ fullname: "Berg" }, "open", "CLI-6"],
  [{ fullname: "Ännä" }, "open", "CLI-6"],
  [{ fullname: "Olga" }, "no", "CLI-6"],
  [{ phone: "26-0" }, "yes", "CLI-6"],
  [{ phone: "7126" }, "open", "CLI-6"],
  [{ phone: "2601" }, "no", "CLI-6"],
  [{ paid_min: 100 }, "yes", "CLI-7"],
  [{ paid_max: 99 }, "no", "CLI-7"],
  [{ "id[]": [4, 5] }, "yes", "CLI-8"],
  [{ changed_after: "2026-02-20T00:00:00" }, "yes", "CLI-9"],
  [{ changed_after: "2026-03-01T11:00:00" }, "open", "CLI-9"],
  [{ changed_before: "2026-02-20T00:00:00" }, "no", "CLI-9"],
  [{ fullname: "anna", paid_min: 100 }, "open", "CLI-10"],
  [{ fullname: "anna", paid_min: 101 }, "no", "CLI-10"],
])("%j matches: %s", (filter, match, requirement) => {
  expect(matchOf(client, filter)).toBe(match);
  expect(requirementOf(filter)).toBe(requirement);
});
