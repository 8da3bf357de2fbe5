import type { ControlChecker } from "./control-checker.ts";
import { type CheckedLink, installLink, linkOf, readLink, statusOf } from "./links.ts";

const settledState = (
  checker: ControlChecker,
  link: CheckedLink,
  holds: (state: unknown) => boolean,
): Promise<unknown> => checker.settled(async () => statusOf(await readLink(checker, link)), holds);

/** POST /links/freeze: an active link is freezed, and nothing that is not there. */
export async function checkFreeze(checker: ControlChecker): Promise<void> {
  const link = linkOf(checker);
  await checker.expectRefusal("freeze", { ...link }, "freezing a link that does not exist");
  await installLink(checker, link);
  await checker.control.freeze(link.location_id, link.application_id);
  const state = await settledState(checker, link, (found) => found === "freezed");
  checker.expect(
    "freeze",
    state === "freezed",
    `the status reads ${JSON.stringify(state)} after a freeze`,
    'let the link be "freezed"',
  );
}

/** POST /links/disable: the application is no longer active at the Location. */
export async function checkDisable(checker: ControlChecker): Promise<void> {
  const link = linkOf(checker);
  await checker.expectRefusal("disable", { ...link }, "disabling an application that is not linked");
  await installLink(checker, link);
  await checker.control.disable(link.location_id, link.application_id);
  const state = await settledState(checker, link, (found) => found !== "active");
  checker.expect(
    "disable",
    state !== "active" && state !== "pending",
    `the status reads ${JSON.stringify(state)} after a disabling`,
    "end the link",
  );
}
