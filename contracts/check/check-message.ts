import { HarnessError } from "../../base/errors.ts";
import { pointerOf } from "../../base/pointer.ts";
import type { Operation } from "../../specs/operations.ts";
import { eventOf } from "../pact/event-of.ts";
import type { MessageInteraction } from "../pact/interaction.ts";
import { checkRecordData } from "./check-record-data.ts";
import type { Incompatibility } from "./incompatibility.ts";
import { ruledExamples } from "./rules/named-rules.ts";
import { describeRule } from "./rules/rule-wording.ts";
import { checkExpectedBody } from "./values/check-expected-body.ts";
import { isJsonAccepted } from "./values/media-type.ts";

/** Checks a message that a consumer relies on against the webhook that it names. */
export function checkMessage(message: MessageInteraction, operations: readonly Operation[]): Incompatibility[] {
  const event = eventOf(message, operations);
  const webhook = operations.find(({ surface, path }) => surface === "webhooks" && path === event);
  if (!webhook) throw new HarnessError(`there is no webhook ${event}`);
  const body = checkExpectedBody(webhook, { direction: "request", part: "body" }, message.body, message.rules);
  return [
    ...checkMetadata(message),
    ...checkRecordData(webhook, message),
    ...body.map((incompatibility) => ({ part: "message", ...incompatibility })),
  ];
}

/** The metadata keys by which a pact says how to make the target send the webhook. */
const ownKeys = ["event", "change", "resource"];

function checkMetadata({ metadata, rules }: MessageInteraction): Incompatibility[] {
  return Object.entries(metadata)
    .filter(([name]) => !ownKeys.includes(name))
    .flatMap(([name, value]): Incompatibility[] => {
      const place = { part: "message.metadata", pointer: pointerOf([name]) };
      if (!/^content-?type$/i.test(name)) {
        const requirement = /sign|hmac/i.test(name) ? "HOOK-14" : "HOOK-1";
        return [{ ...place, relied: "this header", promised: "no header but Content-Type", requirement }];
      }
      return ruledExamples(rules.metadata, name, [String(value)])
        .filter(({ rule, example }) => !isJsonAccepted(rule, example))
        .map(({ rule }) => ({
          ...place,
          relied: describeRule(rule, value),
          promised: "application/json",
          requirement: "HOOK-1",
        }));
    });
}
