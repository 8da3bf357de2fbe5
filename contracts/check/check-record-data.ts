import { isRecord } from "../../base/json.ts";
import type { Operation } from "../../specs/operations.ts";
import type { MessageInteraction } from "../pact/interaction.ts";
import type { Incompatibility } from "./incompatibility.ts";
import { RulePlace } from "./rules/rule-tree.ts";
import { accepts } from "./values/accepted-values.ts";

/** A value of each type but null. */
const values = [{ id: 1 }, [1], "text", 1, 1.5, true];

/** Checks that a consumer does not rely on null as the data of a record: what the data is, is not shown, but it is never null. */
export function checkRecordData({ notShown }: Operation, { body, rules }: MessageInteraction): Incompatibility[] {
  const content = body?.content;
  if (!notShown.includes("request.data") || !isRecord(content) || !("data" in content)) return [];
  const { rule } = RulePlace.root(rules.body).under("data");
  const isAccepted = (value: unknown): boolean => accepts(rule, content.data, value);
  if (!isAccepted(null) || values.some(isAccepted)) return [];
  return [
    { part: "message", pointer: "/data", relied: "null", promised: "data that is not null", requirement: "HOOK-12" },
  ];
}
