import { days } from "../../world/data/durations.ts";
import { notFound, requireApplication, requireLink } from "../call/access.ts";
import type { ApiCall } from "../call/call.ts";
import { bodyNumber, bodyText, pathNumber } from "../call/input.ts";
import { type ApiReply, succeeded } from "../call/replies.ts";

export function reportPayment(call: ApiCall): ApiReply {
  const application = requireApplication(call, bodyNumber(call, "application_id"));
  const link = requireLink(call, bodyNumber(call, "salon_id"), application);
  const now = call.clock.now();
  const date = (name: string, otherwise: number) => bodyText(call, name, call.clock.iso(otherwise).slice(0, 10));
  const reported = {
    payment_sum: bodyNumber(call, "payment_sum"),
    payment_date: date("payment_date", now),
    is_refunded: false,
    period_from: date("period_from", now),
    period_to: date("period_to", now + days(30)),
  };
  // The id comes last, so that a payment that is refused does not use one up.
  const payment = { id: call.world.nextId(), ...reported };
  link.payments.push(payment);
  return succeeded(payment, [], 201);
}

export function reportRefund(call: ApiCall): ApiReply {
  const id = pathNumber(call, "payment_id");
  const { world, behaviour } = call;
  const isOwn = (applicationId: number) => {
    const application = world.people.applications.get(applicationId);
    return application !== undefined && behaviour.access.partnerOwns(call, application);
  };
  const payment = Object.values(world.state.links)
    .filter((link) => isOwn(link.applicationId))
    .flatMap((link) => link.payments)
    .find((candidate) => candidate.id === id);
  if (!payment) throw notFound(call, "Payment not found.");
  payment.is_refunded = true;
  return succeeded(payment);
}
