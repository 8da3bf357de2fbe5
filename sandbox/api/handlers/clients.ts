import { sift } from "../../world/filters.ts";
import { requireLocation, requireRight } from "../call/access.ts";
import type { ApiCall } from "../call/call.ts";
import { pathNumber, queryList } from "../call/input.ts";
import { type ApiReply, succeeded } from "../call/replies.ts";
import { pageOf, slice } from "../call/v1-pages.ts";

/** The filters that take one value. */
const single = ["fullname", "phone", "email", "card", "paid_min", "paid_max", "id", "changed_after", "changed_before"];

export function listClients(call: ApiCall): ApiReply {
  const { query, world, behaviour } = call;
  const location = requireLocation(call, pathNumber(call, "location_id"));
  requireRight(call, location.id, "clients");
  const values = {
    ...Object.fromEntries(single.map((name) => [name, query.get(name) ?? undefined])),
    "id[]": queryList(query, "id[]"),
  };
  const found = sift(world.collection("clients", location.id), behaviour.filters.clients, values);
  const page = pageOf(query.get("page"), query.get("count"), behaviour.policy);
  return succeeded(slice(found, page), { page: page.page, total_count: found.length });
}
