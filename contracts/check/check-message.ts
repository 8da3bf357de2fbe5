import { HarnessError } from "../../base/errors.ts";
import { pointerOf } from "../../base/pointer.ts";
import type { Operation } from "../../specs/operations.ts";
import { eventOf } from "../pact/event-of.ts";
import type { MessageInteraction } from "../pact/interaction.ts";
import { isJsonPossible } from "./check-headers.ts";
import { checkExpectedBody } from "./check-response.ts";
import type { Incompatibility } from "./incompatibility.ts";
import { equality } from "./rule-tree.ts";
import { describeRule } from "./rule-wording.ts";

/** Holds a message that a consumer relies on against the webhook that it names. */
export function checkMessage(message: MessageInteraction, operations: readonly Operation[]): Incompatibility[] {
  const event = eventOf(message, operations);
  const operation = operations.find((one) => one.surface === "webhooks" && one.path === event);
  if (!operation) throw new HarnessError(`there is no webhook ${event}`);
  const body = checkExpectedBody(operation, { direction: "request", part: "body" }, message.body, message.rules);
  return [...metadataFlaws(message), ...body.map((one) => ({ part: "message", ...one }))];
}

/** What the pact itself says so that the webhook is sent. */
const ours = ["event", "change", "resource"];

function metadataFlaws({ metadata, rules }: MessageInteraction): Incompatibility[] {
  return Object.entries(metadata)
    .filter(([name]) => !ours.includes(name))
    .flatMap(([name, value]): Incompatibility[] => {
      const at = { part: "message.metadata", pointer: pointerOf([name]) };
      const isType = /^content-?type$/i.test(name);
      const rule = rules.metadata?.[name] ?? equality;
      if (!isType)
        return [
          {
            ...at,
            relied: "this header",
            promised: "no header but Content-Type",
            requirement: /sign|hmac/i.test(name) ? "HOOK-14" : "HOOK-1",
          },
        ];
      if (isJsonPossible(rule, String(value))) return [];
      return [{ ...at, relied: describeRule(rule, value), promised: "application/json", requirement: "HOOK-1" }];
    });
}
