import { below, canonical, fieldsOf } from "../../base/place.ts";
import { compareAnswers } from "./compare-answers.ts";
import { compareBodies } from "./compare-bodies.ts";
import { compareParameters } from "./compare-fields.ts";
import { compareSecurity } from "./compare-security.ts";
import { compareServers } from "./compare-servers.ts";
import type { Kind, Operation } from "./operations.ts";
import type { Area, PlainRule } from "./rules.ts";
import type { Scene } from "./scene.ts";

/** The areas of an operation's parts: a webhook is called by the platform, so each part goes the other way. */
const parts: Record<Kind, { body: Area; parameter: Area; answer: Area; name: string }> = {
  operation: { body: "request", parameter: "parameter", answer: "response", name: "The request body" },
  webhook: { body: "webhook", parameter: "webhook-parameter", answer: "webhook-answer", name: "The webhook body" },
};

/** Compares two versions of one operation or webhook. */
export function compareOperation(scene: Scene, old: Operation, fresh: Operation): void {
  const { body, parameter, answer, name } = parts[fresh.kind];
  compareFacts(scene, old, fresh);
  compareParameters(scene, old, fresh, parameter);
  compareBodies(scene, old.place, fresh.place, {
    area: body,
    about: name,
    operation: fresh.label,
  });
  compareAnswers(scene, old, fresh, answer);
  compareSecurity(scene, old, fresh);
  if (fresh.kind === "operation") compareServers(scene, old, fresh);
}

/** What an operation says of itself. */
function compareFacts(scene: Scene, old: Operation, fresh: Operation): void {
  const [before, after] = [fieldsOf(old.place), fieldsOf(fresh.place)];
  const tell = (rule: PlainRule, says: string, key: string) =>
    scene.findings.tell({
      rule,
      about: fresh.label,
      says,
      old: below(old.place, key) ?? old.place,
      new: below(fresh.place, key) ?? fresh.place,
      operation: fresh.label,
    });
  if (before.deprecated !== true && after.deprecated === true)
    tell(`${fresh.kind}-deprecated`, "is deprecated now", "deprecated");
  if (before.deprecated === true && after.deprecated !== true) {
    tell(`${fresh.kind}-no-longer-deprecated`, "is no longer deprecated", "deprecated");
  }
  const [id, its] = [before.operationId, after.operationId].map((one) => (one === undefined ? undefined : String(one)));
  if (id === undefined && its !== undefined) tell("operation-id-added", `has the id ${its} now`, "operationId");
  else if (its === undefined && id !== undefined)
    tell("operation-id-removed", `no longer has the id ${id}`, "operationId");
  else if (id !== its) tell("operation-id-changed", `has the id ${its} now, and before ${id}`, "operationId");

  const list = (fields: Record<string, unknown>, key: string) =>
    (Array.isArray(fields[key]) ? (fields[key] as unknown[]) : []).map(String);
  const [order, newOrder] = [list(before, "x-order"), list(after, "x-order")];
  if (order.length === 0 && newOrder.length > 0)
    tell("operation-order-added", `is ordered by ${newOrder.join(", ")} now`, "x-order");
  else if (order.length > 0 && newOrder.length === 0)
    tell("operation-order-removed", `is no longer ordered by ${order.join(", ")}`, "x-order");
  else if (canonical(order) !== canonical(newOrder)) {
    tell(
      "operation-order-changed",
      `is ordered by ${newOrder.join(", ")} now, and before by ${order.join(", ")}`,
      "x-order",
    );
  }
  const missing = (key: string, one: Record<string, unknown>, other: Record<string, unknown>) =>
    list(one, key).filter((value) => !list(other, key).includes(value));
  for (const change of missing("x-changes", before, after))
    tell("webhook-occasion-removed", `is no longer sent when something is ${change}`, "x-changes");
  for (const change of missing("x-changes", after, before))
    tell("webhook-occasion-added", `is also sent when something is ${change} now`, "x-changes");
  for (const part of missing("x-not-judged", after, before))
    tell("operation-no-longer-judged", `is no longer held against its ${part} schemas`, "x-not-judged");
  if (canonical(list(before, "x-data-call")) !== canonical(list(after, "x-data-call"))) {
    tell("operation-data-call-changed", "names the Location of a data call in another way", "x-data-call");
  }
}
