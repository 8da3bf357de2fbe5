import { readForeignJson } from "../../base/foreign-json.ts";
import { fieldsOf } from "../../base/json.ts";
import type { Arrival } from "../../harness/receiver.ts";
import { limit } from "../../specs/limits.ts";
import type { ControlChecker } from "./control-checker.ts";
import { installLink, linkOf } from "./links.ts";

/** The time that a webhook, and a lifecycle event, may take, in seconds. */
const webhookTime = limit("webhook_delay.latest") + 2 * limit("edge");
const lifecycleTime = limit("lifecycle_delivery") + limit("edge");

const event = "ClientEvent";

const arrivalsAt = ({ receiver }: ControlChecker, path: string): Arrival[] =>
  receiver.arrivals.filter((arrival) => arrival.path === path);

const arrives = (checker: ControlChecker, path: string, time: number): Promise<boolean> =>
  checker.until(() => arrivalsAt(checker, path).length > 0, time);

/** Changes a client at a Location whose webhooks go to a path of the receiver; an application is installed there, in case that matters. */
async function prepare(checker: ControlChecker, path: string): Promise<number> {
  const link = linkOf(checker);
  await installLink(checker, link);
  await checker.control.subscribe(link.location_id, checker.receiver.url(path), [event]);
  return link.location_id;
}

/** POST /hooks: what a Location's subscription names is sent to its address, and nothing once it has ended. */
export async function checkHooks(checker: ControlChecker): Promise<void> {
  const location = await prepare(checker, "/subscribed");
  if (!checker.session.can("events")) checker.unseen("no event can be caused without events");
  await checker.control.change(location, event, "created");
  checker.expect(
    "hooks",
    await arrives(checker, "/subscribed", webhookTime),
    `no webhook comes to the address that was subscribed within ${webhookTime} s`,
    "send webhooks of the named events to this address",
  );
  await checker.control.change(location, "StaffEvent", "created");
  await checker.control.subscribe(location, checker.receiver.url("/moved"), [event]);
  await checker.control.change(location, event, "updated");
  const hasMoved = await arrives(checker, "/moved", webhookTime);
  checker.expect("hooks", hasMoved, "no webhook comes to an address that replaces another", "replace the subscription");
  const count = arrivalsAt(checker, "/subscribed").length;
  checker.expect(
    "hooks",
    count <= 1,
    `${count} webhooks came to an address for one event that it asked for`,
    "send what the subscription names, and no more",
  );
  await checker.control.subscribe(location, checker.receiver.url("/ended"), []);
  await checker.control.change(location, event, "deleted");
  checker.expect(
    "hooks",
    !(await arrives(checker, "/ended", webhookTime)),
    "a webhook comes after the subscription has ended",
    "let an empty list end the subscription",
  );
}

/** POST /applications: lifecycle events of an application are sent to its address. */
export async function checkApplications(checker: ControlChecker): Promise<void> {
  const { control, receiver } = checker;
  const link = linkOf(checker);
  if (!checker.session.can("links")) checker.unseen("no lifecycle event can be caused without links");
  await installLink(checker, link);
  await control.sendLifecycleTo(link.application_id, receiver.url("/lifecycle"));
  await control.freeze(link.location_id, link.application_id);
  checker.expect(
    "applications",
    await arrives(checker, "/lifecycle", lifecycleTime),
    `no lifecycle event comes within ${lifecycleTime} s of a freeze`,
    "send lifecycle events to this address",
  );
  const before = arrivalsAt(checker, "/lifecycle").length;
  await control.sendLifecycleTo(link.application_id, null);
  await control.disable(link.location_id, link.application_id);
  const more = await checker.until(() => arrivalsAt(checker, "/lifecycle").length > before, lifecycleTime);
  checker.expect(
    "applications",
    !more,
    "a lifecycle event comes after the address was removed",
    "let null remove the address",
  );
}

/** POST /events: a record changes, and its webhook carries what the answer announced. */
export async function checkEmit(checker: ControlChecker): Promise<void> {
  await checker.expectRefusal(
    "emit",
    { location_id: checker.fixture("location_id"), event: "DreamEvent", change: "created" },
    "an event that does not exist",
  );
  await checker.expectRefusal(
    "emit",
    { location_id: checker.fixture("location_id"), event, change: "dreamt" },
    "a change that does not exist",
  );
  if (!checker.session.can("hooks")) checker.unseen("no webhook can be subscribed to without hooks");
  const location = await prepare(checker, "/emitted");
  const announced = await checker.control.change(location, event, "created");
  if (!(await arrives(checker, "/emitted", webhookTime))) checker.unseen("no webhook came for the event");
  const [arrival] = arrivalsAt(checker, "/emitted");
  const body = fieldsOf(readForeignJson(arrival?.body ?? ""));
  for (const field of ["resource", "resource_id", "status"] as const)
    checker.expect(
      "emit",
      JSON.stringify(body[field]) === JSON.stringify(announced[field]),
      `the webhook carries the ${field} ${JSON.stringify(body[field]) ?? "nothing"}, but ${JSON.stringify(announced[field])} was announced`,
      "answer what the webhook will carry",
    );
  const resource = "goods_operations_sale";
  await checker.control.subscribe(location, checker.receiver.url("/emitted"), ["GoodsOperationEvent"]);
  const goods = await checker.control.change(location, "GoodsOperationEvent", "created", resource);
  checker.expect(
    "emit",
    goods.resource === resource,
    `a GoodsOperationEvent of ${resource} is announced as ${String(goods.resource)}`,
    "take the resource that the call names",
  );
}

/** GET /deliveries: what was sent, oldest first, and what became of it. */
export async function checkDeliveries(checker: ControlChecker): Promise<void> {
  checker.expect(
    "deliveries",
    (await checker.control.deliveries()).length === 0,
    "deliveries of an earlier world are listed after a reset",
    "forget them at a reset",
  );
  if (!checker.session.can("hooks") || !checker.session.can("events"))
    checker.unseen("no delivery can be caused without hooks and events");
  const location = await prepare(checker, "/delivered");
  const outcomes = [200, 500].map((status) => ({ status, expected: status === 200 ? "delivered" : "failed" }));
  for (const { status, expected } of outcomes) {
    checker.receiver.answer("/delivered", status);
    const before = arrivalsAt(checker, "/delivered").length;
    const { resource_id } = await checker.control.change(location, event, "created");
    if (!(await checker.until(() => arrivalsAt(checker, "/delivered").length > before, webhookTime)))
      checker.unseen("no webhook came for the event");
    // A delivery that was answered just now may be written down a moment later.
    await checker.until(() => false, 2);
    const last = (await checker.control.deliveries()).at(-1);
    checker.expect(
      "deliveries",
      last?.outcome === expected &&
        String(last.resource_id) === String(resource_id) &&
        last.url === checker.receiver.url("/delivered"),
      `a webhook that the receiver answered with ${status} is listed last as ${JSON.stringify(last) ?? "nothing"}`,
      `list it with its url and resource_id, as "${expected}"`,
    );
  }
}
