import { serviceAt } from "../../world/data/services.ts";
import { notFound, requireLocation } from "../call/access.ts";
import type { ApiCall } from "../call/call.ts";
import { pathNumber } from "../call/input.ts";
import { type ApiReply, succeeded } from "../call/replies.ts";

/** staff_id and category_id change nothing. */
export function readService(call: ApiCall): ApiReply {
  const location = requireLocation(call, pathNumber(call, "location_id"));
  const service = serviceAt(call.world.state.seed, location.id, pathNumber(call, "service_id"));
  if (!service) throw notFound(call, "Service not found.");
  return succeeded(service);
}
