import { denied, notFound, requireApplication, requireLocation } from "../call/access.ts";
import type { ApiCall } from "../call/call.ts";
import { bodyList, bodyNumber, pathNumber } from "../call/input.ts";
import { type ApiReply, succeeded } from "../call/replies.ts";

export function listTariffs(call: ApiCall): ApiReply {
  requireApplication(call, pathNumber(call, "application_id"));
  return succeeded([
    { id: 1, title: "Basic", price: 10, period: "month" },
    { id: 2, title: "Plus", price: 25, period: "month" },
  ]);
}

export function addDiscount(call: ApiCall): ApiReply {
  const { id: application_id } = requireApplication(call, bodyNumber(call, "application_id"));
  const salon_ids = bodyList(call, "salon_ids", "numbers");
  const added = { application_id, salon_ids, discount: bodyNumber(call, "discount") };
  call.world.state.discounts.push(added);
  return succeeded(added, [], 201);
}

export function makePaymentLink(call: ApiCall): ApiReply {
  const { id } = requireApplication(call, Number(call.query.get("application_id")));
  return succeeded({ link: `https://pay.example.com/${id}/${Number(call.query.get("salon_id")) || 0}` });
}

export function updateChannel(call: ApiCall): ApiReply {
  const application = requireApplication(call, bodyNumber(call, "application_id"));
  if (!application.hasChannels)
    throw denied(call, "the application is neither", "Only chat bots and SMS aggregators have channels.");
  const channels = bodyList(call, "channels", "strings");
  call.world.state.channels[application.id] = channels;
  return succeeded({ application_id: application.id, channels });
}

export function markNewMessage(call: ApiCall): ApiReply {
  const application = requireApplication(call, bodyNumber(call, "application_id"));
  const location = requireLocation(call, bodyNumber(call, "salon_id"));
  call.world.state.unread[`${location.id}:${application.id}`] = true;
  return succeeded(null);
}

/** The public card of an application; a draft is hidden from it. */
export function readStoreCard(call: ApiCall): ApiReply {
  const application = call.world.people.applications.get(pathNumber(call, "application_id"));
  if (!application || application.isDraft) throw notFound(call, "Application not found.");
  return succeeded({ id: application.id, title: application.title });
}

/** Sends the browser to the application's page in the marketplace. */
export const redirectAfterRegistration = (): ApiReply => ({
  status: 302,
  headers: { location: "https://marketplace.example.com/applications" },
});

export function sendShortNames(call: ApiCall): ApiReply {
  const location = requireLocation(call, bodyNumber(call, "salon_id"));
  const short_names = bodyList(call, "short_names", "strings");
  call.world.state.shortNames[location.id] = short_names;
  return succeeded(short_names);
}
