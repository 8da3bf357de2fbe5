import { isRecord } from "../../../base/json.ts";
import { counted } from "../../../base/text/wording.ts";
import type { Operation } from "../../../specs/operations.ts";
import type { HttpInteraction } from "../../pact/interaction.ts";
import type { Incompatibility } from "../incompatibility.ts";
import { RulePlace } from "../rules/rule-tree.ts";
import { minItems } from "../values/item-counts.ts";
import { pageSizeOf } from "./page-size.ts";

/** Checks that a consumer relies on no more items than the page can hold that it asks for. */
export function checkPage(
  operation: Operation,
  { request, response }: Pick<HttpInteraction, "request" | "response">,
  status: number,
): Incompatibility[] {
  const content = response.body?.content;
  const page = status < 300 && isRecord(content) && Array.isArray(content.data) ? content.data : undefined;
  const size = page && pageSizeOf(operation, request);
  if (!page || !size) return [];
  const least = minItems(RulePlace.root(response.rules.body).under("data").rule, page);
  if (least <= size.most) return [];
  return [
    {
      part: "response.body",
      pointer: "/data",
      relied: `an array of ${least} or more`,
      promised: `at most ${counted(size.most, "item")}${size.because}`,
      requirement: size.requirement,
    },
  ];
}
