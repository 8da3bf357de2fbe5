import { service } from "../../world/data/collections.ts";
import { sift } from "../../world/filters.ts";
import { requireLocation, requireRight } from "../access.ts";
import type { Call } from "../call.ts";
import { pageOf, pathNumber, queryList, slice } from "../server/input.ts";
import { Refusal, type Reply, succeeded } from "../server/replies.ts";

const single = ["fullname", "phone", "email", "card", "paid_min", "paid_max", "id", "changed_after", "changed_before"];

export function listClients(call: Call): Reply {
  const { query, world, behaviour } = call;
  const location = requireLocation(call, pathNumber(call, "location_id"));
  requireRight(call, location.id, "clients");
  const asked = {
    ...Object.fromEntries(single.map((name) => [name, query.get(name) ?? undefined])),
    "id[]": queryList(query, "id[]"),
  };
  const found = sift(world.collection("clients", location.id), behaviour.filters.clients, asked);
  const page = pageOf(query.get("page"), query.get("count"), behaviour.policy);
  return succeeded(slice(found, page), { page: page.page, total_count: found.length });
}

/** Services have ids from 300 to 309 at every Location; staff_id and category_id change nothing. */
export function readService(call: Call): Reply {
  const location = requireLocation(call, pathNumber(call, "location_id"));
  const id = pathNumber(call, "service_id");
  if (id < 300 || id > 309) throw new Refusal(call.behaviour.access.unknown, "Service not found.");
  return succeeded(service(call.world.state.seed, location.id, id));
}
